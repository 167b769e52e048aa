//! Numbers and objects across the border: packed ints, seats and counts, and the shared Move objects.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Mutex;

use doudizhu_core::{Move, PackedHasher, Rank};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList};

use crate::error::{Datum, exception, no_play};

/// The whole number that an object is; `None` for anything else, a bool included: among seats, indices or cards it is a
/// slip.
pub(crate) fn whole_number<'py>(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Option<Bound<'py, PyInt>>> {
    if let Ok(number) = object.cast_exact::<PyInt>() {
        return Ok(Some(number.to_owned()));
    }
    if object.is_exact_instance_of::<PyBool>() {
        return Ok(None);
    }
    let py = object.py();
    match py.import("operator")?.call_method1("index", (object,)) {
        Ok(number) => Ok(Some(number.cast_into()?)),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The same in a Rust type, `None` also where that does not hold it; without a detour for what usually comes.
fn held<'a, 'py, T: FromPyObject<'a, 'py>>(object: Borrowed<'a, 'py, PyAny>) -> Option<T> {
    if object.is_exact_instance_of::<PyBool>() {
        return None;
    }
    object.extract().ok()
}

fn not_whole(value: Borrowed<'_, '_, PyAny>) -> PyErr {
    let data = [("value", value.to_owned().unbind().into())];
    exception(value.py(), "InvalidArgumentError", "not_whole", data)
}

/// A whole number as the Python object that it is.
pub(crate) struct Integer<'py>(pub(crate) Bound<'py, PyInt>);

impl<'py> FromPyObject<'_, 'py> for Integer<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self, Self::Error> {
        whole_number(object)?.map(Self).ok_or_else(|| not_whole(object))
    }
}

/// A packed hand or move as it comes from Python: any whole number that 64 bits hold.
#[derive(Clone, Copy)]
pub(crate) struct Packed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Packed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self, Self::Error> {
        if let Some(packed) = held(object) {
            return Ok(Self(packed));
        }
        // An error of the object's own goes before.
        whole_number(object)?;
        Err(not_packed(object))
    }
}

fn not_packed(value: Borrowed<'_, '_, PyAny>) -> PyErr {
    let data = [("value", value.to_owned().unbind().into())];
    exception(value.py(), "InvalidArgumentError", "not_packed", data)
}

impl Packed {
    /// The move of this packed form.
    pub(crate) fn play(self, py: Python<'_>) -> PyResult<Move> {
        Move::from_packed(self.0).ok_or_else(|| no_play(py, self))
    }

    /// The counts of the fifteen ranks, whether such cards exist or not.
    pub(crate) fn counts(self) -> [u8; Rank::COUNT] {
        std::array::from_fn(|rank| (self.0 >> (4 * rank) & 0xF) as u8)
    }

    /// Whether the number carries a kind, as moves do and hands do not.
    pub(crate) fn has_kind(self) -> bool {
        self.0 >> 60 != 0
    }
}

/// A whole number of any size.
pub(crate) enum Whole {
    /// One that 64 bits hold.
    Held(i64),
    /// Any other: it is in no range that is ever asked for, and stays what it was for the error.
    Beyond(Py<PyInt>),
}

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self, Self::Error> {
        if let Some(number) = held(object) {
            return Ok(Self::Held(number));
        }
        let Integer(number) = object.extract()?;
        Ok(Self::Beyond(number.unbind()))
    }
}

impl From<Whole> for Datum {
    fn from(number: Whole) -> Self {
        match number {
            Whole::Held(number) => Self::Number(number),
            Whole::Beyond(number) => Self::Object(number.into_any()),
        }
    }
}

impl Whole {
    /// The number in a narrower type, `None` where that does not hold it.
    pub(crate) fn get<T: TryFrom<i64>>(&self) -> Option<T> {
        match self {
            Self::Held(number) => T::try_from(*number).ok(),
            Self::Beyond(_) => None,
        }
    }

    pub(crate) fn is_negative(&self, py: Python<'_>) -> PyResult<bool> {
        match self {
            Self::Held(number) => Ok(*number < 0),
            Self::Beyond(number) => number.bind(py).lt(0),
        }
    }

    /// The number as an index; what is negative becomes an index past every end.
    pub(crate) fn index(&self) -> usize {
        self.get().unwrap_or(usize::MAX)
    }

    /// The number as a Python object.
    pub(crate) fn object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(match self {
            Self::Held(number) => number.into_pyobject(py)?.into_any().unbind(),
            Self::Beyond(number) => number.into_any(),
        })
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

thread_local! {
    /// Memory for lists in the making, kept for the next one. It is taken out for the time of use: making a Move object
    /// runs Python code, which may ask for a list itself.
    static SCRATCH: Cell<(Vec<Move>, Vec<Py<PyAny>>)> = const { Cell::new((Vec::new(), Vec::new())) };
}

/// A list of the Move objects of those moves that `list` appends.
pub(crate) fn move_list(py: Python<'_>, list: impl FnOnce(&mut Vec<Move>)) -> PyResult<Bound<'_, PyList>> {
    let (mut moves, mut objects) = SCRATCH.take();
    list(&mut moves);
    with_move_objects(|shared| {
        let Some(shared) = shared else { return };
        let known = moves.iter().map_while(|play| shared.known.get(&play.packed()));
        objects.extend(known.map(|object| object.clone_ref(py)));
    });
    for &play in &moves[objects.len()..] {
        objects.push(move_object(py, play)?);
    }
    let listed = PyList::new(py, objects.drain(..))?;
    moves.clear();
    SCRATCH.set((moves, objects));
    Ok(listed)
}
