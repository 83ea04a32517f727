//! The form of a case: from its text to steps. What is not understood is a fault, never skipped.

/// A case: what happens, in order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) steps: Vec<Step>,
}

/// One thing that happens.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A file is created or replaced.
    Write { path: String, text: String },
    /// A file or directory is deleted.
    Delete { path: String, line: usize },
    /// Something is asked.
    Call(Call),
}

/// A question, and the answer that the case expects. Lines count from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) text: String,
    /// The line of its opening fence.
    pub(super) line: usize,
    /// The line of its closing fence.
    pub(super) last_line: usize,
    pub(super) answer: Option<Answer>,
}

/// The answer block of a call.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// Without white space at its end.
    pub(super) text: String,
    /// The line of its opening fence.
    pub(super) line: usize,
    /// The line of its closing fence.
    pub(super) last_line: usize,
}

/// Why a text is no case.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) reason: String,
}

impl Case {
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let lines: Vec<&str> = text.lines().collect();
        let fault = |line: usize, reason: &str| Fault {
            line,
            reason: reason.to_owned(),
        };
        if !lines.first().is_some_and(|line| line.starts_with("# ")) {
            return Err(fault(1, "a case starts with its title, `# …`"));
        }
        let mut steps = Vec::new();
        let mut says_why = false;
        let mut at = 1;
        while at < lines.len() {
            let fence = fence_of(lines[at]);
            if fence == 0 {
                says_why |= !lines[at].trim().is_empty();
                at += 1;
                continue;
            }
            if !says_why {
                return Err(fault(at + 1, "a case says why, in a sentence after its title"));
            }
            let closes = |line: &&str| fence_of(line) >= fence && line.trim_matches('`').trim().is_empty();
            let Some(length) = lines[at + 1..].iter().position(closes) else {
                return Err(fault(at + 1, "this fence is never closed"));
            };
            let block = Block {
                info: lines[at][fence..].trim(),
                body: &lines[at + 1..at + 1 + length],
                line: at + 1,
            };
            block.take(&mut steps).map_err(|reason| fault(at + 1, &reason))?;
            at += length + 2;
        }
        if !steps.iter().any(|step| matches!(step, Step::Call(_))) {
            return Err(fault(
                lines.len(),
                "a case asks something: it has no `call` block",
            ));
        }
        Ok(Self { steps })
    }
}

/// A fenced block.
struct Block<'a> {
    info: &'a str,
    body: &'a [&'a str],
    line: usize,
}

impl Block<'_> {
    /// Adds what the block says to `steps`, or says why it cannot.
    fn take(&self, steps: &mut Vec<Step>) -> Result<(), String> {
        let last_line = self.line + self.body.len() + 1;
        let text = self.body.join("\n");
        match *self.info.split_whitespace().collect::<Vec<_>>() {
            ["call"] => {
                let text = text.trim().to_owned();
                if text.is_empty() {
                    return Err("an empty call".to_owned());
                }
                steps.push(Step::Call(Call {
                    text,
                    line: self.line,
                    last_line,
                    answer: None,
                }));
            }
            ["answer"] => match steps.last_mut() {
                Some(Step::Call(call)) if call.answer.is_none() => {
                    call.answer = Some(Answer {
                        text: text.trim_end().to_owned(),
                        line: self.line,
                        last_line,
                    });
                }
                _ => return Err("an answer stands directly after its call".to_owned()),
            },
            ["delete"] => {
                for (offset, path) in self.body.iter().enumerate() {
                    steps.push(Step::Delete {
                        path: inside(path.trim())?,
                        line: self.line + 1 + offset,
                    });
                }
            }
            [_, path] => {
                let text = if self.body.is_empty() { text } else { text + "\n" };
                let path = inside(path)?;
                steps.push(Step::Write { path, text });
            }
            _ => {
                return Err(format!(
                    "`{}` is no block of a case\nhint: a file is a language and a path, as in `ts src/a.ts`; else `call`, `answer`, `delete`",
                    self.info
                ));
            }
        }
        Ok(())
    }
}

/// The path as written, when it stays inside the project.
fn inside(path: &str) -> Result<String, String> {
    match mast_core::text::path::RelPath::parse(path) {
        Ok(normal) if normal.as_str() == path => Ok(path.to_owned()),
        Ok(normal) => Err(format!("`{path}` is written `{normal}`")),
        Err(error) => Err(format!("`{path}` {error}")),
    }
}

/// How many backticks the fence has that `line` starts with, 0 for a line that is no fence.
fn fence_of(line: &str) -> usize {
    let ticks = line.len() - line.trim_start_matches('`').len();
    if ticks >= 3 { ticks } else { 0 }
}

/// A fence that no line of `text` closes.
pub(super) fn fence_for(text: &str) -> String {
    let longest = text.lines().map(fence_of).max().unwrap_or(0);
    "`".repeat(3.max(longest + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> (usize, String) {
        let fault = Case::parse(text).unwrap_err();
        (fault.line, fault.reason)
    }

    #[test]
    fn a_case_is_a_story() {
        let case = Case::parse(
            "# Title\n\nWhy.\n\n````md docs/a.md\n```ts\n```\n````\n```ts a.ts\n```\n```delete\na.ts\n```\n```call\n x\n```\n\
             ```answer\n1\n\n2\n\n```\n",
        )
        .unwrap();
        let answer = Answer {
            text: "1\n\n2".to_owned(),
            line: 17,
            last_line: 22,
        };
        let call = Call {
            text: "x".to_owned(),
            line: 14,
            last_line: 16,
            answer: Some(answer),
        };
        let write = |path: &str, text: &str| Step::Write {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        let delete = Step::Delete {
            path: "a.ts".to_owned(),
            line: 12,
        };
        let expected = [
            write("docs/a.md", "```ts\n```\n"),
            write("a.ts", ""),
            delete,
            Step::Call(call),
        ];
        assert_eq!(case.steps, expected);
    }

    #[test]
    fn what_is_no_case_is_refused() {
        let with = |block: &str| format!("# T\nWhy.\n{block}\n```call\nx\n```\n");
        for (text, line, reason) in [
            (String::new(), 1, "a case starts with its title, `# …`"),
            (
                "# T\n".to_owned(),
                1,
                "a case asks something: it has no `call` block",
            ),
            (
                "# T\n```call\nx\n```".to_owned(),
                2,
                "a case says why, in a sentence after its title",
            ),
            (with("```call\n```"), 3, "an empty call"),
            (
                with("```answer\n```"),
                3,
                "an answer stands directly after its call",
            ),
            (
                with("```ts ../a.ts\n```"),
                3,
                "`../a.ts` leads out of the project root",
            ),
            (with("```ts ./a.ts\n```"), 3, "`./a.ts` is written `a.ts`"),
            (
                "# T\nWhy.\n```call\nx\n".to_owned(),
                3,
                "this fence is never closed",
            ),
        ] {
            assert_eq!(check(&text), (line, reason.to_owned()));
        }
        assert!(
            check(&with("```ts\n```"))
                .1
                .starts_with("`ts` is no block of a case\n")
        );
    }
}
