//! The evidence behind labels: which attacker, which target, why it counts or why it does not.

use serde_json::Value;

use super::cases;
use crate::rules::{Ground, PlyNote, Referee, RuleSet};

/// One ply of a case each: its label, pairs that make it so, pairs that are refused.
const REASONS: &str = include_str!("../../../../tests/data/reasons.jsonl");

/// The pairs of a ply as the data file writes them: attacker, target, why, and for a false root where it stands.
fn details(note: &PlyNote) -> Vec<String> {
    let pair = |detail: &crate::rules::Detail| {
        let root = match detail.ground {
            Ground::FalseRoot(root) => format!(" {root}"),
            _ => String::new(),
        };
        format!("{} {} {}{root}", detail.attacker, detail.target, detail.ground.name())
    };
    note.label.details.iter().map(pair).collect()
}

fn refused(note: &PlyNote) -> Vec<String> {
    let pair = |refused: &crate::rules::Refused| {
        format!("{} {} {}", refused.attacker, refused.target, refused.excuse.name())
    };
    note.label.refused.iter().map(pair).collect()
}

fn wanted(row: &Value, key: &str) -> Vec<String> {
    row[key].as_array().into_iter().flatten().map(|pair| pair.as_str().expect("a text").to_string()).collect()
}

#[test]
fn labels_carry_their_reasons() {
    let cases = cases();
    let mut seen = std::collections::BTreeSet::new();
    let mut wrong = Vec::new();
    for row in REASONS.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        let text = |key: &str| row[key].as_str().expect("a text");
        let set: RuleSet = text("rules").parse().expect("a rule set");
        let case = cases.iter().find(|case| case.id == text("id")).expect("a case");
        let verdict = Referee::new(set).judge(&case.game);
        let ply = row["ply"].as_u64().expect("a ply") as usize;
        let note = verdict.plies.iter().find(|note| note.ply == ply).expect("a ply of the span");
        let label = note.label.label.name() == text("label");
        let kind = note.label.kind.map(|kind| kind.name()) == row["kind"].as_str();
        let counted = wanted(&row, "details").iter().all(|pair| details(note).contains(pair));
        let excused = wanted(&row, "refused").iter().all(|pair| refused(note).contains(pair));
        if !(label && kind && counted && excused) {
            wrong.push(format!("{row}: {:?} {:?} {:?}", note.label.label, details(note), refused(note)));
        }
        seen.insert(case.id.clone());
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(seen.len() >= 40, "{} cases", seen.len());
}
