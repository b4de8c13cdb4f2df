//! Plays every game by rules of thumb, looking no further than the action itself.
//!
//!     greedy_bot --name my-greedy --address 127.0.0.1:5757
use std::process::ExitCode;

use pentathlon::{Bot, Choice, Prompt, Result};

mod doppelkopf;
mod octrix;
mod ordago;
mod ordo;
mod seconds;

/// Takes the first legal action of any other game, so that no table waits.
struct FirstActionBot;

impl Bot for FirstActionBot {
    fn act(&mut self, _prompt: &Prompt) -> Result<Choice> {
        Ok(Choice::index(0))
    }
}

fn bot_for(game: &str) -> Box<dyn Bot> {
    match game {
        "octrix" => Box::new(octrix::OctrixBot),
        "ordo" => Box::new(ordo::OrdoBot),
        "ordago" => Box::new(ordago::OrdagoBot),
        "doppelkopf" => Box::new(doppelkopf::DoppelkopfBot),
        "seconds" => Box::new(seconds::SecondsBot),
        _ => Box::new(FirstActionBot),
    }
}

fn main() -> ExitCode {
    pentathlon::program(|table| Ok(bot_for(&table.start().game)))
}
