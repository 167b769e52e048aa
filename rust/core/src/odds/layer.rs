//! Counts of one step in the narrowest numbers that hold them.

use std::borrow::Cow;

use super::number::{Number, Wide};

/// The counts of one step.
pub(crate) enum Layer {
    Narrow(Vec<u64>),
    Middle(Vec<u128>),
    Wide(Vec<Wide>),
}

impl Layer {
    /// One of the counts.
    pub(crate) fn at(&self, index: usize) -> Wide {
        Wide::from_digits(match self {
            Self::Narrow(counts) => counts[index].digits(),
            Self::Middle(counts) => counts[index].digits(),
            Self::Wide(counts) => counts[index].digits(),
        })
    }
}

/// A number that layers are made of.
pub(crate) trait LayerNumber: Number {
    /// The counts of a layer in this type, which is not narrower than that of the layer.
    fn counts(layer: &Layer) -> Cow<'_, [Self]>
    where
        [Self]: ToOwned<Owned = Vec<Self>>;

    /// A layer of these counts.
    fn layer(counts: Vec<Self>) -> Layer;
}

fn widened<T: Number, U: Number>(counts: &[T]) -> Vec<U> {
    counts.iter().map(|&count| U::from_digits(count.digits())).collect()
}

impl LayerNumber for u64 {
    fn counts(layer: &Layer) -> Cow<'_, [Self]> {
        match layer {
            Layer::Narrow(counts) => Cow::Borrowed(counts),
            Layer::Middle(counts) => Cow::Owned(widened(counts)),
            Layer::Wide(counts) => Cow::Owned(widened(counts)),
        }
    }

    fn layer(counts: Vec<Self>) -> Layer {
        Layer::Narrow(counts)
    }
}

impl LayerNumber for u128 {
    fn counts(layer: &Layer) -> Cow<'_, [Self]> {
        match layer {
            Layer::Narrow(counts) => Cow::Owned(widened(counts)),
            Layer::Middle(counts) => Cow::Borrowed(counts),
            Layer::Wide(counts) => Cow::Owned(widened(counts)),
        }
    }

    fn layer(counts: Vec<Self>) -> Layer {
        Layer::Middle(counts)
    }
}

impl LayerNumber for Wide {
    fn counts(layer: &Layer) -> Cow<'_, [Self]> {
        match layer {
            Layer::Narrow(counts) => Cow::Owned(widened(counts)),
            Layer::Middle(counts) => Cow::Owned(widened(counts)),
            Layer::Wide(counts) => Cow::Borrowed(counts),
        }
    }

    fn layer(counts: Vec<Self>) -> Layer {
        Layer::Wide(counts)
    }
}
