//! Thinks in another thread, while others decide.
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread::{spawn, JoinHandle};

use crate::thoughts::Thoughts;

/// Thoughts that go on by themselves, until they are good enough or taken back.
pub struct Ahead {
    stopped: Arc<AtomicBool>,
    thread: JoinHandle<Thoughts>,
}

impl Ahead {
    /// Begins where `thoughts` are.
    pub fn start(mut thoughts: Thoughts) -> Self {
        let stopped = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stopped);
        let thread = spawn(move || {
            thoughts.think(|| !told.load(Ordering::Relaxed));
            thoughts
        });
        Self { stopped, thread }
    }

    /// Stops, and returns the thoughts; `None` if they have panicked.
    pub fn stop(self) -> Option<Thoughts> {
        self.stopped.store(true, Ordering::Relaxed);
        self.thread.join().ok()
    }
}
