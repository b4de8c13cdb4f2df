use std::process::ExitCode;

use pentathlon::{Bot, Choice, Options, Prompt, Result};

/// Says what it may choose, and chooses any of it.
struct MyBot;

impl Bot for MyBot {
    fn act(&mut self, prompt: &Prompt) -> Result<Choice> {
        if prompt.decision() == 1 {
            println!("{prompt}");
        }
        let count = prompt.actions().len();
        Ok(Choice::index(prompt.random().below(count)))
    }
}

fn main() -> ExitCode {
    let options = Options {
        version: "1".into(),
        ..Options::default()
    };
    pentathlon::program_with(options, |_| Ok(MyBot))
}
