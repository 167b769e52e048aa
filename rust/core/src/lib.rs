#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod action_space;
mod classify;
mod compare;
mod deal;
mod error;
mod hand;
mod kickers;
mod movegen;
mod perft;
mod play;
mod position;
mod random;
mod rank;
mod rules;

pub use action_space::ActionSpace;
pub use classify::{classify, is_play};
pub use compare::{beats, shape_beats};
pub use deal::{Deal, DealStream};
pub use error::{IllegalMove, InvalidPosition, InvalidRules, ParseHandError};
pub use hand::Hand;
pub use movegen::{count_moves, legal_moves, list_moves, nth_move};
pub use perft::{perft, perft_while};
pub use play::{Kind, Move, Shape};
pub use position::{MOST_SEATS, Position, Role, Spring, Tally, Undo};
pub use rank::{Rank, RankSet};
pub use rules::{AllPass, AuctionMode, BottomCards, KickerSolos, Named, QuadSolos, Rules, Scoring, Table};
