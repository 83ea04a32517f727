//! `mast skill`: the instructions for an assistant, printed or put into the files that a project keeps for one.

use std::process::ExitCode;

use mast_core::error::{Error, Result};
use mast_core::tools::{Page, Style};

use crate::args::Skill;
use crate::edit::{block, file};
use crate::harness::Scope;
use crate::harness::rules::SKILL_FILES;
use crate::output::Output;
use crate::surroundings;
use crate::texts::SKILL;

pub(crate) fn run(options: &Skill, out: &mut Output) -> Result<ExitCode> {
    if !options.install {
        out.line(SKILL.trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    let root = surroundings::here(options.root.named(), Scope::Project)?
        .places
        .root;
    let mut code = ExitCode::SUCCESS;
    let mut count = 0;
    for name in SKILL_FILES {
        let path = root.join(name);
        let before = match file::read(&path) {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            // One file that cannot be changed keeps none of the others from being.
            Err(error) => {
                code = out.error(&error);
                continue;
            }
        };
        count += 1;
        let put = block::put(&before, SKILL).map_err(|reason| {
            Error::invalid_input(format!("cannot change `{}`: {reason}", path.display()))
                .with_hint("the file was left as it is; correct it and run this again")
        });
        let written = put.and_then(|after| {
            if after == before {
                return Ok(("unchanged", Style::Faint));
            }
            if options.dry_run {
                return Ok(("would update", Style::Plain));
            }
            file::write(&path, &after).map(|()| ("updated", Style::Good))
        });
        match written {
            Err(error) => code = out.error(&error),
            Ok((word, style)) => {
                let mut page = Page::default();
                page.text(style, format!("{word:<14}")).line(Style::Place, *name);
                out.page(&page);
            }
        }
    }
    if count == 0 && code == ExitCode::SUCCESS {
        out.line(&format!(
            "none of these files is here, and none is made: {}",
            SKILL_FILES.join(", ")
        ));
    }
    Ok(code)
}
