//! The transposition table: shared by all threads, without locks.
//!
//! An entry is two atomic words: the packed data, and the position's key exclusive-or the data. Two threads that
//! write the same entry at once may leave words that do not belong together; such a pair fits no key, so the
//! probe misses (the coherence check). All 64 bits of the key are checked.

use std::alloc::{self, Layout};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use chuhe_movegen::Move;

use crate::score::{MATE, MATE_BOUND, NONE, RULE_BOUND, Value, is_by_rule};

/// What the stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// No value, only a move or an evaluation.
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The value itself.
    Exact,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::None, Kind::Upper, Kind::Lower, Kind::Exact];

    /// Whether a value of this kind may stand for one that is at least (`above`) or at most it.
    pub(crate) fn proves(self, at_least: bool) -> bool {
        match self {
            Kind::None => false,
            Kind::Exact => true,
            Kind::Lower => at_least,
            Kind::Upper => !at_least,
        }
    }

    /// Whether the true value is at least the stored one.
    pub(crate) fn is_lower(self) -> bool {
        self.proves(true)
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Best move, if one was found.
    pub mv: Option<Move>,
    /// Value from the probing node's ply; `NONE` unless `kind` says more.
    pub value: Value,
    /// Static evaluation before any correction; `NONE` in check.
    pub eval: Value,
    /// Depth of the search behind the value.
    pub depth: i32,
    /// Meaning of the value.
    pub kind: Kind,
    /// Whether the position was ever on a principal variation.
    pub pv: bool,
}

const ENTRIES: usize = 4;
const AGE_BITS: u32 = 5;
const AGE_MASK: u8 = (1 << AGE_BITS) - 1;
/// Plies of depth that one search of age is worth when an entry is chosen for replacement.
const AGE_WEIGHT: i32 = 4;

/// Entries that share a cache line.
#[repr(C, align(64))]
#[derive(Default)]
struct Cluster {
    entries: [[AtomicU64; 2]; ENTRIES],
}

const _: () = assert!(size_of::<Cluster>() == 64);

/// The packed form: move 16, value 16, evaluation 16, depth 8, kind 2, pv 1, age 5 bits.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    fn new(entry: &Entry, age: u8) -> Packed {
        let mv = entry.mv.map_or(0, Move::raw);
        Packed(
            u64::from(mv)
                | u64::from(entry.value as i16 as u16) << 16
                | u64::from(entry.eval as i16 as u16) << 32
                | (entry.depth.clamp(0, 255) as u64) << 48
                | (entry.kind as u64) << 56
                | u64::from(entry.pv) << 58
                | u64::from(age) << 59,
        )
    }

    fn entry(self) -> Entry {
        Entry {
            mv: Move::from_raw(self.0 as u16),
            value: Value::from((self.0 >> 16) as i16),
            eval: Value::from((self.0 >> 32) as i16),
            depth: self.depth(),
            kind: Kind::ALL[(self.0 >> 56 & 3) as usize],
            pv: self.0 >> 58 & 1 != 0,
        }
    }

    fn depth(self) -> i32 {
        (self.0 >> 48 & 0xff) as i32
    }

    fn age(self) -> u8 {
        (self.0 >> 59) as u8
    }

    /// How much the entry is worth keeping in a search of age `now`.
    fn worth(self, now: u8) -> i32 {
        self.depth() - AGE_WEIGHT * i32::from(now.wrapping_sub(self.age()) & AGE_MASK)
    }
}

/// The table.
pub(crate) struct Table {
    clusters: Box<[Cluster]>,
}

/// The system has not enough memory for a table of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not enough memory for a hash table of {mib} MiB")]
pub struct OutOfMemory {
    /// The size asked for.
    pub mib: usize,
}

impl Table {
    /// A table of `mib` mebibytes (at least one).
    ///
    /// # Panics
    /// Where there is not enough memory.
    pub(crate) fn new(mib: usize) -> Table {
        Table::try_new(mib).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A table of `mib` mebibytes (at least one), if the system has them.
    pub(crate) fn try_new(mib: usize) -> Result<Table, OutOfMemory> {
        let bytes = mib.max(1).checked_mul(1 << 20).ok_or(OutOfMemory { mib })?;
        let clusters = zeroed(bytes / size_of::<Cluster>()).ok_or(OutOfMemory { mib })?;
        Ok(Table { clusters })
    }

    /// Its size in mebibytes.
    pub(crate) fn mib(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Empties the table, with up to `threads` threads.
    pub(crate) fn clear(&self, threads: usize) {
        let share = self.clusters.len().div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            for part in self.clusters.chunks(share) {
                scope.spawn(move || {
                    part.iter()
                        .flat_map(|cluster| &cluster.entries)
                        .flatten()
                        .for_each(|word| word.store(0, Relaxed))
                });
            }
        });
    }

    fn cluster(&self, key: u64) -> &Cluster {
        // A multiplication maps the key evenly to any number of clusters, not only powers of two.
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Asks the processor to load the position's cluster.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch is a hint that cannot fault, and the address is that of a live cluster.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.cluster(key)).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Looks a position up. `ply` turns stored mates into mates from the root; `room` is the number of plies
    /// before the natural limit draws, beyond which a mate cannot be relied on.
    pub(crate) fn probe(&self, key: u64, ply: usize, room: i32) -> Option<Entry> {
        let packed = self.cluster(key).entries.iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (data != 0 && check.load(Relaxed) ^ data == key).then_some(Packed(data))
        })?;
        let mut entry = packed.entry();
        entry.value = from_table(entry.value, ply, room);
        Some(entry)
    }

    /// Stores a position. An older move is kept when the new entry has none, and a much deeper value of the
    /// same search is not overwritten by a shallow bound.
    pub(crate) fn store(&self, key: u64, ply: usize, age: u8, mut entry: Entry) {
        if is_by_rule(entry.value) {
            // True of this path only: keep the move, forget the value.
            (entry.kind, entry.value) = (Kind::None, NONE);
        }
        let slots = &self.cluster(key).entries;
        let (mut slot, mut least) = (&slots[0], i32::MAX);
        for candidate in slots {
            let data = Packed(candidate[1].load(Relaxed));
            if data.0 != 0 && candidate[0].load(Relaxed) ^ data.0 == key {
                /// A new bound replaces a deeper entry of the same position only if within so many plies.
                const SLACK: i32 = 4;
                let old = data.entry();
                entry.mv = entry.mv.or(old.mv);
                let keeps = entry.kind != Kind::Exact && data.age() == age && old.kind != Kind::None;
                if keeps && entry.depth + SLACK + 2 * i32::from(entry.pv) <= old.depth {
                    return;
                }
                slot = candidate;
                break;
            }
            let worth = if data.0 == 0 { i32::MIN } else { data.worth(age) };
            if worth < least {
                (slot, least) = (candidate, worth);
            }
        }
        entry.value = to_table(entry.value, ply);
        let data = Packed::new(&entry, age).0;
        slot[0].store(key ^ data, Relaxed);
        slot[1].store(data, Relaxed);
    }

    /// The age that follows `age`.
    pub(crate) fn next_age(age: u8) -> u8 {
        age.wrapping_add(1) & AGE_MASK
    }

    /// Permille of a sample of entries that the search of this age wrote.
    pub(crate) fn hashfull(&self, age: u8) -> u16 {
        /// Clusters looked at.
        const SAMPLE: usize = 250;
        let sample = &self.clusters[..SAMPLE.min(self.clusters.len())];
        let used = sample.iter().flat_map(|cluster| &cluster.entries).filter(|[_, data]| {
            let data = data.load(Relaxed);
            data != 0 && Packed(data).age() == age
        });
        (used.count() * 1000 / (sample.len() * ENTRIES)) as u16
    }
}

/// A boxed slice of empty clusters; `None` if the system has not enough memory.
fn zeroed(count: usize) -> Option<Box<[Cluster]>> {
    let layout = Layout::array::<Cluster>(count).ok()?;
    // SAFETY: the layout is not empty: a table has at least a mebibyte.
    let memory = unsafe { alloc::alloc(layout) };
    if memory.is_null() {
        return None;
    }
    // Before the first touch, when pages get their size. (The allocator's own zeroing would touch them.)
    huge_pages(memory, layout.size());
    // SAFETY: the block was allocated above with this size.
    unsafe { memory.write_bytes(0, layout.size()) };
    let slice = std::ptr::slice_from_raw_parts_mut(memory.cast::<Cluster>(), count);
    // SAFETY: allocated above with the layout of this very slice; all zero bits are valid atomics.
    Some(unsafe { Box::from_raw(slice) })
}

/// Asks for large pages: a table of any size is then walked without misses in the page tables.
fn huge_pages(memory: *mut u8, size: usize) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let start = (memory as usize).next_multiple_of(PAGE);
        let end = (memory as usize + size) / PAGE * PAGE;
        if end > start {
            // SAFETY: the range lies within a live allocation of ours; the advice changes no contents.
            unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (memory, size);
}

/// Mates are stored by their distance from the node, not from the root.
fn to_table(value: Value, ply: usize) -> Value {
    match value {
        NONE => 0,
        v if v >= MATE_BOUND => v + ply as Value,
        v if v <= -MATE_BOUND => v - ply as Value,
        v => v,
    }
}

/// The reverse of [`to_table`]. A mate that the natural limit would forestall is only a large advantage.
fn from_table(value: Value, ply: usize, room: i32) -> Value {
    let distance = MATE - value.abs();
    if value.abs() < MATE_BOUND {
        value
    } else if distance > room {
        (RULE_BOUND - 1) * value.signum()
    } else {
        value - value.signum() * ply as Value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FAR: i32 = i32::MAX;

    fn entry(value: Value, depth: i32, kind: Kind) -> Entry {
        Entry { mv: Move::from_raw(1 + 128), value, eval: 17, depth, kind, pv: true }
    }

    #[test]
    fn mates_are_stored_by_distance() {
        let table = Table::new(1);
        table.store(7 << 40, 10, 1, entry(MATE - 15, 3, Kind::Exact));
        assert_eq!(table.probe(7 << 40, 2, FAR).map(|e| e.value), Some(MATE - 7));
        assert_eq!(
            table.probe(7 << 40, 2, 4).map(|e| e.value),
            Some(RULE_BOUND - 1),
            "beyond the natural limit"
        );
    }

    #[test]
    fn values_by_rule_are_forgotten() {
        let table = Table::new(1);
        table.store(99, 3, 1, entry(-RULE_BOUND, 9, Kind::Exact));
        let found = table.probe(99, 3, FAR).expect("stored");
        assert_eq!((found.kind, found.mv), (Kind::None, Move::from_raw(129)));
    }

    #[test]
    fn torn_entries_are_not_found() {
        let table = Table::new(1);
        let (first, second) = (5 << 50, (5 << 50) + 1);
        table.store(first, 0, 1, entry(10, 3, Kind::Exact));
        table.store(second, 0, 1, entry(20, 3, Kind::Exact));
        let slots = &table.cluster(first).entries;
        slots[0][1].store(slots[1][1].load(Relaxed), Relaxed);
        assert_eq!(table.probe(first, 0, FAR), None);
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = Table::new(1);
        let key = |n: u64| (3 << 50) + n;
        for (n, (depth, age)) in [(9, 1), (3, 2), (9, 2), (8, 2)].into_iter().enumerate() {
            table.store(key(n as u64), 0, age, entry(0, depth, Kind::Exact));
        }
        table.store(key(8), 0, 3, entry(0, 1, Kind::Exact));
        assert_eq!(table.probe(key(1), 0, FAR), None, "depth 3, one search old, is worth least");
        table.clear(2);
        assert_eq!(table.probe(key(2), 0, FAR), None);
        assert_eq!(table.hashfull(3), 0);
    }

    proptest! {
        #[test]
        fn packing_loses_nothing(raw in 1u16..=11481, value in -32001i32..=32001, eval in -20000i32..=20000, depth in 0i32..=255, kind in 0usize..4, pv: bool, age in 0u8..32) {
            let entry = Entry { mv: Move::from_raw(raw), value, eval, depth, kind: Kind::ALL[kind], pv };
            let packed = Packed::new(&entry, age);
            prop_assert_eq!(packed.entry(), entry);
            prop_assert_eq!(packed.age(), age);
        }
    }
}
