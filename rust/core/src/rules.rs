//! Rules as data: every switch, the named presets, and what follows from the number of players.

use crate::error::InvalidRules;
use crate::hand::Hand;
use crate::play::Kind;
use crate::rank::Rank;

/// A switch whose values have names.
pub trait Named: Copy + PartialEq + 'static {
    /// Every value with its name.
    const NAMES: &'static [(&'static str, Self)];

    /// The value of this name.
    #[must_use]
    fn from_name(name: &str) -> Option<Self> {
        let (_, value) = Self::NAMES.iter().find(|(known, _)| *known == name)?;
        Some(*value)
    }
}

/// How the auction runs (rules 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AuctionMode {
    /// A player who passed may bid at a later turn.
    Reentry,
    /// A player who passed is out of the auction.
    PassIsFinal,
    /// Every player speaks at most once.
    SingleRound,
    /// Seat 0 is the landlord at a bid of 1.
    None,
}

impl Named for AuctionMode {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("reentry", Self::Reentry),
        ("pass_is_final", Self::PassIsFinal),
        ("single_round", Self::SingleRound),
        ("none", Self::None),
    ];
}

/// What happens when everybody passes in the auction (rules 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AllPass {
    /// The cards are dealt anew.
    Redeal,
    /// The game ends without payment.
    Void,
    /// The first bidder becomes landlord at a bid of 1.
    FirstBidder,
}

impl Named for AllPass {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("redeal", Self::Redeal),
        ("void", Self::Void),
        ("first_bidder", Self::FirstBidder),
    ];
}

/// Whether the other players see the bottom cards (rules 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BottomCards {
    /// Everybody sees them when the landlord takes them.
    Shown,
    /// Only the landlord sees them.
    Hidden,
}

impl Named for BottomCards {
    const NAMES: &'static [(&'static str, Self)] = &[("shown", Self::Shown), ("hidden", Self::Hidden)];
}

/// How often one rank may stand among the solos of a trio chain (rules 2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KickerSolos {
    /// Once.
    Distinct,
    /// Up to three times.
    Repeat3,
    /// As often as the pack has it.
    Free,
}

impl Named for KickerSolos {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("distinct", Self::Distinct),
        ("repeat3", Self::Repeat3),
        ("free", Self::Free),
    ];
}

/// Whether the two solos of a quad may be a pair (rules 2.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuadSolos {
    /// They have different ranks.
    Distinct,
    /// They may have the same rank.
    PairOk,
}

impl Named for QuadSolos {
    const NAMES: &'static [(&'static str, Self)] = &[("distinct", Self::Distinct), ("pair_ok", Self::PairOk)];
}

/// How a finished game is paid (rules 1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Bid times two to the number of doublings.
    Exponential,
    /// One from each peasant, whatever was bid and bombed.
    WinLoss,
}

impl Named for Scoring {
    const NAMES: &'static [(&'static str, Self)] = &[("exponential", Self::Exponential), ("win_loss", Self::WinLoss)];
}

/// The most seats of any table.
pub const MOST_SEATS: usize = 4;

/// What follows from the number of players (rules 1.1, 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The number of players.
    pub players: u8,
    /// The number of 54-card packs.
    pub packs: u8,
    /// Cards dealt to each player.
    pub hand_size: u8,
    /// Cards that only the landlord picks up.
    pub bottom_size: u8,
}

impl Table {
    /// The tables of one pack and of two.
    pub(crate) const ALL: [Self; 2] = [
        Self {
            players: 3,
            packs: 1,
            hand_size: 17,
            bottom_size: 3,
        },
        Self {
            players: 4,
            packs: 2,
            hand_size: 25,
            bottom_size: 8,
        },
    ];

    /// How many hands a position may have: one for each player, and of three players also two, the landlord's and one
    /// peasant's, as in puzzles.
    #[must_use]
    pub const fn hand_counts(&self) -> &'static [usize] {
        if self.players == 3 { &[2, 3] } else { &[4] }
    }

    /// The most cards of one play: the landlord's whole hand.
    #[must_use]
    pub const fn largest_play(&self) -> u8 {
        self.hand_size + self.bottom_size
    }

    /// The greatest length of plays of this kind: chain units, a bomb's size, or 1.
    #[must_use]
    pub const fn greatest_length(&self, kind: Kind) -> u8 {
        const LONGEST_CHAIN: u8 = 12;
        if matches!(kind, Kind::Bomb) {
            return 4 * self.packs;
        }
        if kind.least_length() == 1 {
            return 1;
        }
        let fitting = self.largest_play() / kind.cards_per_unit();
        if fitting < LONGEST_CHAIN {
            fitting
        } else {
            LONGEST_CHAIN
        }
    }

    /// All cards of the game.
    #[must_use]
    pub const fn pack(&self) -> Hand {
        let one_pack = 0x0114_4444_4444_4444;
        Hand::from_packed_unchecked(one_pack * self.packs as u64)
    }

    /// How many cards of the rank with this index the game has.
    pub(crate) const fn copies(self, rank: usize) -> usize {
        let in_one_pack = if rank > Rank::TWO.index() { 1 } else { 4 };
        in_one_pack * self.packs as usize
    }
}

/// A rule set: one value for each switch. [`Rules::default`] is [`Rules::three_player`].
///
/// # Examples
///
/// ```
/// use doudizhu_core::{InvalidRules, Rules};
/// assert_eq!(Rules::preset("rlcard"), Some(Rules::rlcard()));
/// assert!(Rules::four_player().validate().is_ok());
/// let contradiction = Rules { joker_pairs: true, ..Rules::three_player() };
/// let fields = &["players", "joker_pairs"];
/// assert_eq!(contradiction.validate(), Err(InvalidRules::Contradiction { fields }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// 3 or 4; packs, hand sizes and bottom cards follow.
    pub players: u8,
    /// How the auction runs.
    pub auction: AuctionMode,
    /// What happens when everybody passes.
    pub all_pass: AllPass,
    /// Whether one dealt card is public and its holder bids first.
    pub turned_up_card: bool,
    /// Who sees the bottom cards.
    pub bottom_cards: BottomCards,
    /// Whether a trio may carry a solo.
    pub trio_with_solo: bool,
    /// Whether trio chains may carry solos.
    pub trio_chain_with_solos: bool,
    /// Whether trio chains may carry pairs.
    pub trio_chain_with_pairs: bool,
    /// Whether a quad may carry two solos or two pairs.
    pub quad_with_kickers: bool,
    /// How often one rank may stand among the solos of a trio chain.
    pub kicker_solos: KickerSolos,
    /// Whether three or more of a rank next to the body of a trio chain may be its solos.
    pub adjacent_trio_as_kickers: bool,
    /// Whether a black and a red joker may be kickers of one play.
    pub both_jokers_as_kickers: bool,
    /// Whether the two solos of a quad may be a pair.
    pub quad_solos: QuadSolos,
    /// Whether two jokers of one colour are a pair.
    pub joker_pairs: bool,
    /// Whether both joker pairs may be kickers of one play.
    pub four_jokers_as_kickers: bool,
    /// How a finished game is paid.
    pub scoring: Scoring,
    /// The size from which a bomb doubles the stake.
    pub bomb_double_min: u8,
    /// Whether a shut-out doubles the stake.
    pub spring: bool,
}

impl Rules {
    /// The common rules for three players and one pack, the default.
    #[must_use]
    pub const fn three_player() -> Self {
        Self {
            players: 3,
            auction: AuctionMode::Reentry,
            all_pass: AllPass::Redeal,
            turned_up_card: true,
            bottom_cards: BottomCards::Shown,
            trio_with_solo: true,
            trio_chain_with_solos: true,
            trio_chain_with_pairs: true,
            quad_with_kickers: true,
            kicker_solos: KickerSolos::Distinct,
            adjacent_trio_as_kickers: false,
            both_jokers_as_kickers: false,
            quad_solos: QuadSolos::Distinct,
            joker_pairs: false,
            four_jokers_as_kickers: false,
            scoring: Scoring::Exponential,
            bomb_double_min: 4,
            spring: true,
        }
    }

    /// The four-player game with two packs.
    #[must_use]
    pub const fn four_player() -> Self {
        Self {
            players: 4,
            trio_with_solo: false,
            trio_chain_with_solos: false,
            quad_with_kickers: false,
            joker_pairs: true,
            four_jokers_as_kickers: true,
            bomb_double_min: 6,
            ..Self::three_player()
        }
    }

    /// The Chinese national competition rules, without their doubling phase.
    #[must_use]
    pub const fn national() -> Self {
        Self {
            auction: AuctionMode::SingleRound,
            kicker_solos: KickerSolos::Repeat3,
            quad_solos: QuadSolos::PairOk,
            ..Self::three_player()
        }
    }

    /// `RLCard`'s game.
    #[must_use]
    pub const fn rlcard() -> Self {
        Self {
            auction: AuctionMode::None,
            scoring: Scoring::WinLoss,
            ..Self::national()
        }
    }

    /// `OpenSpiel`'s game.
    #[must_use]
    pub const fn openspiel() -> Self {
        Self {
            all_pass: AllPass::Void,
            kicker_solos: KickerSolos::Repeat3,
            adjacent_trio_as_kickers: true,
            quad_with_kickers: false,
            ..Self::three_player()
        }
    }

    /// `DouZero`'s game.
    #[must_use]
    pub const fn douzero() -> Self {
        Self {
            auction: AuctionMode::None,
            kicker_solos: KickerSolos::Free,
            adjacent_trio_as_kickers: true,
            both_jokers_as_kickers: true,
            quad_solos: QuadSolos::PairOk,
            spring: false,
            ..Self::three_player()
        }
    }

    /// Botzone's game without shuttles.
    #[must_use]
    pub const fn botzone() -> Self {
        Self {
            auction: AuctionMode::SingleRound,
            all_pass: AllPass::FirstBidder,
            both_jokers_as_kickers: true,
            ..Self::three_player()
        }
    }

    /// The rules of the least-plays puzzle of NOIP 2015.
    #[must_use]
    pub const fn noip() -> Self {
        Self {
            auction: AuctionMode::None,
            trio_chain_with_solos: false,
            trio_chain_with_pairs: false,
            both_jokers_as_kickers: true,
            quad_solos: QuadSolos::PairOk,
            ..Self::three_player()
        }
    }

    /// The numbers of players that exist.
    pub const PLAYERS: &'static [u8] = &[3, 4];

    /// The sizes from which bombs can double.
    pub const BOMB_DOUBLE_MINS: &'static [u8] = &[4, 5, 6, 7, 8];

    /// Every preset with its name.
    pub const PRESETS: &'static [(&'static str, Self)] = &[
        ("three_player", Self::three_player()),
        ("four_player", Self::four_player()),
        ("national", Self::national()),
        ("rlcard", Self::rlcard()),
        ("openspiel", Self::openspiel()),
        ("douzero", Self::douzero()),
        ("botzone", Self::botzone()),
        ("noip", Self::noip()),
    ];

    /// The preset of this name.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        let (_, rules) = Self::PRESETS.iter().find(|(known, _)| *known == name)?;
        Some(*rules)
    }

    /// What follows from the number of players.
    #[must_use]
    pub const fn table(&self) -> &'static Table {
        &Table::ALL[(self.players == 4) as usize]
    }

    /// Checks that the values of all switches exist and do not contradict each other.
    ///
    /// # Errors
    ///
    /// [`InvalidRules`] names the first switch whose value does not exist, or the switches of the first contradiction.
    pub fn validate(&self) -> Result<(), InvalidRules> {
        let numbers = [
            ("players", Self::PLAYERS, self.players),
            ("bomb_double_min", Self::BOMB_DOUBLE_MINS, self.bomb_double_min),
        ];
        for (field, allowed, value) in numbers {
            if !allowed.contains(&value) {
                return Err(InvalidRules::UnknownValue { field, allowed, value });
            }
        }
        let one_pack = self.players == 3;
        let solos_may_repeat = self.kicker_solos != KickerSolos::Distinct;
        let contradictions: [(bool, &'static [&'static str]); 8] = [
            (self.joker_pairs && one_pack, &["players", "joker_pairs"]),
            (
                self.four_jokers_as_kickers && one_pack,
                &["players", "four_jokers_as_kickers"],
            ),
            (
                self.four_jokers_as_kickers && !self.joker_pairs,
                &["joker_pairs", "four_jokers_as_kickers"],
            ),
            (
                self.adjacent_trio_as_kickers && !solos_may_repeat,
                &["kicker_solos", "adjacent_trio_as_kickers"],
            ),
            (
                solos_may_repeat && !self.trio_chain_with_solos,
                &["trio_chain_with_solos", "kicker_solos"],
            ),
            (
                self.quad_solos == QuadSolos::PairOk && !self.quad_with_kickers,
                &["quad_with_kickers", "quad_solos"],
            ),
            (
                self.both_jokers_as_kickers && !self.trio_chain_with_solos && !self.quad_with_kickers,
                &["trio_chain_with_solos", "quad_with_kickers", "both_jokers_as_kickers"],
            ),
            (
                self.auction == AuctionMode::None && self.all_pass != AllPass::Redeal,
                &["auction", "all_pass"],
            ),
        ];
        match contradictions.into_iter().find(|(holds, _)| *holds) {
            Some((_, fields)) => Err(InvalidRules::Contradiction { fields }),
            None => Ok(()),
        }
    }

    /// Whether plays of this kind exist under these rules.
    #[must_use]
    pub const fn allows(&self, kind: Kind) -> bool {
        match kind {
            Kind::TrioWithSolo => self.trio_with_solo,
            Kind::TrioChainWithSolos => self.trio_chain_with_solos,
            Kind::TrioChainWithPairs => self.trio_chain_with_pairs,
            Kind::QuadWithSolos | Kind::QuadWithPairs => self.quad_with_kickers,
            _ => true,
        }
    }

    /// The least and the greatest length of plays of this kind: chain units, a bomb's size, or 1.
    #[must_use]
    pub fn lengths(&self, kind: Kind) -> std::ops::RangeInclusive<u8> {
        kind.least_length()..=self.table().greatest_length(kind)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::three_player()
    }
}
