//! How many runs of consecutive ranks a set holds, looked up.

use crate::play::Kind;
use crate::rank::RankSet;
use crate::rules::{Rules, Table};

/// The number of runs of each length range inside each set of the twelve chain ranks.
type RunCounts = [u8; 1 << 12];

/// The tables of one game: runs as long as its solo, pair and trio chains may be.
struct RunTables {
    solo: RunCounts,
    pair: RunCounts,
    trio: RunCounts,
}

static TABLES: [RunTables; 2] = [run_tables(Table::ALL[0]), run_tables(Table::ALL[1])];

const fn run_tables(table: Table) -> RunTables {
    RunTables {
        solo: run_counts(Kind::SoloChain, table),
        pair: run_counts(Kind::PairChain, table),
        trio: run_counts(Kind::TrioChain, table),
    }
}

const fn run_counts(kind: Kind, table: Table) -> RunCounts {
    let mut counts = [0; 1 << 12];
    let mut bits = 1;
    while bits < counts.len() {
        // The lowest stretch of neighbours counts for itself, what lies above it is counted already.
        let stretch = (bits >> bits.trailing_zeros()).trailing_ones();
        let above = bits & (bits + (1 << bits.trailing_zeros()));
        counts[bits] = counts[above] + runs_in_stretch(stretch as u8, kind, table);
        bits += 1;
    }
    counts
}

const fn runs_in_stretch(stretch: u8, kind: Kind, table: Table) -> u8 {
    let mut runs = 0;
    let mut length = kind.least_length();
    while length <= stretch && length <= table.greatest_length(kind) {
        runs += stretch - length + 1;
        length += 1;
    }
    runs
}

/// How many chains of this kind, bare and of any length the rules know, have their ranks in `ranks`.
#[inline(always)]
pub(super) fn count_chains(rules: &Rules, kind: Kind, ranks: RankSet) -> usize {
    let tables = &TABLES[usize::from(rules.table().packs) - 1];
    let counts = match kind {
        Kind::SoloChain => &tables.solo,
        Kind::PairChain => &tables.pair,
        _ => &tables.trio,
    };
    usize::from(counts[usize::from(ranks.and(RankSet::CHAIN).bits())])
}
