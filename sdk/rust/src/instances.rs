//! Several processes of one bot.
use std::ffi::OsString;
use std::time::{Duration, Instant};

use rustix::process::{getppid, kill_process, set_parent_process_death_signal, Pid};
use tokio::process::{Child, Command};
use tokio::signal::unix::{signal, SignalKind};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::log::{Level, Log};
use crate::options::Options;

/// Exit status of a process whose place another one has taken.
pub(crate) const REPLACED: u8 = 3;

/// After this time a process may be replaced.
const SLOWEST_START: Duration = Duration::from_secs(1);

const PARENT: &str = "_PENTATHLON_PARENT";

/// Runs `options.instances` processes of this program until all have ended, and
/// returns its exit status: 0, or 1 if one has failed.
///
/// Flags at the end of its command line tell each process which one it is: its
/// instance is "1", "2" and so on, after `options.instance` and a dot if that is
/// set; the name of its token file ends with the same number. With
/// `options.one_match` a process that ends well is replaced by a new one, unless a
/// process of another program has taken its place. If one fails, the others end
/// after their matches.
pub(crate) async fn run_instances(options: &Options, log: &Log) -> std::io::Result<u8> {
    // The newest signal for all processes, with the number of those before it.
    let (stop, stopped) = watch::channel((0_u64, None::<i32>));
    let mut signals = [
        (
            rustix::process::Signal::TERM,
            signal(SignalKind::terminate())?,
        ),
        (
            rustix::process::Signal::INT,
            signal(SignalKind::interrupt())?,
        ),
        (rustix::process::Signal::HUP, signal(SignalKind::hangup())?),
    ];
    let pass_on = |number: i32| {
        stop.send_modify(|(count, signal)| {
            *count += 1;
            *signal = Some(number);
        })
    };
    let mut running = JoinSet::new();
    for number in 1..=options.instances {
        running.spawn_local(keep(options.clone(), number, stopped.clone()));
    }
    let mut failed = false;
    loop {
        let [term, int, hup] = &mut signals;
        tokio::select! {
            ended = running.join_next() => match ended {
                None => return Ok(u8::from(failed)),
                Some(Ok((_, true))) => {}
                Some(Ok((number, false))) if stopped.borrow().1.is_none() => {
                    let text = format!("instance {number} has failed; stopping the others");
                    log.say(Level::Error, text);
                    failed = true;
                    pass_on(term.0.as_raw());
                }
                Some(Ok((_, false))) => {}
                Some(Err(error)) => return Err(error.into()),
            },
            _ = term.1.recv() => pass_on(term.0.as_raw()),
            _ = int.1.recv() => pass_on(int.0.as_raw()),
            _ = hup.1.recv() => pass_on(hup.0.as_raw()),
        }
    }
}

/// Keeps one instance running; returns its number, and whether all went well.
async fn keep(
    options: Options,
    number: u32,
    mut stop: watch::Receiver<(u64, Option<i32>)>,
) -> (u32, bool) {
    while stop.borrow_and_update().1.is_none() {
        let started = Instant::now();
        let Ok(mut child) = start(&options, number) else {
            return (number, false);
        };
        let status = loop {
            tokio::select! {
                status = child.wait() => break status.ok().and_then(|status| status.code()),
                Ok(()) = stop.changed() => {
                    let signal = stop.borrow_and_update().1;
                    tell(&child, signal);
                }
            }
        };
        let again = match status {
            Some(0) => options.one_match,
            Some(status) if status == i32::from(REPLACED) => false,
            _ => return (number, false),
        };
        if !again {
            break;
        }
        let pause = SLOWEST_START.saturating_sub(started.elapsed());
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = stop.changed() => break,
        }
    }
    (number, true)
}

fn start(options: &Options, number: u32) -> std::io::Result<Child> {
    let name = match options.instance.as_str() {
        "" => number.to_string(),
        prefix => format!("{prefix}.{number}"),
    };
    let mut words: Vec<OsString> = std::env::args_os().skip(1).collect();
    words.push("--instances=1".into());
    words.push(format!("--instance={name}").into());
    if !options.token_file.is_empty() {
        words.push(format!("--token-file={}.{number}", options.token_file).into());
    }
    Command::new(std::env::current_exe()?)
        .args(words)
        .env(PARENT, std::process::id().to_string())
        .spawn()
}

fn tell(child: &Child, signal: Option<i32>) {
    let pid = child
        .id()
        .and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
    let signal = signal.and_then(rustix::process::Signal::from_named_raw);
    if let (Some(pid), Some(signal)) = (pid, signal) {
        // It may just have ended.
        let _ = kill_process(pid, signal);
    }
}

/// Whether this process was started by `run_instances`.
pub(crate) fn is_instance() -> bool {
    let parent = getppid().map(|pid| pid.as_raw_nonzero().to_string());
    parent.is_some() && std::env::var(PARENT).ok() == parent
}

/// Asks this process to end when the one that started it is killed.
pub(crate) fn end_with_parent() {
    if is_instance() {
        // It is no more than a convenience.
        let _ = set_parent_process_death_signal(Some(rustix::process::Signal::TERM));
    }
}
