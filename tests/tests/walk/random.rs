//! Random names, patterns and ignore files.

/// A small generator of random numbers (xorshift64*), so that a seed means the same tree everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize) % end
    }

    pub(crate) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    pub(crate) fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

pub(crate) const NAMES: &[&str] = &[
    "a",
    "b",
    "ab",
    "abc",
    "lib",
    "build",
    "x y",
    "#n",
    "!n",
    "[n]",
    "a*b",
    " n",
    "n ",
    "\u{e9}",
    "\u{65e5}\u{672c}",
    "{a,b}",
    "a-b",
    "A",
    "a.b",
    "a+b",
    "a?b",
    "(a)",
    "a'b",
    "$a",
    "..n",
    "-",
    "a]b",
    "a^b",
    "~",
];

pub(crate) const DOT_NAMES: &[&str] = &[".hid", ".agents", ".x y"];

pub(crate) fn directory_name(random: &mut Random) -> String {
    if random.one_in(8) {
        random.pick(DOT_NAMES).to_owned()
    } else {
        random.pick(NAMES).to_owned()
    }
}

pub(crate) fn file_name(random: &mut Random) -> String {
    let ending = random.pick(&[".ts", ".ts", ".ts", ".d.ts", ".js", ".txt"]);
    let dot = if random.one_in(12) { "." } else { "" };
    format!("{dot}{}{ending}", random.pick(NAMES))
}

/// A file below up to three directories.
pub(crate) fn file_path(random: &mut Random) -> String {
    let mut path = String::new();
    for _ in 0..random.below(4) {
        path.push_str(random.pick(NAMES));
        path.push('/');
    }
    path.push_str(random.pick(NAMES));
    path.push_str(".ts");
    path
}

/// A name, or parts of one with stars, classes and escapes.
pub(crate) fn segment(random: &mut Random) -> String {
    let mut name = if random.one_in(3) {
        file_name(random)
    } else {
        directory_name(random)
    };
    if random.one_in(3) {
        name = name
            .chars()
            .map(|character| match random.below(8) {
                0 => "*".to_owned(),
                1 => "?".to_owned(),
                2 => format!("\\{character}"),
                3 => format!("[{character}z]"),
                4 => format!("[!{character}]"),
                5 => random
                    .pick(&[
                        "[a-c]",
                        "[]a]",
                        "[[:alpha:]]",
                        "[^[:upper:]]",
                        "[\\]a]",
                        "[a-]",
                        "[b-\\c]",
                    ])
                    .to_owned(),
                _ => character.to_string(),
            })
            .collect();
    }
    match random.below(12) {
        0 => "*".to_owned(),
        1 => format!("*{name}"),
        2 => format!("{name}*"),
        3 => "*.ts".to_owned(),
        4 => "**".to_owned(),
        5 => format!("**{name}"),
        6 => format!("{name}**"),
        _ => name,
    }
}

pub(crate) fn pattern(random: &mut Random) -> String {
    match random.below(30) {
        0 => return String::new(),
        1 => return format!("# {}", segment(random)),
        2 => {
            return random
                .pick(&[
                    "/", "!", "!/", "\\", "[a", "//", " ", "**/", "/**", "a\\", "***", "[]", "[!]",
                ])
                .to_owned();
        }
        _ => {}
    }
    let mut text = String::new();
    if random.one_in(4) {
        text.push('!');
    }
    if random.one_in(4) {
        text.push('/');
    }
    if random.one_in(6) {
        text.push_str("**/");
    }
    let count = 1 + random.below(5) / 2;
    for at in 0..count {
        if at > 0 {
            text.push_str(random.pick(&["/", "/", "/", "/**/", "/*/"]));
        }
        text.push_str(&segment(random));
    }
    text.push_str(random.pick(&[
        "", "", "", "", "", "/", "/", "/**", "/*", "**", " ", "  ", "\\ ", "\r", "\t",
    ]));
    text
}

pub(crate) fn rules(random: &mut Random, most: usize) -> String {
    let count = 1 + random.below(most);
    let mut text = if random.one_in(20) {
        "\u{FEFF}".to_owned()
    } else {
        String::new()
    };
    for _ in 0..count {
        text.push_str(&pattern(random));
        text.push('\n');
    }
    if random.one_in(4) {
        text.pop();
    }
    text
}
