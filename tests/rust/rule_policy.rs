//! The rule policy in whole games: legal under every preset, the same every time, and strong enough.

use doudizhu_core::{DealStream, Greedy, Policy, Position, Random, Rule, Rules, Simulation};

fn rule_games(rules: Rules) -> Simulation {
    Simulation::new(rules, &[&Rule], false, (5, 6), (7, 8))
}

#[test]
fn every_move_is_legal_under_every_preset() {
    const GAMES: u64 = 2_000;
    let mut moves_seen = 0;
    for (name, rules) in Rules::PRESETS {
        let run = rule_games(*rules);
        let deals = DealStream::new(5, 6).deals_from(rules, 0);
        for (game, deal) in (0..GAMES).zip(deals) {
            let mut position = Position::after_deal(*rules, &deal, 0);
            let (_, moves) = run.trace(game);
            moves_seen += moves.len();
            for made in moves {
                let last = position
                    .legal_moves()
                    .into_iter()
                    .find(|last| last.cards() == position.hand_to_move());
                assert!(
                    last.is_none() || made.cards() == position.hand_to_move(),
                    "{name}: {made} {position:?}"
                );
                position.play(made).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
            assert_eq!(position.turn(), None);
        }
    }
    assert!(moves_seen > 8 * GAMES as usize * 30, "{moves_seen}");
}

/// How many games of a thousand the landlord wins, without an auction.
fn landlord_wins(rules: Rules, landlord: &'static dyn Policy, peasants: &'static dyn Policy) -> usize {
    const THOUSANDS: usize = 4;
    let run = Simulation::new(rules, &[landlord, peasants], false, (1, 2), (3, 4));
    let mut won = 0;
    run.play_games(0, THOUSANDS * 1_000, |game| won += usize::from(game.landlord_won));
    won / THOUSANDS
}

#[test]
fn both_sides_beat_the_simpler_policies() {
    for rules in [Rules::three_player(), Rules::four_player()] {
        let players = rules.players;
        assert!(landlord_wins(rules, &Rule, &Random) > 930, "{players}");
        assert!(landlord_wins(rules, &Random, &Rule) < 70, "{players}");
        assert!(landlord_wins(rules, &Rule, &Greedy) > 600, "{players}");
        assert!(landlord_wins(rules, &Greedy, &Rule) < 400, "{players}");
    }
}

#[test]
fn neither_side_has_an_easy_game_against_itself() {
    let wins = landlord_wins(Rules::three_player(), &Rule, &Rule);
    assert!((420..520).contains(&wins), "{wins}");
}
