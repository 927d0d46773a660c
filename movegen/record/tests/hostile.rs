//! No file makes a reader panic, overflow the stack, or reserve more than the file itself accounts for.

mod foreign;
mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use chuhe_record::{Format, GameRecord, read, read_lenient, write};
use proptest::prelude::*;
use support::{game, tagged};

/// Counts what a thread has allocated and what was the most at any time.
struct Counting;

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // A thread that ends frees memory after its counters are gone.
    let _ = NOW.try_with(|now| {
        now.set(now.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now.get())));
    });
}

// SAFETY: every call goes to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the memory came from `alloc` above with this layout.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const FORMATS: [Format; 14] = [
    Format::Pgn,
    Format::Jsonl,
    Format::Xqf,
    Format::Cbr,
    Format::Cbl,
    Format::Cbf,
    Format::Dhtmlxq,
    Format::Text,
    Format::Wxf,
    Format::Pfc,
    Format::Fen,
    Format::Che,
    Format::Mxq,
    Format::Xgf,
];

/// The most memory that reading a file took.
fn peak_of(bytes: &[u8], format: Format) -> usize {
    let before = NOW.get();
    PEAK.set(before);
    let _ = read(bytes, format);
    let _ = read_lenient(bytes, format);
    (PEAK.get() - before).max(0) as usize
}

/// A sound file of a format.
fn sample(format: Format, game: &GameRecord) -> Vec<u8> {
    match write(std::slice::from_ref(game), format) {
        Ok(file) => file,
        Err(_) => foreign::encode(game, format),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes(format in 0..FORMATS.len(), bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let format = FORMATS[format];
        let _ = read(&bytes, format);
        let _ = Format::from_content(&bytes);
        // The same after what a file of the format starts with.
        let mut whole = sample(format, &GameRecord::default());
        whole.truncate(24);
        whole.extend(bytes);
        let _ = read_lenient(&whole, format);
    }

    #[test]
    fn damaged_files(
        format in 0..FORMATS.len(),
        decisions in prop::collection::vec(any::<u8>(), 0..120),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
        cut_it in any::<bool>(),
    ) {
        let format = FORMATS[format];
        let mut file = sample(format, &tagged(game(&decisions)));
        for (place, byte) in damage {
            let place = place.index(file.len());
            file[place] = byte;
        }
        if cut_it {
            file.truncate(cut.index(file.len()));
        }
        // A damaged file of some kilobytes needs some megabytes at most.
        prop_assert!(peak_of(&file, format) < (4 << 20) + 200 * file.len());
    }
}

/// Length fields of a gigabyte in short files.
#[test]
fn announced_lengths_are_not_believed() {
    const LIMIT: usize = 1 << 20;
    let huge = 0x4000_0000u32.to_le_bytes();
    let xqf = {
        let mut file = sample(Format::Xqf, &GameRecord::default());
        file[1028..1032].copy_from_slice(&huge);
        file
    };
    let cbr = {
        let mut file = sample(Format::Cbr, &GameRecord::default());
        let moves = 2214;
        file[moves] |= 4;
        file.truncate(moves + 4);
        file.extend(huge);
        file
    };
    let mut cbl = b"CCBridgeLibrary".to_vec();
    cbl.resize(60, 0);
    cbl.extend(huge);
    cbl.resize(100, 0);
    let mut xgf = vec![0x06, 0x0b, 9, 0];
    xgf.resize(4 + 221 + 132, 0);
    xgf.extend(huge);
    for (format, file) in [(Format::Xqf, xqf), (Format::Cbr, cbr), (Format::Cbl, cbl), (Format::Xgf, xgf)] {
        let peak = peak_of(&file, format);
        assert!(read(&file, format).is_err(), "{format}");
        assert!(peak < LIMIT, "{format}: {peak} bytes");
    }
}

#[test]
fn a_packed_file_that_swells_is_an_error() {
    let bomb = foreign::pack_old_cbl(&vec![0; 80 << 20]);
    assert!(bomb.len() < 200_000);
    let error = read(&bomb, Format::Cbl).unwrap_err().to_string();
    assert!(error.contains("larger than"), "{error}");
}

/// Deep nesting ends in an answer, not in an overflow of the stack.
#[test]
fn deep_nesting() {
    const DEPTH: usize = 100_000;
    let brackets = format!("1. h2e2 {}", "(".repeat(DEPTH));
    let json = format!("{{\"moves\":[],\"tags\":{}", "{\"a\":".repeat(DEPTH));
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let shuffle = ["h2h3", "h7h6", "h3h2", "h6h7"];
    let pfc = |depth: usize| {
        let nested: String = (0..depth).map(|ply| format!("<n m=\"{}\">", shuffle[ply % 4])).collect();
        format!("<n m=\"{start}\">{nested}{}</n>", "</n>".repeat(depth))
    };
    assert!(read(brackets.as_bytes(), Format::Pgn).is_ok());
    assert!(read(json.as_bytes(), Format::Jsonl).is_err());
    assert_eq!(read(pfc(999).as_bytes(), Format::Pfc).unwrap()[0].tree.len(), 999);
    let error = read(pfc(DEPTH).as_bytes(), Format::Pfc).unwrap_err().to_string();
    assert!(error.contains("nested more than 1000 deep"), "{error}");
}

/// A variation in a variation in a variation: read and written without recursion.
#[test]
fn deep_variations_survive() {
    let mut decisions = vec![0, 3];
    for _ in 0..20_000 {
        decisions.extend([0, 7, 0, 5, 201, 1, 0, 11]);
    }
    let game = game(&decisions);
    for format in [Format::Pgn, Format::Jsonl, Format::Dhtmlxq, Format::Xqf] {
        let file = write(std::slice::from_ref(&game), format).unwrap();
        assert!(read(&file, format).unwrap()[0].tree == game.tree, "{format}");
    }
}
