//! The tree: what was tried in each information set, and what came of it.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::information::InformationSet;
use crate::hand::Hand;
use crate::packed_hash::PackedHasher;
use crate::play::{Kind, Move};
use crate::policy::{Policy, chosen_move, plays_left};
use crate::position::Position;
use crate::random::Draws;
use crate::rules::Rules;

/// No edge.
const NONE: u32 = u32::MAX;
/// Edges for each node at most.
const EDGES_PER_NODE: usize = 2;
/// How many untried moves are looked at to find the next one to try.
const LOOKED_AT: usize = 8;

/// The prior of the policy's own move; the others share the rest.
const POLICY_PRIOR: f64 = 0.5;
/// How much a prior weighs, in standard deviations of what a game is worth.
const EXPLORATION: f64 = 0.5;
/// How many moves are tried in a node, as a multiple of the root of the visits.
const WIDENING: f64 = 0.5;
/// By how many standard errors a move must do better than the policy's to take its place: many moves are compared, and one of
/// them does well by chance.
const CAUTION: f64 = 2.5;

/// What a descent is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To find out what is good: moves that were tried little are made, too.
    Learn,
    /// To tell what a position is worth: all make the best moves that they know, in doubt those of the policy.
    Judge,
}

/// An information set that was reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    /// A whole number, as all counts here, which never gets too large.
    visits: f64,
    total: f64,
    squares: f64,
}

/// A move that was tried in it.
#[derive(Clone, Copy, Debug)]
struct Edge {
    play: Move,
    /// The next edge of the node.
    next: u32,
    visits: f64,
    /// How often the mover could have made it: who has not the cards did not decide against it.
    available: f64,
    total: f64,
}

impl Edge {
    fn mean(&self) -> f64 {
        self.total / self.visits
    }
}

/// What the player to move chooses from.
struct Choice {
    node: Node,
    hand: Hand,
    /// 1 where the player is of the observer's side, otherwise -1.
    sign: f64,
    /// The edge of the policy's move, if it has one.
    own: Option<u32>,
    /// How many of the node's moves the player can make.
    possible: u32,
}

/// One step down: the node, and the edge that was taken, or [`NONE`] where the tree ends or has no room.
type Step = (u32, u32);

/// What was tried so far, for one observer.
pub(super) struct Tree {
    observer: usize,
    most_nodes: usize,
    places: HashMap<InformationSet, u32, BuildHasherDefault<PackedHasher>>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    path: Vec<Step>,
    listed: Vec<Move>,
    games: f64,
    squares: f64,
}

impl Tree {
    /// An empty tree that grows to so many information sets at most.
    pub(super) fn new(observer: usize, most_nodes: usize) -> Self {
        Self {
            observer,
            most_nodes,
            places: HashMap::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            path: Vec::new(),
            listed: Vec::new(),
            games: 0.0,
            squares: 0.0,
        }
    }

    /// Moves on from a position to the first information set that is not in the tree, and adds it while there is room.
    pub(super) fn descend(
        &mut self,
        position: &mut Position,
        purpose: Purpose,
        policy: &dyn Policy,
        draws: &mut Draws,
    ) {
        self.path.clear();
        while position.turn().is_some() {
            let set = InformationSet::of(position, self.observer);
            let Some(&node) = self.places.get(&set) else {
                if self.nodes.len() < self.most_nodes {
                    let number = self.nodes.len() as u32;
                    self.places.insert(set, number);
                    self.nodes.push(Node {
                        first: NONE,
                        visits: 0.0,
                        total: 0.0,
                        squares: 0.0,
                    });
                    self.path.push((number, NONE));
                }
                return;
            };
            let (edge, play) = self.choose(node, position, purpose, policy, draws);
            self.path.push((node, edge));
            debug_assert_eq!(position.why_illegal(play), None, "the mover holds the cards");
            position.play_unchecked(play);
        }
    }

    /// Notes on all steps of the last descent what the game was worth to the observer.
    pub(super) fn note(&mut self, worth: f64) {
        self.games += 1.0;
        self.squares += worth * worth;
        for &(node, edge) in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1.0;
            node.total += worth;
            node.squares += worth * worth;
            if let Some(edge) = self.edges.get_mut(edge as usize) {
                edge.visits += 1.0;
                edge.total += worth;
            }
        }
    }

    /// The move of the player to move, and its edge where there is one.
    fn choose(
        &mut self,
        node: u32,
        position: &Position,
        purpose: Purpose,
        policy: &dyn Policy,
        draws: &mut Draws,
    ) -> (u32, Move) {
        let own = policy_move(position, policy, draws);
        let choice = self.choice(node, position, own);
        let has_room = self.edges.len() < self.most_nodes.saturating_mul(EDGES_PER_NODE);
        let Some(own_edge) = choice.own else {
            let edge = if has_room { self.add(node, own) } else { NONE };
            return (edge, own);
        };
        let edge = match purpose {
            Purpose::Judge => self.best_known(&choice, own_edge),
            Purpose::Learn => {
                if has_room
                    && f64::from(choice.possible) <= WIDENING * choice.node.visits.sqrt()
                    && (choice.possible as usize) < position.count_moves()
                    && let Some(play) = self.untried(choice.node.first, position, draws)
                {
                    return (self.add(node, play), play);
                }
                self.most_promising(&choice, own_edge)
            }
        };
        (edge, self.edges[edge as usize].play)
    }

    /// Looks at the moves of a node that the player to move holds the cards for.
    fn choice(&mut self, node: u32, position: &Position, own: Move) -> Choice {
        let mut choice = Choice {
            node: self.nodes[node as usize],
            hand: position.hand_to_move(),
            sign: if self.is_friend(position) { 1.0 } else { -1.0 },
            own: None,
            possible: 0,
        };
        let mut at = choice.node.first;
        while let Some(edge) = self.edges.get_mut(at as usize) {
            if choice.hand.contains(edge.play.cards()) {
                choice.possible += 1;
                edge.available += 1.0;
                if edge.play == own {
                    choice.own = Some(at);
                }
            }
            at = edge.next;
        }
        choice
    }

    /// The edge that did best beyond what chance explains, in doubt the policy's own.
    fn best_known(&self, choice: &Choice, own: u32) -> u32 {
        let standard = &self.edges[own as usize];
        if standard.visits < 1.0 {
            return own;
        }
        let node = &choice.node;
        let around_mean = node.squares - node.total * node.total / node.visits;
        // One game more, as different as games are: where few agree, their spread says little.
        let variance = (around_mean.max(0.0) + self.squares / self.games) / (node.visits + 1.0);
        let mut best = (0.0, own);
        let mut at = node.first;
        while let Some(edge) = self.edges.get(at as usize) {
            if edge.visits > 0.0 && at != own && choice.hand.contains(edge.play.cards()) {
                let gain = choice.sign * (edge.mean() - standard.mean());
                let error = (variance * (1.0 / edge.visits + 1.0 / standard.visits)).sqrt();
                if gain - CAUTION * error > best.0 {
                    best = (gain - CAUTION * error, at);
                }
            }
            at = edge.next;
        }
        best.1
    }

    /// The edge with the best prospects: what came of it so far, and a bonus for what was tried little.
    fn most_promising(&self, choice: &Choice, own: u32) -> u32 {
        let node = &choice.node;
        let mean = choice.sign * node.total / node.visits;
        let weight = EXPLORATION * (self.squares / self.games).sqrt();
        let others = (1.0 - POLICY_PRIOR) / f64::from(choice.possible.max(2) - 1);
        let mut best = (f64::NEG_INFINITY, own);
        let mut at = node.first;
        while let Some(edge) = self.edges.get(at as usize) {
            if choice.hand.contains(edge.play.cards()) {
                let prior = if at == own { POLICY_PRIOR } else { others };
                let worth = if edge.visits < 1.0 {
                    mean
                } else {
                    choice.sign * edge.mean()
                };
                let score = worth + weight * prior * edge.available.sqrt() / (1.0 + edge.visits);
                if score > best.0 {
                    best = (score, at);
                }
            }
            at = edge.next;
        }
        best.1
    }

    /// Whether the player to move is of the observer's side.
    fn is_friend(&self, position: &Position) -> bool {
        let landlord = position.landlord();
        (position.turn() == Some(landlord)) == (self.observer == landlord)
    }

    fn add(&mut self, node: u32, play: Move) -> u32 {
        let number = self.edges.len() as u32;
        let node = &mut self.nodes[node as usize];
        self.edges.push(Edge {
            play,
            next: node.first,
            visits: 0.0,
            available: 1.0,
            total: 0.0,
        });
        node.first = number;
        number
    }

    /// Of some legal moves that the node does not have the one that leaves the fewest plays.
    fn untried(&mut self, first: u32, position: &Position, draws: &mut Draws) -> Option<Move> {
        self.listed.clear();
        position.list_moves(&mut self.listed);
        let mut at = first;
        while let Some(edge) = self.edges.get(at as usize) {
            if let Some(place) = self.listed.iter().position(|&play| play == edge.play) {
                self.listed.swap_remove(place);
            }
            at = edge.next;
        }
        let hand = position.hand_to_move();
        let looked_at = LOOKED_AT.min(self.listed.len());
        let taken = (0..looked_at).map(|_| self.listed.swap_remove(draws.below(self.listed.len())));
        taken.min_by_key(|&play| cost(position.rules(), hand, play))
    }
}

/// About how many plays are left after a move; a bomb costs one more.
pub(super) fn cost(rules: &Rules, hand: Hand, play: Move) -> u32 {
    plays_left(rules, hand.without(play.cards())) + u32::from(play.kind() >= Kind::Bomb)
}

/// The move that a policy makes in an open position.
pub(super) fn policy_move(position: &Position, policy: &dyn Policy, draws: &mut Draws) -> Move {
    let mut after = *position;
    chosen_move(policy, &mut after, draws)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealStream;
    use crate::policy::Rule;
    use crate::random::{DrawStream, Pcg64};

    fn grown(rules: Rules, most_nodes: usize, games: u64) -> Tree {
        let deal = DealStream::new(1, 2).deals_from(&rules, 0).next().expect("a deal");
        let start = Position::after_deal(rules, &deal, 0);
        let mut tree = Tree::new(0, most_nodes);
        let draws = DrawStream::new(3, 4, 4096);
        for game in 0..games {
            let mut position = start;
            let mut draws = draws.at(game);
            let purpose = if game % 3 == 0 { Purpose::Judge } else { Purpose::Learn };
            tree.descend(&mut position, purpose, &Rule, &mut draws);
            Rule.play_out(&mut position, &mut draws);
            tree.note(if position.winner() == Some(crate::tally::Role::Landlord) {
                1.0
            } else {
                -1.0
            });
        }
        tree
    }

    fn edges(tree: &Tree, node: &Node) -> Vec<Edge> {
        let mut found = Vec::new();
        let mut at = node.first;
        while let Some(edge) = tree.edges.get(at as usize) {
            found.push(*edge);
            at = edge.next;
        }
        found
    }

    #[test]
    fn visits_of_a_node_are_those_of_its_moves_and_the_first() {
        for rules in [Rules::three_player(), Rules::four_player()] {
            let tree = grown(rules, 1 << 16, 3_000);
            assert!((tree.nodes[0].visits - 3_000.0).abs() < 0.5);
            assert!(
                tree.nodes.len() > 2_000,
                "every game adds a set, as long as it does not end in the tree"
            );
            for node in &tree.nodes {
                let edges = edges(&tree, node);
                let of_moves: f64 = edges.iter().map(|edge| edge.visits).sum();
                assert!((node.visits - 1.0 - of_moves).abs() < 0.5);
                assert!(edges.iter().all(|edge| edge.visits <= edge.available));
                assert!(edges.iter().all(|edge| edge.total.abs() <= edge.visits));
            }
        }
    }

    #[test]
    fn a_tree_that_is_full_is_used_and_does_not_grow() {
        let tree = grown(Rules::three_player(), 50, 3_000);
        assert_eq!(tree.nodes.len(), 50);
        assert!(tree.edges.len() <= 100);
        assert_eq!(tree.places.len(), 50);
        assert!((tree.nodes[0].visits - 3_000.0).abs() < 0.5);
    }

    #[test]
    fn few_moves_are_tried_often() {
        let tree = grown(Rules::three_player(), 1 << 16, 3_000);
        let mut tried = edges(&tree, &tree.nodes[0]);
        // All of them come from one hand, since the hands are the same in each game.
        assert!((10..=30).contains(&tried.len()), "{}", tried.len());
        tried.sort_by(|one, other| one.visits.total_cmp(&other.visits));
        assert!(tried.last().is_some_and(|edge| edge.visits > 500.0));
    }

    #[test]
    fn a_move_of_the_policy_is_told_apart_from_a_pass() {
        let mut draws = Draws::new(Pcg64::new(1, 2));
        let mut passes = 0;
        for deal in DealStream::new(5, 6).deals_from(&Rules::three_player(), 0).take(20) {
            let mut position = Position::after_deal(Rules::three_player(), &deal, 0);
            while position.turn().is_some() {
                let play = policy_move(&position, &Rule, &mut draws);
                passes += usize::from(play.is_pass());
                let mut expected = position;
                Rule.play(&mut expected, &mut draws);
                position.play(play).expect("a legal move");
                assert_eq!(position, expected);
            }
        }
        assert!(passes > 100);
    }
}
