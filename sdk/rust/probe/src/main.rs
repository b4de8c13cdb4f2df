//! A bot whose every function asks stdin what to do: see sdk/conformance/README.md.
use std::collections::HashMap;
use std::io::{stdin, stdout, BufRead, Write};
use std::process::{exit, ExitCode};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{LazyLock, Mutex};
use std::thread;

use pentathlon::protocol::{
    ActAck, AnnounceAck, Events, GameAction, LegalAction, MatchEnd, MatchStart,
};
use pentathlon::{Bot, Choice, Decline, Prompt, Result, SessionHandle, Table};
use prost::Message;
use serde_json::{json, Value};

/// Who waits for a line, by number of the call.
#[derive(Default)]
struct Calls {
    count: u64,
    waiting: HashMap<u64, Sender<Value>>,
}

static CALLS: LazyLock<Mutex<Calls>> = LazyLock::new(Mutex::default);

fn begin() -> (u64, Receiver<Value>) {
    let (send, receive) = channel();
    let mut calls = CALLS.lock().unwrap();
    calls.count += 1;
    let number = calls.count;
    calls.waiting.insert(number, send);
    (number, receive)
}

fn read_replies() {
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        let reply: Value = serde_json::from_str(&line).expect("a line of JSON");
        let call = reply["call"].as_u64().expect("the number of a call");
        let calls = CALLS.lock().unwrap();
        // The probe may have been asked about a call that has just ended.
        if let Some(waiting) = calls.waiting.get(&call) {
            let _ = waiting.send(reply);
        }
    }
    exit(0);
}

fn write(line: &Value) {
    let mut out = stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .expect("stdout");
}

fn hex(message: &impl Message) -> String {
    let bytes = message.encode_to_vec();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal digits");
    (0..hex.len()).step_by(2).map(byte).collect()
}

struct Probe {
    match_id: String,
    seat: u32,
    session: SessionHandle,
}

impl Probe {
    fn make(table: &Table) -> Result<Self> {
        let start = table.start();
        let probe = Self {
            match_id: start.match_id.clone(),
            seat: start.seat,
            session: table.session().clone(),
        };
        probe.ask("make", start, None)?;
        Ok(probe)
    }

    /// Asks what a function shall do; returns the reply.
    fn ask(&self, hook: &str, message: &impl Message, prompt: Option<&Prompt>) -> Result<Value> {
        let (call, replies) = begin();
        let (match_id, seat) = (&self.match_id, self.seat);
        let mut line = json!({"call": call, "hook": hook, "match": match_id, "seat": seat});
        line["message"] = hex(message).into();
        if let Some(prompt) = prompt {
            line["open"] = prompt.is_open().into();
            line["seed"] = prompt.seed().to_string().into();
            line["draw"] = prompt.random().below(1000).into();
            line["time_left"] = prompt.time_left().map(|time| time.as_secs_f64()).into();
            line["round_trip"] = prompt.round_trip().map(|time| time.as_secs_f64()).into();
        }
        write(&line);
        let reply = loop {
            let reply = replies.recv()?;
            if reply["look"] != json!(true) {
                break reply;
            }
            let open = prompt.is_some_and(Prompt::is_open);
            let hook = "look";
            write(
                &json!({"call": call, "hook": hook, "match": match_id, "seat": seat, "open": open}),
            );
        };
        CALLS.lock().unwrap().waiting.remove(&call);
        if reply["leave"] == json!(true) {
            self.session.leave();
        }
        if let Some(words) = reply["throw"].as_str() {
            return Err(words.into());
        }
        if let Some(reason) = reply["decline"].as_str() {
            return Err(Decline::new(reason).into());
        }
        Ok(reply)
    }
}

/// The choice that a reply names, if any.
fn choice(reply: &Value, offered: &[LegalAction]) -> Result<Option<Choice>> {
    let choice = if let Some(place) = reply["offered"].as_u64() {
        Choice::from(&offered[usize::try_from(place)?])
    } else if let Some(index) = reply["index"].as_i64() {
        // An index is never below 0 in Rust.
        Choice::index(usize::try_from(index).unwrap_or(usize::MAX))
    } else if let Some(id) = reply["id"].as_u64() {
        Choice::id(u32::try_from(id)?)
    } else if let Some(action) = reply["action"].as_str() {
        GameAction::decode(bytes(action).as_slice())?.into()
    } else if let Some(text) = reply["text"].as_str() {
        text.into()
    } else {
        return Ok(None);
    };
    let note = reply["note"].as_str().unwrap_or_default();
    Ok(Some(choice.with_note(note)))
}

impl Bot for Probe {
    fn act(&mut self, prompt: &Prompt) -> Result<Choice> {
        let reply = self.ask("act", prompt.message(), Some(prompt))?;
        let choice = choice(&reply, prompt.actions())?;
        choice.ok_or_else(|| "the reply names no choice".into())
    }

    fn announce(&mut self, prompt: &Prompt) -> Result<Option<Choice>> {
        let reply = self.ask("announce", prompt.message(), Some(prompt))?;
        choice(&reply, prompt.announcements())
    }

    fn on_start(&mut self, start: &MatchStart) -> Result<()> {
        self.ask("on_start", start, None).map(drop)
    }

    fn on_events(&mut self, events: &Events) -> Result<()> {
        self.ask("on_events", events, None).map(drop)
    }

    fn on_ack(&mut self, ack: &ActAck) -> Result<()> {
        self.ask("on_ack", ack, None).map(drop)
    }

    fn on_announce_ack(&mut self, ack: &AnnounceAck) -> Result<()> {
        self.ask("on_announce_ack", ack, None).map(drop)
    }

    fn on_end(&mut self, end: &MatchEnd) -> Result<()> {
        self.ask("on_end", end, None).map(drop)
    }

    fn wants_events() -> bool {
        true
    }
}

fn main() -> ExitCode {
    thread::spawn(read_replies);
    pentathlon::program(Probe::make)
}
