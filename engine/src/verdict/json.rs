//! One object a game: the shape that scripts rely on.

use chuhe_movegen::rules::{Detail, Earlier, Ground, PlyNote, SideRun};
use serde_json::{Map, Value, json};

use super::{Judged, sides};

/// The verdict as a JSON object.
pub fn to_json(judged: &Judged) -> Value {
    let verdict = &judged.verdict;
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_string(), value);
    put("rules", json!(verdict.rules.name()));
    put("verdict", json!(verdict.outcome.name()));
    put("final", json!(verdict.is_final));
    put("reason", json!(verdict.reason.name()));
    put("article", json!(verdict.article));
    if let Some(illegal) = &judged.illegal {
        put("ply", json!(illegal.ply));
        put("move", json!(illegal.text));
        put("error", json!(illegal.reason));
    }
    let cycle = verdict
        .cycle
        .map(|cycle| json!({ "first_ply": cycle.first_ply, "length": cycle.length, "count": cycle.count }));
    put("cycle", json!(cycle));
    let runs: Map<String, Value> =
        sides().iter().map(|(color, name)| (name.to_string(), side(&verdict.sides[color.index()]))).collect();
    put("sides", Value::Object(runs));
    put("plies", verdict.plies.iter().map(ply).collect());
    put("earlier", verdict.earlier.iter().map(earlier).collect());
    Value::Object(object)
}

fn side(run: &SideRun) -> Value {
    let targets: Vec<String> = run.targets.iter().map(|square| square.to_string()).collect();
    json!({ "class": run.class.name(), "targets": targets })
}

fn ply(note: &PlyNote) -> Value {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_string(), value);
    put("ply", json!(note.ply));
    put("side", json!(note.side.to_string()));
    put("move", json!(note.mv.to_string()));
    put("text", json!(note.text));
    put("label", json!(note.label.label.name()));
    if let Some(kind) = note.label.kind {
        put("kind", json!(kind.name()));
    }
    put("detail", note.label.details.iter().map(detail).collect());
    Value::Object(object)
}

fn detail(detail: &Detail) -> Value {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_string(), value);
    put("attacker", json!(detail.attacker.to_string()));
    put("target", json!(detail.target.to_string()));
    put("rooted", json!(detail.is_rooted()));
    put("why", json!(detail.ground.name()));
    if let Ground::FalseRoot(root) = detail.ground {
        put("false_root", json!(root.to_string()));
    }
    if !detail.line.is_empty() {
        put("line", detail.line.iter().map(|mv| json!(mv.to_string())).collect());
    }
    Value::Object(object)
}

fn earlier(earlier: &Earlier) -> Value {
    json!({ "ply": earlier.ply, "verdict": earlier.outcome.name(), "reason": earlier.reason.name() })
}
