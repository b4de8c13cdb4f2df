//! The messages and services of the protocol, generated from `proto/` by
//! `generate`. What each of them means is said beside its fields.

#![allow(
    missing_docs,
    clippy::all,
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    rustdoc::invalid_html_tags
)]

include!("generated/arena.v1.rs");

impl From<&str> for GameSupport {
    /// The game of this name, without limits.
    fn from(game: &str) -> Self {
        Self {
            game: game.to_string(),
            ..Self::default()
        }
    }
}
