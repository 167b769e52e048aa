//! Dense ids for the actions of a rule set: 0 is the pass, then every play by (kind, length, rank, packed cards).

use crate::movegen::legal_moves;
use crate::play::{Kind, Move};
use crate::rank::Rank;
use crate::rules::Rules;

/// Every action of a rule set with its id.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{ActionSpace, Move, Rules};
/// let space = ActionSpace::new(&Rules::three_player());
/// assert_eq!(space.len(), 12_655);
/// assert_eq!(space.id(Move::PASS), Some(0));
/// let rocket = space.action(12_654).expect("the last id");
/// assert_eq!(rocket.to_string(), "BR");
/// ```
#[derive(Clone, Debug)]
pub struct ActionSpace {
    actions: Vec<Move>,
}

type Order = (Kind, u8, Option<Rank>, u64);

fn order(action: Move) -> Order {
    let shape = action.shape();
    (
        action.kind(),
        shape.map_or(0, |shape| shape.length),
        shape.map(|shape| shape.rank),
        action.packed(),
    )
}

impl ActionSpace {
    /// The actions of a rule set: what a hand of the whole pack could lead.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let mut actions = vec![Move::PASS];
        actions.extend(legal_moves(rules, rules.table().pack(), None));
        Self { actions }
    }

    /// The number of actions, the pass included.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "the pass is always there")]
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// The id of an action, or `None` where the rules have no such action.
    #[must_use]
    pub fn id(&self, action: Move) -> Option<usize> {
        self.actions
            .binary_search_by_key(&order(action), |&known| order(known))
            .ok()
    }

    /// The action with this id.
    #[must_use]
    pub fn action(&self, id: usize) -> Option<Move> {
        self.actions.get(id).copied()
    }

    /// All actions in the order of their ids.
    #[must_use]
    pub fn actions(&self) -> &[Move] {
        &self.actions
    }
}
