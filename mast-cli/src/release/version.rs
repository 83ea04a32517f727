//! Versions as packages have them: <https://semver.org/spec/v2.0.0.html>, sections 9 to 11.

use std::cmp::Ordering;

/// A version; what is built from the same sources differs in nothing that counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version {
    numbers: [u64; 3],
    stage: Stage,
}

/// Whether it is a release; a prerelease comes before its release.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Prerelease(Vec<Part>),
    Release,
}

/// A number comes before a word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Number(u64),
    Word(String),
}

impl Version {
    /// The version that `text` says, with or without a `v` before it.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix('v').unwrap_or(text);
        let text = text.split_once('+').map_or(text, |(version, _)| version);
        let (numbers, stage) = match text.split_once('-') {
            Some((numbers, stage)) => {
                let parts: Option<Vec<Part>> = stage.split('.').map(part).collect();
                (numbers, Stage::Prerelease(parts?))
            }
            None => (text, Stage::Release),
        };
        let mut parts = numbers.split('.').map(number);
        let numbers = [parts.next()??, parts.next()??, parts.next()??];
        parts.next().is_none().then_some(Self { numbers, stage })
    }
}

/// How the version `one` stands to `other`; none when one of them is none.
pub(crate) fn compare(one: &str, other: &str) -> Option<Ordering> {
    Some(Version::parse(one)?.cmp(&Version::parse(other)?))
}

fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn part(text: &str) -> Option<Part> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if text.is_empty() || !text.bytes().all(plain) {
        return None;
    }
    Some(number(text).map_or_else(|| Part::Word(text.to_owned()), Part::Number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_ascend_as_the_specification_says() {
        let ascending = [
            "0.9.9",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.0.1-0",
            "1.2.0",
            "1.10.0",
            "2.0.0",
        ];
        for (at, one) in ascending.iter().enumerate() {
            for (place, other) in ascending.iter().enumerate() {
                assert_eq!(compare(one, other), Some(at.cmp(&place)), "{one} {other}");
            }
        }
        assert_eq!(compare("v1.0.0+a", "1.0.0+b.1"), Some(Ordering::Equal));
    }

    #[test]
    fn what_is_no_version_is_told_from_one() {
        for text in [
            "",
            "1",
            "1.2",
            "1.2.3.4",
            "1.2.x",
            "1.2.3-",
            "1.2.3-a..b",
            "latest",
            "1.-2.3",
        ] {
            assert_eq!(Version::parse(text), None, "{text}");
        }
    }
}
