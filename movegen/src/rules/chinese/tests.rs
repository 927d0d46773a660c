use super::Labeller;
use super::gain::Pawns;
use super::newness::Scene;
use super::threats::{Keep, Threat, survey};
use super::tracked::Tracked;
use crate::rules::{ChaseKind, GainLaw, Label, PlyLabel};
use crate::{Board, Game, Move};
use serde_json::Value;

struct Case {
    id: String,
    boards: Vec<Board>,
    moves: Vec<Move>,
    start: usize,
    len: usize,
    json: Value,
}

fn cases() -> Vec<Case> {
    let text = include_str!("../../../../tests/data/verdicts.jsonl");
    let all = text.lines().map(|line| serde_json::from_str(line).unwrap());
    all.filter(|json: &Value| json["labels"].is_object()).map(case).collect()
}

fn case(json: Value) -> Case {
    let mut boards = vec![Board::from_fen(json["fen"].as_str().unwrap()).unwrap()];
    let moves: Vec<Move> =
        json["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().parse().unwrap()).collect();
    for mv in &moves {
        let mut next = boards.last().unwrap().clone();
        next.play(*mv).unwrap();
        boards.push(next);
    }
    // the second period, so that the ply before it is known; an open run as a whole
    let (start, len) = match json["cycle"]
        .as_array()
        .map(|pair| pair.iter().map(|n| n.as_u64().unwrap() as usize).collect::<Vec<_>>())
    {
        Some(pair) => (pair[0] + pair[1], pair[1]),
        None => (0, moves.len()),
    };
    Case { id: json["id"].as_str().unwrap().to_owned(), boards, moves, start, len, json }
}

/// The book's kinds of a side's chases: "red 捉车×2; black 联合捉+杀".
fn kinds(case: &Case, side: &str) -> Vec<String> {
    let text = case.json["kinds"].as_str().unwrap_or("");
    let part = text.split("; ").find_map(|part| part.strip_prefix(side)).unwrap_or("").trim();
    let named = part.split('+').flat_map(|kind| match kind.split_once('×') {
        Some((kind, times)) => vec![kind.to_owned(); times.parse().unwrap_or(1)],
        None => vec![kind.to_owned()],
    });
    named.collect()
}

fn labels(case: &Case, law: GainLaw) -> Vec<PlyLabel> {
    let mut game = Game::new(case.boards[0].clone());
    case.moves.iter().for_each(|mv| game.push(*mv));
    Labeller::new(law).label_span(&game, case.start..case.start + case.len)
}

const LAW_2020: GainLaw = GainLaw { under_rooted: true, pawns_in_mutual_attack: false };
const LAW_1999: GainLaw = GainLaw { under_rooted: true, pawns_in_mutual_attack: true };

fn level(labels: &[&PlyLabel]) -> u8 {
    if labels.iter().all(|l| l.label == Label::Check) {
        3
    } else if labels.iter().any(|l| !l.label.is_attack()) {
        0
    } else if labels.iter().any(|l| l.kind.is_some_and(ChaseKind::is_light)) {
        1
    } else {
        2
    }
}

fn verdict(levels: [u8; 2], weigh: bool) -> &'static str {
    let [red, black] = if weigh { levels } else { levels.map(|l| if l == 3 { 2 } else { l.min(1) }) };
    match red.cmp(&black) {
        std::cmp::Ordering::Greater => "red_loses",
        std::cmp::Ordering::Less => "black_loses",
        std::cmp::Ordering::Equal => "draw",
    }
}

/// Prints what stood before each ply of the case named by CXA_DEBUG and what stands after it.
#[test]
fn debug() {
    let Ok(id) = std::env::var("CXA_DEBUG") else { return };
    let show = |pos: &Tracked, threat: &Threat| {
        let line: Vec<String> = threat.line.iter().map(|step| step.mv.to_string()).collect();
        println!(
            "      {:?} {:?} {}x{} on {} balance {} local {} offer {} line {}",
            threat.form,
            threat.rooting,
            threat.attacker,
            threat.victim,
            pos.board().fen().split(' ').next().unwrap().len(),
            threat.balance,
            threat.local,
            threat.offer,
            line.join(" ")
        );
    };
    for case in cases().into_iter().filter(|case| case.id == id) {
        for ply in case.start..case.start + case.len {
            let previous = ply.checked_sub(1).map(|last| (&case.boards[last], case.moves[last]));
            println!("{} {} {}", case.boards[ply].fen(), case.moves[ply], case.boards[ply + 1].in_check());
            if case.boards[ply + 1].in_check() {
                continue;
            }
            let mut scene = Scene::new(&case.boards[ply], case.moves[ply], previous, Pawns::Free);
            let past = scene.past();
            println!(
                "   before, offered {:?}",
                past.offered.into_iter().map(|s| s.to_string()).collect::<Vec<_>>()
            );
            past.threats.iter().for_each(|threat| show(&scene.before, threat));
            let now = survey(&mut scene.now, Keep::Standing, Pawns::Free);
            println!(
                "   after, offered {:?}",
                now.offered.into_iter().map(|s| s.to_string()).collect::<Vec<_>>()
            );
            now.threats.iter().for_each(|threat| show(&scene.now, threat));
        }
    }
}

#[test]
fn report() {
    let verbose = std::env::var("CXA").unwrap_or_default();
    let mut score = std::collections::BTreeMap::<String, [usize; 2]>::new();
    let mut add = |key: &str, good: bool| {
        let entry = score.entry(key.to_owned()).or_default();
        entry[0] += usize::from(good);
        entry[1] += 1;
    };
    for case in cases() {
        let group = if case.id.starts_with("cxa") { "book" } else { "own" };
        let found = labels(&case, LAW_2020);
        let mut sides = [Vec::new(), Vec::new()];
        let mut all = true;
        let mut all_exact = true;
        let mut lines = Vec::new();
        for (i, label) in found.iter().enumerate() {
            let ply = case.start + i;
            let side = case.boards[ply].side_to_move();
            let name = ["red", "black"][side.index()];
            let n = sides[side.index()].len();
            let want = case.json["labels"][name][n].as_str().unwrap_or("?");
            let want_kind = kinds(&case, name).get(n).cloned().unwrap_or_default();
            sides[side.index()].push(label);
            let attack = |c: &str| ["将", "杀", "捉"].contains(&c);
            let got = label.label.chinese();
            let same = got == want || !attack(got) && !attack(want);
            all &= same;
            all_exact &= got == want;
            add(&format!("{group} plies"), same);
            add(&format!("{group} plies exact"), same && (got == want || want == "闲"));
            if want == "兑" || got == "兑" {
                add(&format!("{group} 兑"), got == want);
            }
            let kind = label.kind.map_or("", ChaseKind::chinese);
            if want_kind.contains("捉") && got == "捉" {
                add(
                    &format!("{group} light/heavy"),
                    label.kind.unwrap().is_light()
                        == (want_kind.contains("联合") || want_kind.contains("少根")),
                );
            }
            lines.push(format!(
                "   {} {} {got}{kind} want {want}{want_kind} {}",
                name,
                case.moves[ply],
                if same { "" } else { "<<<<" }
            ));
            for d in &label.details {
                lines.push(format!(
                    "        {}x{} {:?} {}",
                    d.attacker,
                    d.target,
                    d.ground,
                    d.line.iter().map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
                ));
            }
            for r in &label.refused {
                lines.push(format!("        not {}x{} {:?}", r.attacker, r.target, r.excuse));
            }
        }
        let levels = [level(&sides[0]), level(&sides[1])];
        let old = labels(&case, LAW_1999);
        let mut old_sides = [Vec::new(), Vec::new()];
        old.iter()
            .enumerate()
            .for_each(|(i, label)| old_sides[case.boards[case.start + i].side_to_move().index()].push(label));
        let old_levels = [level(&old_sides[0]), level(&old_sides[1])];
        add(&format!("{group} figures"), all);
        add(&format!("{group} figures exact"), all_exact);
        let mut bad = !all;
        for (set, weigh) in [("cxa2020", true), ("cxa1999", false)] {
            if let Some(want) = case.json["verdicts"][set][0].as_str() {
                let levels = if weigh { levels } else { old_levels };
                let good = verdict(levels, weigh) == want;
                add(&format!("{group} verdict {set}"), good);
                if !good {
                    bad = true;
                    lines.push(format!("   {set}: {} want {want} levels {levels:?}", verdict(levels, weigh)));
                }
            }
        }
        if verbose == "all" || verbose == "bad" && bad || verbose == case.id {
            println!("{}\n{}", case.id, lines.join("\n"));
        }
    }
    for (key, [good, all]) in &score {
        println!("{key}: {good}/{all}");
    }
    assert!(score["book verdict cxa2020"][0] >= 52 && score["book verdict cxa1999"][0] >= 53);
    assert!(score["book figures"][0] >= 52 && score["book plies"][0] >= 230);
}

/// Labels and kinds of a span, for comparison.
fn names(game: &Game, span: std::ops::Range<usize>) -> Vec<(Label, Option<ChaseKind>)> {
    Labeller::new(LAW_1999)
        .label_span(game, span)
        .into_iter()
        .map(|found| (found.label, found.kind))
        .collect()
}

#[test]
fn mirrored_and_flipped_games_are_labelled_alike() {
    for case in cases() {
        let span = case.start..case.start + case.len;
        let play = |board: Board, mv: fn(Move) -> Move| {
            let mut game = Game::new(board);
            case.moves.iter().for_each(|m| game.push(mv(*m)));
            game
        };
        let start = &case.boards[0];
        let plain = names(&play(start.clone(), |mv| mv), span.clone());
        for (what, other) in [
            ("mirrored", play(start.mirror(), Move::mirror)),
            ("flipped", play(start.flip_colors(), Move::flip)),
        ] {
            let other = names(&other, span.clone());
            if other != plain {
                println!("{} {what}: {plain:?} {other:?}", case.id);
            }
        }
    }
}

#[test]
fn asian_scratch() {
    let text = include_str!("../../../../tests/data/verdicts.jsonl");
    let all = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let (mut good, mut total) = (0, 0);
    for case in all
        .filter(|json: &Value| {
            json["rules"] == "asian" && json["trust"] == "sure" && json["cycle"].is_array()
        })
        .map(case)
    {
        let mut ids: Vec<usize> = (0..90).collect();
        let mut checks = [0, 0];
        let mut plies = [0, 0];
        let mut sets: [Option<u128>; 2] = [None, None];
        let mut lines = Vec::new();
        for ply in case.start..case.start + case.len {
            let before = &case.boards[ply];
            let side = before.side_to_move().index();
            let mv = case.moves[ply];
            ids[mv.to().index()] = ids[mv.from().index()];
            plies[side] += 1;
            if case.boards[ply + 1].in_check() {
                checks[side] += 1;
                lines.push(format!("   {mv} check"));
                continue;
            }
            let previous = ply.checked_sub(1).map(|last| (&case.boards[last], case.moves[last]));
            let mut scene = Scene::new(before, mv, previous, Pawns::Free);
            let found = super::ply::chase_or_idle(&mut scene);
            let mut set = 0u128;
            let mut text = format!("   {mv}");
            for d in &found.details {
                if found.label == Label::Chase
                    && !matches!(
                        d.ground,
                        crate::rules::Ground::ThroughChecks
                            | crate::rules::Ground::ThroughExchange
                            | crate::rules::Ground::UnderRooted
                    )
                {
                    set |= 1 << ids[d.target.index()];
                }
                text += &format!(" {}x{} {:?}", d.attacker, d.target, d.ground);
            }
            for d in &found.refused {
                text += &format!(" not {}x{} {:?}", d.attacker, d.target, d.excuse);
            }
            lines.push(text);
            sets[side] = Some(sets[side].unwrap_or(u128::MAX) & set);
        }
        let level = |s: usize| {
            if checks[s] == plies[s] {
                2
            } else if checks[s] == 0 && sets[s].unwrap() != 0 {
                1
            } else {
                0
            }
        };
        let got = verdict([level(0), level(1)], true);
        total += 1;
        let want = case.json["verdict"].as_str().unwrap();
        if got == want {
            good += 1;
        } else {
            println!("{} got {got} want {want} {}\n{}", case.id, case.boards[0].fen(), lines.join("\n"));
        }
    }
    println!("asian {good}/{total}");
}

#[test]
fn stress_scratch() {
    let text = std::fs::read_to_string("/work/shared/data/real_games_uci.tsv").unwrap();
    let (mut plies, mut worst) = (0, std::time::Duration::ZERO);
    let mut bad = 0;
    let mut hist = std::collections::BTreeMap::<&str, usize>::new();
    let total = std::time::Instant::now();
    for line in text.lines().filter(|l| !l.starts_with('#')).step_by(10) {
        let cols: Vec<&str> = line.split('\t').collect();
        let moves: Vec<Move> = cols[2].split(' ').map(|m| m.parse().unwrap()).collect();
        let build = |board: Board, f: fn(Move) -> Move| {
            let mut game = Game::new(board);
            moves.iter().for_each(|m| game.push(f(*m)));
            game
        };
        let plain = build(Board::start(), |m| m);
        let mut labeller = Labeller::new(LAW_2020);
        let mut all = Vec::new();
        for at in 0..moves.len() {
            let begin = std::time::Instant::now();
            all.extend(labeller.label_span(&plain, at..at + 1).into_iter().map(|l| (l.label, l.kind)));
            let took = begin.elapsed();
            if took > worst { worst = took; println!("{} ply {at} {took:?}", cols[0]); }
        }
        if std::env::var("SAMPLE").is_ok() {
            let mut board = Board::start();
            for (at, l) in Labeller::new(LAW_2020).label_span(&plain, 0..moves.len()).iter().enumerate() {
                if l.label == Label::Chase {
                    println!("S {} {} {:?} {:?}", board.fen(), moves[at], l.kind, l.details.iter().map(|d| format!("{}x{} {:?} {}", d.attacker, d.target, d.ground, d.line.iter().map(|m| m.to_string()).collect::<Vec<_>>().join(" "))).collect::<Vec<_>>());
                }
                board.make_move(moves[at]);
            }
        }
        for (l, _) in &all { *hist.entry(l.chinese()).or_default() += 1; }
        plies += moves.len();
        for (what, other) in [("mirrored", build(Board::start(), Move::mirror)), ("flipped", build(Board::start().flip_colors(), Move::flip))] {
            let other = Labeller::new(LAW_2020).label_span(&other, 0..moves.len());
            for at in 0..moves.len() {
                if (other[at].label, other[at].kind) != all[at] {
                    bad += 1;
                    println!("{} ply {at} {what} {:?} {:?}", cols[0], all[at], (other[at].label, other[at].kind));
                }
            }
        }
    }
    println!("{plies} plies, bad {bad}, worst {worst:?}, total {:?} {hist:?}", total.elapsed());
}

#[test]
fn runs_scratch() {
    let Ok(id) = std::env::var("CXA_RUNS") else { return };
    for case in cases().into_iter().filter(|case| case.id == id) {
        for ply in case.start..case.start + case.len {
            println!("{} {}", case.boards[ply].fen(), case.moves[ply]);
            if case.boards[ply + 1].in_check() { continue; }
            let mut scene = Scene::new(&case.boards[ply], case.moves[ply], None, Pawns::Free);
            let moves: Vec<Move> = scene.now.board().legal_moves().iter().copied().collect();
            for mv in moves {
                let b = scene.now.board();
                if !b.gives_check(mv) && b.piece_at(mv.to()).is_none() { continue; }
                let out = super::gain::GainSearch::new(&mut scene.now, crate::Bitboard::EMPTY, Pawns::Free).starting_with(mv).unwrap();
                println!("   {mv} {} {}", out.balance, out.line.iter().map(|s| s.mv.to_string()).collect::<Vec<_>>().join(" "));
            }
            let standing = scene.now.passing(|pos| super::gain::GainSearch::new(pos, crate::Bitboard::EMPTY, Pawns::Free).best()).unwrap();
            println!("  standing {} {}", standing.balance, standing.line.iter().map(|s| s.mv.to_string()).collect::<Vec<_>>().join(" "));
        }
    }
}
