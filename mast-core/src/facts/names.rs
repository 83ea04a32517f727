//! The texts of one code, one after the other in one piece of memory: there are many, and most are short.

/// Texts by their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    text: String,
    ends: Vec<u32>,
}

impl Names {
    /// None, with room for `count`.
    pub fn with_capacity(count: usize) -> Self {
        Self {
            text: String::new(),
            ends: Vec::with_capacity(count),
        }
    }

    /// Adds a text.
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len() as u32);
    }

    /// Adds the text that `write` appends.
    ///
    /// # Errors
    ///
    /// Those of `write`.
    pub fn push_with<E>(&mut self, write: impl FnOnce(&mut String) -> Result<(), E>) -> Result<(), E> {
        write(&mut self.text)?;
        self.ends.push(self.text.len() as u32);
        Ok(())
    }

    /// Gives back memory that is not used.
    pub fn shrink(&mut self) {
        self.text.shrink_to_fit();
    }

    /// The text at a place.
    pub fn get(&self, place: usize) -> Option<&str> {
        let start = match place.checked_sub(1) {
            Some(before) => *self.ends.get(before)? as usize,
            None => 0,
        };
        self.text.get(start..*self.ends.get(place)? as usize)
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let name = self.text.get(start..*end as usize).unwrap_or_default();
            start = *end as usize;
            name
        })
    }
}

impl FromIterator<String> for Names {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Self {
        let mut all = Self::default();
        for name in names {
            all.push(&name);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_at_their_places() {
        let names: Names = ["a", "", "名前", "b"].map(str::to_owned).into_iter().collect();
        assert_eq!(names.iter().collect::<Vec<_>>(), ["a", "", "名前", "b"]);
        let by_place: Vec<_> = (0..5).map(|place| names.get(place)).collect();
        assert_eq!(by_place, [Some("a"), Some(""), Some("名前"), Some("b"), None]);
        assert_eq!((names.len(), Names::default().get(0)), (4, None));
    }
}
