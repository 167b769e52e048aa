#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod action_space;
mod auction;
mod batch;
mod bulk;
mod classify;
mod columns;
mod compare;
mod cpu;
mod deal;
mod encode;
mod error;
mod hand;
mod kickers;
mod movegen;
mod perft;
mod play;
mod policy;
mod position;
mod random;
mod rank;
mod rules;
mod simulate;
mod table;

pub use action_space::ActionSpace;
pub use auction::{Auction, HIGHEST_BID};
pub use batch::Batch;
pub use bulk::{Question, Threads, count_many, list_many};
pub use classify::{classify, is_play};
pub use columns::{Columns, Counts};
pub use compare::{beats, shape_beats};
pub use deal::{Deal, DealStream, Deals};
pub use encode::{OBSERVATION_VERSION, observation_width};
pub use error::{BatchError, IllegalMove, InvalidPosition, InvalidRules, ParseHandError};
pub use hand::Hand;
pub use movegen::{count_moves, legal_moves, list_moves, nth_move};
pub use perft::{perft, perft_while};
pub use play::{Kind, Move, Shape};
pub use policy::{Greedy, POLICIES, Policy, Random, policy};
pub use position::{Position, Role, Spring, Tally, Undo};
pub use random::Draws;
pub use rank::{Rank, RankSet};
pub use rules::{AllPass, AuctionMode, BottomCards, KickerSolos, MOST_SEATS, Named, QuadSolos, Rules, Scoring, Table};
pub use simulate::{Outcome, Simulation};
