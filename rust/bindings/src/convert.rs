//! Numbers and objects across the border: packed ints, seats and counts, and the shared Move objects.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Mutex;

use doudizhu_core::Move;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};

use crate::error::{exception, no_play};

/// A packed hand or move as it comes from Python: any whole number that 64 bits hold.
#[derive(Clone, Copy)]
pub(crate) struct Packed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Packed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self, Self::Error> {
        match object.extract() {
            Ok(packed) => Ok(Self(packed)),
            Err(_) => Err(not_packed(&object)),
        }
    }
}

fn not_packed(value: &Bound<'_, PyAny>) -> PyErr {
    exception(
        value.py(),
        "InvalidArgumentError",
        "not_packed",
        [("value", value.clone().unbind().into())],
    )
}

impl Packed {
    /// The move of this packed form.
    pub(crate) fn play(self, py: Python<'_>) -> PyResult<Move> {
        Move::from_packed(self.0).ok_or_else(|| no_play(py, self.0))
    }
}

/// A whole number of any size; what 64 bits do not hold becomes the nearest that they do, so that range checks work.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) i64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self, Self::Error> {
        if let Ok(value) = object.extract() {
            return Ok(Self(value));
        }
        let Ok(int) = object.cast::<PyInt>() else {
            let value = object.to_owned().unbind();
            return Err(exception(
                object.py(),
                "InvalidArgumentError",
                "not_whole",
                [("value", value.into())],
            ));
        };
        Ok(Self(if int.lt(0)? { i64::MIN } else { i64::MAX }))
    }
}

impl Whole {
    /// The number as an index; what is negative becomes an index past every end.
    pub(crate) fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// Packed moves are well mixed by one multiplication.
#[derive(Default)]
struct PackedHasher(u64);

impl Hasher for PackedHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }
}

type MoveCache = HashMap<u64, Py<PyAny>, BuildHasherDefault<PackedHasher>>;

/// How Move objects are made, and those that exist: one for each action, shared by every list.
struct MoveObjects {
    make: Py<PyAny>,
    known: MoveCache,
}

static MOVE_OBJECTS: Mutex<Option<MoveObjects>> = Mutex::new(None);

/// Runs `work` on the move objects. No Python code may run inside: it could ask for the lock again.
fn with_move_objects<T>(work: impl FnOnce(&mut Option<MoveObjects>) -> T) -> T {
    // The lock is poisoned only by a panic inside `work`, which leaves the cache whole.
    work(&mut MOVE_OBJECTS.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// Says how packed moves become Move objects.
#[pyfunction]
pub(crate) fn install_move_type(make_move: Py<PyAny>) {
    let replaced = with_move_objects(|objects| {
        objects.replace(MoveObjects {
            make: make_move,
            known: MoveCache::default(),
        })
    });
    // What is replaced is released outside the lock, since releasing runs Python code.
    drop(replaced);
}

/// The Move object of a move.
pub(crate) fn move_object(py: Python<'_>, play: Move) -> PyResult<Py<PyAny>> {
    let packed = play.packed();
    let (known, make) = with_move_objects(|objects| match objects {
        Some(objects) => (
            objects.known.get(&packed).map(|object| object.clone_ref(py)),
            Some(objects.make.clone_ref(py)),
        ),
        None => (None, None),
    });
    if let Some(object) = known {
        return Ok(object);
    }
    // Without the package around it the extension hands out the packed ints themselves.
    let object = match make {
        Some(make) => make.call1(py, (packed,))?,
        None => packed.into_pyobject(py)?.into_any().unbind(),
    };
    with_move_objects(|objects| {
        if let Some(objects) = objects {
            objects.known.insert(packed, object.clone_ref(py));
        }
    });
    Ok(object)
}

/// A list of Move objects.
pub(crate) fn move_list<'py>(py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyList>> {
    let mut objects = Vec::with_capacity(moves.len());
    with_move_objects(|shared| {
        let Some(shared) = shared else { return };
        let known = moves.iter().map_while(|play| shared.known.get(&play.packed()));
        objects.extend(known.map(|object| object.clone_ref(py)));
    });
    for &play in &moves[objects.len()..] {
        objects.push(move_object(py, play)?);
    }
    PyList::new(py, objects)
}
