//! The lines that mast has in a git hook: how they are written, put into a file that others wrote, and taken out again.
//!
//! A file has the same bytes after they are taken out as before they were put in.

/// How a hook of ours begins where there was no file.
const HEADER: &str = "#!/bin/sh\n# Made by `mast install-hooks`; other lines may be added.\n";

/// Says on the last line that the file did not end with a line end.
const UNENDED: &str = " (the line above these had no end)";

/// What runs in a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// Which project it is for, where that is not the whole worktree that the hook runs in: what tells it from those of others.
    pub(crate) name: String,
    /// The lines between the markers.
    pub(crate) lines: String,
}

/// Why a file cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unmarked {
    /// One of the two markers is missing.
    HalfABlock,
}

impl Block {
    fn begin(&self) -> String {
        format!("# BEGIN mast{}", self.suffix())
    }

    fn end(&self) -> String {
        format!("# END mast{}", self.suffix())
    }

    fn suffix(&self) -> String {
        if self.name.is_empty() {
            String::new()
        } else {
            format!(": {}", self.name)
        }
    }

    fn text(&self, unended: bool) -> String {
        format!(
            "{}\n{}{}{}\n",
            self.begin(),
            self.lines,
            self.end(),
            if unended { UNENDED } else { "" }
        )
    }

    /// `text` with this block in it, in its place where it is there; none is an absent file.
    pub(crate) fn put(&self, text: Option<&str>) -> Result<String, Unmarked> {
        let Some(text) = text else {
            return Ok(format!("{HEADER}{}", self.text(false)));
        };
        if let Some(found) = self.find(text)? {
            let block = self.text(found.unended);
            return Ok(format!("{}{block}{}", &text[..found.start], &text[found.end..]));
        }
        if leaves_early(text) {
            let first = after_interpreter(text);
            return Ok(format!(
                "{}{}{}",
                &text[..first],
                self.text(false),
                &text[first..]
            ));
        }
        let unended = !text.is_empty() && !text.ends_with('\n');
        let gap = if unended { "\n" } else { "" };
        Ok(format!("{text}{gap}{}", self.text(unended)))
    }

    /// `text` without this block: none when it is not there, an empty rest where the file is ours alone.
    pub(crate) fn take_out(&self, text: &str) -> Result<Option<Rest>, Unmarked> {
        let Some(found) = self.find(text)? else {
            return Ok(None);
        };
        let before = &text[..found.start];
        let before = if found.unended {
            before.strip_suffix('\n').unwrap_or(before)
        } else {
            before
        };
        let rest = format!("{before}{}", &text[found.end..]);
        Ok(Some(if rest == HEADER {
            Rest::OursAlone
        } else {
            Rest::Text(rest)
        }))
    }

    fn find(&self, text: &str) -> Result<Option<Found>, Unmarked> {
        let (begin, end) = (self.begin(), self.end());
        let mut start = None;
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let after = at + line.len();
            let content = line.trim_end_matches(['\r', '\n']);
            let ended = content == end || content.strip_suffix(UNENDED) == Some(&end);
            match start {
                None if content == begin => start = Some(at),
                None if ended => return Err(Unmarked::HalfABlock),
                Some(start) if ended => {
                    let unended = content.ends_with(UNENDED);
                    return Ok(Some(Found {
                        start,
                        end: after,
                        unended,
                    }));
                }
                None | Some(_) => {}
            }
            at = after;
        }
        if start.is_some() {
            return Err(Unmarked::HalfABlock);
        }
        Ok(None)
    }
}

/// What a file is without our block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// Nothing that others wrote.
    OursAlone,
    /// This.
    Text(String),
}

/// Where a block stands, in bytes.
struct Found {
    start: usize,
    end: usize,
    unended: bool,
}

/// Whether lines at the end of the script may never be reached.
fn leaves_early(text: &str) -> bool {
    text.lines().any(|line| {
        let word = line.split_whitespace().next().unwrap_or_default();
        matches!(word.trim_end_matches(';'), "exit" | "exec" | "return")
    })
}

/// The place behind the line that names the interpreter.
fn after_interpreter(text: &str) -> usize {
    if text.starts_with("#!") {
        text.find('\n').map_or(text.len(), |at| at + 1)
    } else {
        0
    }
}

/// The interpreter of a script, when it is none that reads the lines of a block.
///
/// A file without an interpreter is run by `sh`.
pub(crate) fn foreign_interpreter(text: &str) -> Option<&str> {
    const SHELLS: &[&str] = &["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh", "busybox"];
    let line = text.lines().next()?.strip_prefix("#!")?.trim();
    let words = line
        .split_whitespace()
        .map(|word| word.rsplit(['/', '\\']).next().unwrap_or(word));
    let mut words = words.map(|word| word.trim_end_matches(".exe"));
    let named = words.next()?;
    // `env` takes flags and variables before the program.
    let interpreter = if named == "env" {
        words.find(|word| !word.starts_with('-') && !word.contains('='))?
    } else {
        named
    };
    (!SHELLS.contains(&interpreter)).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(lines: &str) -> Block {
        Block {
            name: String::new(),
            lines: lines.to_owned(),
        }
    }

    fn put(text: Option<&str>) -> String {
        block("run\n").put(text).expect("whole markers")
    }

    #[test]
    fn what_was_there_comes_back_byte_for_byte() {
        for text in [
            "",
            "\n",
            "#!/bin/sh\n",
            "#!/bin/sh\necho a",
            "#!/bin/sh\r\necho a\r\n",
            "#!/bin/sh\nexec other \"$@\"\n",
            "#!/bin/sh\nif x; then\n  exit 1\nfi",
            "echo a\n\n\n",
        ] {
            let with = put(Some(text));
            assert!(with.contains("# BEGIN mast\nrun\n# END mast"), "{with}");
            let without = block("other\n").take_out(&with);
            assert_eq!(without, Ok(Some(Rest::Text(text.to_owned()))), "{with}");
            // Putting it in again changes its lines and nothing else.
            let again = block("run faster\n").put(Some(&with)).expect("whole markers");
            assert_eq!(again, with.replace("run\n", "run faster\n"));
        }
        assert_eq!(block("").take_out(&put(None)), Ok(Some(Rest::OursAlone)));
        assert_eq!(block("").take_out("echo\n"), Ok(None));
    }

    #[test]
    fn it_stands_where_it_is_reached() {
        assert_eq!(
            put(Some("#!/bin/sh\na\n")),
            "#!/bin/sh\na\n# BEGIN mast\nrun\n# END mast\n"
        );
        assert_eq!(
            put(Some("#!/bin/sh\na\nexit 0\n")),
            "#!/bin/sh\n# BEGIN mast\nrun\n# END mast\na\nexit 0\n"
        );
        assert_eq!(
            put(Some("  exec a\n")),
            "# BEGIN mast\nrun\n# END mast\n  exec a\n"
        );
    }

    #[test]
    fn blocks_of_two_projects_do_not_touch_each_other() {
        let other = Block {
            name: "packages/app".to_owned(),
            lines: "app\n".to_owned(),
        };
        let both = other.put(Some(&put(None))).expect("whole markers");
        assert_eq!(other.take_out(&both), Ok(Some(Rest::Text(put(None)))));
        let Ok(Some(Rest::Text(one))) = block("").take_out(&both) else {
            panic!("{both}");
        };
        assert_eq!(other.take_out(&one), Ok(Some(Rest::OursAlone)));
    }

    #[test]
    fn half_a_block_is_not_touched() {
        let broken = "# BEGIN mast\nrun\n";
        assert_eq!(block("").put(Some(broken)), Err(Unmarked::HalfABlock));
        assert_eq!(block("").take_out("a\n# END mast\n"), Err(Unmarked::HalfABlock));
    }

    #[test]
    fn an_interpreter_is_a_shell_or_not() {
        for shell in [
            "#!/bin/sh\n",
            "#! /usr/bin/env bash\n",
            "#!/usr/bin/env -S FOO=1 zsh -e\n",
            "#!C:/git/bin/sh.exe\n",
            "#!/bin/busybox sh\n",
            "echo without\n",
            "",
        ] {
            assert_eq!(foreign_interpreter(shell), None, "{shell}");
        }
        assert_eq!(
            foreign_interpreter("#!/usr/bin/env node\n"),
            Some("/usr/bin/env node")
        );
        assert_eq!(
            foreign_interpreter("#!/usr/bin/python3\n"),
            Some("/usr/bin/python3")
        );
        assert_eq!(foreign_interpreter("#!/usr/bin/fish\n"), Some("/usr/bin/fish"));
    }
}
