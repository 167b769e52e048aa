//! What must hold for every rule set: the generator against classification and comparison, counting and picking against
//! listing, playing against taking back.

use std::collections::HashSet;

use doudizhu_core::{
    ActionSpace, DealStream, Hand, KickerSolos, Move, Position, Rank, Rules, beats, classify, count_moves, is_play,
    legal_moves, nth_move,
};
use proptest::prelude::*;

/// Every preset, and rule sets that combine switches as no preset does.
fn rule_sets() -> Vec<Rules> {
    let all_kinds = Rules {
        trio_with_solo: true,
        trio_chain_with_solos: true,
        quad_with_kickers: true,
        ..Rules::four_player()
    };
    let mut sets: Vec<_> = Rules::PRESETS.iter().map(|(_, rules)| *rules).collect();
    sets.extend([
        all_kinds,
        Rules {
            kicker_solos: KickerSolos::Free,
            adjacent_trio_as_kickers: true,
            ..all_kinds
        },
        Rules {
            kicker_solos: KickerSolos::Free,
            both_jokers_as_kickers: true,
            ..all_kinds
        },
        Rules {
            kicker_solos: KickerSolos::Free,
            ..Rules::three_player()
        },
        Rules {
            four_jokers_as_kickers: false,
            ..Rules::four_player()
        },
        Rules {
            joker_pairs: false,
            four_jokers_as_kickers: false,
            ..Rules::four_player()
        },
    ]);
    assert!(sets.iter().all(|rules| rules.validate().is_ok()));
    sets
}

/// Hands of at most `most` cards: many of a few neighbouring ranks, so that bodies and kickers abound.
fn dense_hand(rules: &Rules, start: usize, span: usize, counts: &[u8], most: usize) -> Hand {
    let pack = rules.table().pack().counts();
    let mut chosen = [0; Rank::COUNT];
    let mut total = 0;
    for (offset, &count) in counts.iter().enumerate() {
        let rank = if offset < span {
            (start + offset) % Rank::COUNT
        } else {
            Rank::COUNT - 1 - offset % 3
        };
        let count = count.min(pack[rank] - chosen[rank]).min((most - total) as u8);
        chosen[rank] += count;
        total += usize::from(count);
    }
    Hand::from_counts(chosen).expect("part of a pack")
}

/// Every multiset of cards that a hand contains, the empty one left out.
fn sub_multisets(hand: Hand) -> Vec<Hand> {
    let mut parts = vec![[0u8; Rank::COUNT]];
    for rank in Rank::all() {
        let copies = 0..=hand.count(rank) as u8;
        parts = parts
            .into_iter()
            .flat_map(|part| {
                copies.clone().map(move |count| {
                    let mut longer = part;
                    longer[rank.index()] = count;
                    longer
                })
            })
            .collect();
    }
    let hands = parts.into_iter().filter_map(Hand::from_counts);
    hands.filter(|part| !part.is_empty()).collect()
}

fn assert_listing_is_consistent(rules: &Rules, hand: Hand, standing: Option<Move>) {
    let to_beat = standing.and_then(Move::shape);
    let moves = legal_moves(rules, hand, to_beat);
    assert_eq!(
        moves.len(),
        count_moves(rules, hand, to_beat),
        "{hand} {standing:?} {rules:?}"
    );
    for (index, &play) in moves.iter().enumerate() {
        assert_eq!(
            nth_move(rules, hand, to_beat, index),
            Some(play),
            "{hand} {standing:?} {rules:?}"
        );
    }
    assert_eq!(nth_move(rules, hand, to_beat, moves.len()), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn leads_are_the_sub_multisets_that_classify(
        start in 0usize..12,
        span in 2usize..7,
        counts in proptest::collection::vec(0u8..=5, 10),
    ) {
        for rules in rule_sets() {
            let hand = dense_hand(&rules, start, span, &counts, 16);
            let listed = legal_moves(&rules, hand, None);
            let expected: HashSet<_> =
                sub_multisets(hand).into_iter().flat_map(|part| classify(&rules, part)).collect();
            prop_assert_eq!(listed.len(), expected.len(), "{} {:?}", hand, rules);
            prop_assert_eq!(listed.iter().copied().collect::<HashSet<_>>(), expected, "{} {:?}", hand, rules);
            assert_listing_is_consistent(&rules, hand, None);
        }
    }
}

#[test]
fn answers_are_the_pass_and_the_leads_that_beat() {
    let mut positions = 0;
    for rules in rule_sets() {
        let stream = DealStream::new(1, 2);
        for game in 0..40 {
            let mut position = dealt(&rules, &stream, game);
            let mut choice = usize::try_from(game).expect("small");
            while let Some(turn) = position.turn() {
                let hand = position.hands()[turn];
                let to_beat = position.to_beat();
                let leads = legal_moves(&rules, hand, None);
                let expected: Vec<_> = if to_beat.is_pass() {
                    leads
                } else {
                    let answers = leads.into_iter().filter(|&lead| beats(lead, to_beat));
                    std::iter::once(Move::PASS).chain(answers).collect()
                };
                assert_eq!(position.legal_moves(), expected);
                assert_listing_is_consistent(&rules, hand, Some(to_beat).filter(|play| !play.is_pass()));
                choice = choice
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                position
                    .play(expected[(choice >> 33) % expected.len()])
                    .expect("a listed move is legal");
                positions += 1;
            }
        }
    }
    assert!(positions > 14 * 40 * 30, "only {positions} positions were seen");
}

fn dealt(rules: &Rules, stream: &DealStream, game: u64) -> Position {
    let deal = stream.deal(rules, game, 0);
    let mut hands = deal.hands().to_vec();
    hands[0] = hands[0].with(deal.bottom);
    Position::new(*rules, &hands, 0, Some(0)).expect("a deal is a position")
}

#[test]
fn taking_back_every_move_restores_every_position() {
    let mut taken_back = 0;
    for rules in rule_sets() {
        for game in 0..20 {
            let mut position = dealt(&rules, &DealStream::new(3, 4), game);
            let mut before = Vec::new();
            while position.turn().is_some() {
                let count = position.count_moves();
                before.push((
                    position,
                    position.play_nth((before.len() * 7 + 3) % count).expect("in range"),
                ));
            }
            assert_eq!(
                position.play(Move::PASS).err(),
                Some(doudizhu_core::IllegalMove::GameOver)
            );
            while let Some((earlier, undo)) = before.pop() {
                position.undo(undo);
                assert_eq!(position, earlier);
                taken_back += 1;
            }
        }
    }
    assert!(taken_back > 14 * 20 * 20, "only {taken_back} moves were taken back");
}

#[test]
fn a_refused_move_changes_nothing() {
    let position = dealt(&Rules::three_player(), &DealStream::new(5, 6), 0);
    let mut tried = 0;
    for &action in ActionSpace::new(&Rules::rlcard()).actions() {
        let mut copy = position;
        let legal = position.legal_moves().contains(&action);
        assert_eq!(copy.play(action).is_ok(), legal, "{action}");
        assert_eq!(copy == position, !legal, "{action}");
        tried += 1;
    }
    assert_eq!(tried, 27_472);
}

#[test]
fn actions_ascend_by_kind_length_rank_and_cards() {
    for rules in rule_sets() {
        let space = ActionSpace::new(&rules);
        let keys: Vec<_> = space.actions()[1..]
            .iter()
            .map(|&action| {
                assert!(is_play(&rules, action), "{action} {rules:?}");
                let shape = action.shape().expect("a play has a shape");
                (shape.kind, shape.length, shape.rank, action.packed())
            })
            .collect();
        assert!(keys.is_sorted_by(|lower, higher| lower < higher), "{rules:?}");
        for (id, &action) in space.actions().iter().enumerate() {
            assert_eq!(space.id(action), Some(id));
        }
        assert!(space.len() > 2000, "{}", space.len());
    }
}
