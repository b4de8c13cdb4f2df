//! Plays any game at random: the smallest bot there is.
//!
//!     random_bot --name lucky --address 127.0.0.1:5757
use std::process::ExitCode;

use pentathlon::{Bot, Choice, Prompt, Result};

/// Chooses any legal action.
struct RandomBot;

impl Bot for RandomBot {
    fn act(&mut self, prompt: &Prompt) -> Result<Choice> {
        // In every game the referee sends the actions that are legal now.
        let count = prompt.actions().len();
        Ok(Choice::index(prompt.random().below(count)))
    }
}

fn main() -> ExitCode {
    pentathlon::program(|_| Ok(RandomBot))
}
