#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod action_space;
mod auction;
mod batch;
mod bulk;
mod classify;
mod compare;
mod cpu;
mod deal;
mod encode;
mod error;
mod hand;
mod kickers;
mod min_plays;
mod movegen;
mod odds;
mod perft;
mod play;
mod policy;
mod position;
mod random;
mod rank;
mod rules;
mod simulate;

pub use action_space::ActionSpace;
pub use auction::{Auction, HIGHEST_BID};
pub use batch::{Batch, BatchError};
pub use bulk::{Question, Threads, count_many, least_plays_while, list_many};
pub use classify::{classify, is_play};
pub use compare::{beats, shape_beats};
pub use deal::{Deal, DealStream, Deals};
pub use encode::{OBSERVATION_VERSION, observation_width};
pub use error::{IllegalMove, InvalidPosition, InvalidRules, ParseHandError, TooManyCards};
pub use hand::Hand;
pub use min_plays::{Decompositions, MOST_CARDS, decompositions_while, least_plays};
pub use movegen::{count_moves, legal_moves, list_moves, nth_move};
pub use odds::{Held, InvalidPlaces, Odds, Place, Unseen};
pub use perft::{perft, perft_while};
pub use play::{Kind, Move, Shape};
pub use policy::{Greedy, POLICIES, Policy, Random, Rule, policy};
pub use position::{Position, Role, Spring, Tally, Undo};
pub use random::Draws;
pub use rank::{Rank, RankSet};
pub use rules::{AllPass, AuctionMode, BottomCards, KickerSolos, MOST_SEATS, Named, QuadSolos, Rules, Scoring, Table};
pub use simulate::{Outcome, Simulation};
