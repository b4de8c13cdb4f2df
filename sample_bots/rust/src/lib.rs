//! What several of the sample bots use.

pub mod best;
pub mod ordago_hands;
pub mod ordago_messages;
