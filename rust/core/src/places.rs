//! Places where unseen cards lie, each with what is known of it.

use thiserror::Error;

use crate::hand::Hand;

/// A place where unseen cards lie: a hand, or the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The cards that are known to lie there.
    pub certain: Hand,
    /// How many cards lie there, the known ones included.
    pub size: usize,
}

/// Why cards and places do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidPlaces {
    /// More places than a table has.
    #[error("{0} places are more than a table has")]
    TooMany(usize),
    /// More or fewer cards than the places take.
    #[error("{cards} cards do not fill places for {sizes}")]
    Sizes {
        /// The number of unseen cards.
        cards: usize,
        /// The cards that all places take together.
        sizes: usize,
    },
    /// Cards are said to lie in a place that has no room for them, or that are not among the unseen ones.
    #[error("place {0} cannot hold the cards that it is said to hold")]
    Certain(usize),
}

/// The unseen cards that may lie anywhere, after at most so many places took what is known to lie there.
///
/// # Errors
///
/// [`InvalidPlaces`] where the cards cannot lie like that.
pub(crate) fn loose_cards(unseen: Hand, places: &[Place], most: usize) -> Result<Hand, InvalidPlaces> {
    if places.len() > most {
        return Err(InvalidPlaces::TooMany(places.len()));
    }
    let (cards, sizes) = (unseen.len(), places.iter().map(|place| place.size));
    let sizes = sizes.fold(0, usize::saturating_add);
    if sizes != cards {
        return Err(InvalidPlaces::Sizes { cards, sizes });
    }
    let mut left = unseen;
    for (number, place) in places.iter().enumerate() {
        if place.certain.len() > place.size || !left.contains(place.certain) {
            return Err(InvalidPlaces::Certain(number));
        }
        left = left.without(place.certain);
    }
    Ok(left)
}
