//! Answers for people: text in pieces, each with what it is. A surface decides what a style looks like.

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Ordinary text.
    Plain,
    /// A place: a path with its line.
    Place,
    /// The name of a declaration.
    Name,
    /// Something beside the point.
    Faint,
    /// Something to be careful about.
    Warning,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
}

/// An answer as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Its pieces in order.
    pub pieces: Vec<(Style, String)>,
}

impl Page {
    /// Adds text.
    pub fn text(&mut self, style: Style, text: impl Into<String>) -> &mut Self {
        self.pieces.push((style, text.into()));
        self
    }

    /// Ends the line.
    pub fn end(&mut self) -> &mut Self {
        self.text(Style::Plain, "\n")
    }

    /// Adds a line.
    pub fn line(&mut self, style: Style, text: impl Into<String>) -> &mut Self {
        self.text(style, text).end()
    }

    /// All of it without styles.
    pub fn plain(&self) -> String {
        self.pieces.iter().map(|(_, text)| text.as_str()).collect()
    }
}

/// An answer that people can read.
pub trait Render {
    /// Writes itself onto `page`.
    fn render(&self, page: &mut Page);
}
