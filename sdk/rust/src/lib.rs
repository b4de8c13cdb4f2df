//! Write bots for the Pentathlon arena: a bot is one trait with one function.
//!
//! ```no_run
//! use pentathlon::{Bot, Choice, Prompt, Result};
//!
//! struct FirstBot;
//!
//! impl Bot for FirstBot {
//!     fn act(&mut self, _prompt: &Prompt) -> Result<Choice> {
//!         Ok(Choice::index(0))
//!     }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     pentathlon::program(|_| Ok(FirstBot))
//! }
//! ```
//!
//! The README of this crate is the reference; [`protocol`] has the messages.

mod backoff;
mod bot;
pub mod cards;
mod chance;
mod choice;
mod error;
mod flags;
mod instances;
mod leaving;
mod link;
mod log;
mod options;
mod outcome;
mod printable;
mod program;
mod prompt;
mod prompt_text;
pub mod protocol;
mod referee_words;
mod replay;
mod run;
mod seat;
mod session;
mod settings;
mod stream;
mod times;
mod tls;
mod token_file;
mod worker;

pub use bot::{Bot, BotError, Decline, Result, SessionHandle, Table};
pub use chance::Random;
pub use choice::Choice;
pub use error::{OptionError, SessionError};
pub use log::{Level, Log};
pub use options::Options;
pub use program::{program, program_with};
pub use prompt::Prompt;
pub use replay::{read_prompts, replay, Replayed};
pub use run::run;
