//! A bot without an SDK: any legal action is as good as another. It speaks the
//! protocol with gRPC for Rust (tonic) and the schema alone.
use std::collections::hash_map::DefaultHasher;
use std::collections::HashMap;
use std::env::var;
use std::error::Error;
use std::hash::{Hash, Hasher};

use hyper_util::rt::TokioIo;
use tokio::net::UnixStream;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::{Endpoint, Uri};
use tower::service_fn;

use arena::v1::play_service_client::PlayServiceClient;
use arena::v1::{act, play_request, play_response};
use arena::v1::{Act, DecisionKind, GameSupport, Hello, PlayRequest, Pong, Ready};

mod arena {
    pub mod v1 {
        tonic::include_proto!("arena.v1");
    }
}

const GAMES: [&str; 5] = ["doppelkopf", "octrix", "ordago", "ordo", "seconds"];

/// The secrets of seats, by match and seat.
type Secrets = HashMap<(String, u32), Vec<u8>>;

/// Draws from the secret of the seat, so that the same match is played again in
/// the same way, also when another process goes on with it.
fn draw(secret: &[u8], decision: u32, count: usize) -> u32 {
    let mut hasher = DefaultHasher::new();
    (secret, decision).hash(&mut hasher);
    (hasher.finish() % count as u64) as u32
}

fn hello() -> play_request::Kind {
    let variable = |name| var(name).unwrap_or_default();
    play_request::Kind::Hello(Hello {
        name: variable("ARENA_BOT_NAME"),
        instance: variable("ARENA_INSTANCE"),
        one_match: variable("ARENA_ONE_MATCH") == "true",
        max_matches: 1,
        version: "1".into(),
        language: "rust".into(),
        plays: GAMES
            .iter()
            .map(|game| GameSupport {
                game: game.to_string(),
                ..Default::default()
            })
            .collect(),
        ..Default::default()
    })
}

/// What the bot says to a message.
fn answer(message: play_response::Kind, secrets: &mut Secrets) -> Option<play_request::Kind> {
    match message {
        play_response::Kind::MatchStart(start) => {
            let key = (start.match_id.clone(), start.seat);
            secrets.insert(key, start.private_seed);
            Some(play_request::Kind::Ready(Ready {
                match_id: start.match_id,
                seat: start.seat,
                ..Default::default()
            }))
        }
        play_response::Kind::Prompt(prompt) if prompt.kind() == DecisionKind::Must => {
            let secret = secrets.get(&(prompt.match_id.clone(), prompt.seat))?;
            let index = draw(secret, prompt.decision, prompt.actions.len());
            Some(play_request::Kind::Act(Act {
                match_id: prompt.match_id,
                seat: prompt.seat,
                decision: prompt.decision,
                choice: Some(act::Choice::Index(index)),
                ..Default::default()
            }))
        }
        play_response::Kind::Ping(ping) => Some(play_request::Kind::Pong(Pong {
            nonce: ping.nonce,
            ..Default::default()
        })),
        play_response::Kind::Error(error) => {
            eprintln!("{}", error.message);
            None
        }
        _ => None,
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let path = var("ARENA_ADDRESS")?.replacen("unix:", "", 1);
    // The address of this URI is not used.
    let channel = Endpoint::from_static("http://arena")
        .connect_with_connector(service_fn(move |_: Uri| {
            let path = path.clone();
            async move { UnixStream::connect(path).await.map(TokioIo::new) }
        }))
        .await?;
    let (say, said) = mpsc::channel(16);
    say.send(PlayRequest { kind: Some(hello()) }).await?;
    let mut stream = PlayServiceClient::new(channel)
        .play(ReceiverStream::new(said))
        .await?
        .into_inner();
    let mut secrets = Secrets::new();
    // The arena ends the stream after the match.
    while let Some(message) = stream.message().await? {
        let kind = message.kind.and_then(|kind| answer(kind, &mut secrets));
        if kind.is_some() {
            say.send(PlayRequest { kind }).await?;
        }
    }
    Ok(())
}
