use super::*;
use crate::output::Style;

fn settings() -> Settings {
    Settings::default()
}

/// Sets an option and panics if it is refused.
fn put(settings: &mut Settings, name: &str, value: &str) -> Effect {
    set(settings, Protocol::Uci, name, Some(value)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn names_are_unique_and_safe_for_careless_readers() {
    let mut seen = std::collections::HashSet::new();
    for spec in TABLE {
        let mut own: Vec<String> = spec.names().map(plain).collect();
        own.sort();
        own.dedup();
        for name in own {
            // One GUI cuts option lines wherever these words appear, even inside a name.
            for word in ["name", "type", "default", "value"] {
                assert!(!name.contains(word), "{name} holds '{word}'");
            }
            assert!(seen.insert(name.clone()), "{name} is taken twice");
        }
        if let Some(name) = spec.ucci_name() {
            assert!(name.chars().all(|c| c.is_ascii_lowercase()), "UCCI has single lower-case words: {name}");
        }
    }
}

#[test]
fn defaults_lie_in_their_ranges() {
    for spec in TABLE {
        match spec.kind {
            Kind::Spin { default, min, max, .. } => assert!((min..=max).contains(&default), "{}", spec.name),
            Kind::Combo { default, choices, .. } => assert!(choices.contains(&default), "{}", spec.name),
            _ => {}
        }
    }
}

#[test]
fn every_listed_option_takes_its_own_default_back() {
    // One GUI sends every option back as it was offered.
    for protocol in [Protocol::Uci, Protocol::Ucci] {
        let mut settings = settings();
        let style = Style { protocol, ..Style::default() };
        for line in style.handshake().iter().filter(|line| line.starts_with("option ")) {
            let line = line.replacen("option name ", "option ", 1);
            let (name, rest) = line["option ".len()..].split_once(" type ").expect("a type");
            let default = rest.split_once(" default ").map(|(_, text)| {
                text.split_once(" min ").or(text.split_once(" var ")).map_or(text, |(default, _)| default)
            });
            let result = set(&mut settings, protocol, name, default);
            assert!(result.is_ok(), "{line}: {result:?}");
        }
        assert_eq!(
            settings.search_options().natural_limit,
            Settings::default().search_options().natural_limit
        );
    }
}

#[test]
fn every_spin_refuses_what_is_out_of_range_and_keeps_the_old_value() {
    for spec in TABLE {
        let Kind::Spin { min, max, .. } = spec.kind else { continue };
        for value in [
            (min - 1).to_string(),
            (max + 1).to_string(),
            "x".into(),
            "1e3".into(),
            String::new(),
            "99999999999999999999".into(),
        ] {
            let mut settings = settings();
            let before = format!("{settings:?}");
            let error = set(&mut settings, Protocol::Uci, spec.name, Some(&value)).expect_err(&value);
            assert!(matches!(error, OptionError::Range { .. }), "{error}");
            assert_eq!(format!("{settings:?}"), before, "{} changed", spec.name);
        }
        for value in [min, max] {
            assert!(
                set(&mut settings(), Protocol::Uci, spec.name, Some(&value.to_string())).is_ok(),
                "{}",
                spec.name
            );
        }
    }
}

#[test]
fn names_in_any_spelling() {
    let mut settings = settings();
    for (name, value) in [("hash", "1"), ("HASHSIZE", "2"), ("Hash", "3")] {
        put(&mut settings, name, value);
        assert_eq!(settings.hash_mib.to_string(), value);
    }
    put(&mut settings, "move_overhead", "77");
    assert_eq!(settings.move_overhead.as_millis(), 77);
    assert_eq!(put(&mut settings, "Clear_Hash", ""), Effect::ClearHash);
    assert!(matches!(set(&mut settings, Protocol::Uci, "Nonsense", Some("1")), Err(OptionError::Unknown(_))));
    assert_eq!(split_name("move overhead 5"), Some(("move overhead", "5")));
    assert_eq!(split_name("newgame"), Some(("newgame", "")));
    assert_eq!(split_name("nothing 5"), None);
}

#[test]
fn zero_means_auto_only_in_ucci() {
    let mut settings = settings();
    put(&mut settings, "Hash", "8");
    assert!(set(&mut settings, Protocol::Uci, "Hash", Some("0")).is_err());
    assert_eq!(settings.hash_mib, 8);
    assert!(set(&mut settings, Protocol::Ucci, "hashsize", Some("0")).is_ok());
    assert_eq!(settings.hash_mib, Settings::default().hash_mib);
}

#[test]
fn truth_values_and_choices() {
    let mut settings = settings();
    for (value, expected) in [("true", true), ("off", false), ("ON", true), ("0", false)] {
        put(&mut settings, "usemillisec", value);
        assert_eq!(settings.milliseconds, expected, "{value}");
    }
    assert!(set(&mut settings, Protocol::Uci, "OwnBook", Some("perhaps")).is_err());
    assert!(set(&mut settings, Protocol::Uci, "OwnBook", None).is_err());
    put(&mut settings, "Rules", "CXA2020");
    assert_eq!(settings.rules.name(), "cxa2020");
    put(&mut settings, "Repetition Rule", "SkyRule");
    assert_eq!(settings.rules.name(), "sky");
    assert!(set(&mut settings, Protocol::Uci, "Rules", Some("fide")).is_err());
    assert_eq!(settings.rules.name(), "sky");
}

#[test]
fn the_natural_limit_follows_the_rules_unless_set() {
    let mut settings = settings();
    assert_eq!(settings.search_options().natural_limit, Some(120));
    put(&mut settings, "Natural Move Limit", "0");
    assert_eq!(settings.search_options().natural_limit, None);
    put(&mut settings, "Natural Move Limit", "50");
    assert_eq!(settings.search_options().natural_limit, Some(100));
    put(&mut settings, "Natural Move Limit", "-1");
    put(&mut settings, "Rules", "cxa2020");
    assert_eq!(settings.search_options().natural_limit, Some(2 * settings.rules.rules().natural.rounds));
}

#[test]
fn strength_is_the_lowest_that_was_asked_for() {
    let mut settings = settings();
    assert_eq!(settings.search_options().skill, None);
    put(&mut settings, "knowledge", "none");
    assert_eq!(settings.search_options().skill, chuhe_search::Skill::from_level(0));
    put(&mut settings, "knowledge", "large");
    put(&mut settings, "randomness", "huge");
    assert_eq!(settings.search_options().skill, chuhe_search::Skill::from_level(10));
    put(&mut settings, "UCI_LimitStrength", "true");
    put(&mut settings, "UCI_Elo", "1500");
    assert_eq!(settings.search_options().skill, chuhe_search::Skill::from_elo(1500));
}

#[test]
fn files_are_unset_by_an_empty_text() {
    let mut settings = settings();
    assert_eq!(put(&mut settings, "EvalFile", "/a b/c.nnue"), Effect::Evaluation);
    assert_eq!(settings.eval_file.as_deref(), Some(std::path::Path::new("/a b/c.nnue")));
    put(&mut settings, "EvalFile", EMPTY);
    assert_eq!(settings.eval_file, None);
    put(&mut settings, "bookfiles", ";x.book;y.book");
    assert_eq!(settings.book_file.as_deref(), Some(std::path::Path::new("x.book")));
}

/// With `CHUHE_BLESS` set the table in README.md is written anew instead of compared.
#[test]
fn the_table_in_the_readme_is_this_one() {
    const BEGIN: &str = "<!-- options -->\n";
    const END: &str = "<!-- /options -->";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let readme = std::fs::read_to_string(path).expect("README.md is there");
    let (before, rest) = readme.split_once(BEGIN).expect("the table's beginning is marked");
    let (table, after) = rest.split_once(END).expect("the table's end is marked");
    if std::env::var_os("CHUHE_BLESS").is_some() {
        let blessed = format!("{before}{BEGIN}\n{}\n{END}{after}", markdown());
        std::fs::write(path, blessed).expect("README.md can be written");
    } else {
        assert_eq!(table.trim(), markdown().trim(), "run the tests with CHUHE_BLESS=1 to update README.md");
    }
}
