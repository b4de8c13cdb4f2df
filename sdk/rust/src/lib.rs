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
mod link;
mod log;
mod options;
mod program;
mod prompt;
pub mod protocol;
mod seat;
mod session;
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
pub use program::{program, program_with, run};
pub use prompt::{read_prompts, Prompt};
