//! The language of messages for people.

/// English or Chinese.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Lang {
    /// English.
    En,
    /// Chinese, simplified.
    Zh,
}

impl Lang {
    /// The language of the user's locale: Chinese for any `zh`, else English.
    pub fn from_locale() -> Self {
        match sys_locale::get_locale() {
            Some(locale) if locale.to_ascii_lowercase().starts_with("zh") => Self::Zh,
            _ => Self::En,
        }
    }

    /// The text in this language, of a pair that stands side by side in the code.
    pub fn pick<T>(self, en: T, zh: T) -> T {
        match self {
            Self::En => en,
            Self::Zh => zh,
        }
    }
}
