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
mod hidden;
mod kickers;
mod min_plays;
mod movegen;
mod perft;
mod play;
mod policy;
mod position;
mod random;
mod rank;
mod rollout;
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
pub use hidden::{Hidden, MOST_PLACES};
