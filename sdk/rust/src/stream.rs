//! One stream to a referee, over gRPC.
use std::error::Error;
use std::fmt;
use std::io;
use std::time::Duration;

use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio::sync::mpsc::{unbounded_channel, UnboundedReceiver};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::metadata::AsciiMetadataValue;
use tonic::transport::{Channel, Endpoint, Uri};
use tonic::{Request, Status, Streaming};
use tower::service_fn;

use crate::bot::Bot;
use crate::protocol::play_service_client::PlayServiceClient;
use crate::protocol::{PlayRequest, PlayResponse};
use crate::session::Session;
use crate::tls::{certificates, secured};

/// How long a connection may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// The same where only another referee knows the address.
const SHORT_PATIENCE: Duration = Duration::from_secs(5);

/// Runs one stream for `session`; returns how it ended.
pub(crate) async fn talk<B: Bot + 'static>(session: &mut Session<B>) -> Status {
    let (requests, received) = unbounded_channel();
    session.open(requests);
    let link = session.link.clone();
    let left = || Status::cancelled("the bot has left");
    if session.has_left() {
        return left();
    }
    let mut responses = {
        let dialing = dial(session, received);
        tokio::pin!(dialing);
        loop {
            tokio::select! {
                dialed = &mut dialing => match dialed {
                    Ok(responses) => break responses,
                    Err(status) => return status,
                },
                () = link.left() => if session.has_left() { return left() },
            }
        }
    };
    loop {
        tokio::select! {
            message = responses.message() => match message {
                Ok(Some(response)) => session.receive(response),
                Ok(None) => return Status::ok(""),
                Err(status) => return in_words(status),
            },
            () = link.left() => if session.has_left() && !link.is_welcomed() {
                return left();
            },
        }
    }
}

/// Opens a stream. It has a connection of its own: the session decides the pauses
/// between attempts, not a channel that failed before.
async fn dial<B>(
    session: &Session<B>,
    requests: UnboundedReceiver<PlayRequest>,
) -> Result<Streaming<PlayResponse>, Status> {
    let (options, address) = (&session.options, session.address.as_str());
    let own = address == options.address;
    let patience = if own { PATIENCE } else { SHORT_PATIENCE };
    let connecting = connect(address, &options.tls_ca, session.keepalive);
    let channel = tokio::time::timeout(patience, connecting)
        .await
        .map_err(|_| Status::unavailable("the connection took too long"))??;
    let mut request = Request::new(UnboundedReceiverStream::new(requests));
    if !options.token.is_empty() {
        let value = AsciiMetadataValue::try_from(format!("Bearer {}", options.token));
        let value = value.map_err(|_| Status::invalid_argument("the token is no text"))?;
        request.metadata_mut().insert("authorization", value);
    }
    let opened = PlayServiceClient::new(channel).play(request).await;
    Ok(opened.map_err(in_words)?.into_inner())
}

async fn connect(address: &str, tls_ca: &str, keepalive: Duration) -> Result<Channel, Status> {
    let mut socket: Box<dyn Socket> = match address.strip_prefix("unix:") {
        Some(path) => Box::new(UnixStream::connect(path).await.map_err(unavailable)?),
        None => Box::new(dial_any(hosts_of(address)).await?),
    };
    let authority = authority_of(address);
    let mut scheme = "http";
    if !tls_ca.is_empty() {
        scheme = "https";
        let trusted = certificates(tls_ca);
        let trusted = trusted.map_err(|why| unavailable(format!("{tls_ca:?}{why}")))?;
        let host = authority
            .rsplit_once(':')
            .map_or(authority, |(host, _)| host);
        let host = host.trim_matches(['[', ']']);
        socket = Box::new(secured(socket, host, trusted).await.map_err(unavailable)?);
    }
    let origin = Uri::try_from(format!("{scheme}://{authority}")).map_err(unavailable)?;
    // The socket is there already, for one connection.
    let mut socket = Some(TokioIo::new(socket));
    let dialed = service_fn(move |_| {
        let socket = socket.take().ok_or(io::ErrorKind::NotConnected);
        async move { socket.map_err(io::Error::from) }
    });
    Endpoint::from_shared(format!("http://{authority}"))
        .map_err(no_connection)?
        .origin(origin)
        // Pings notice a connection that broke silently, also while nothing
        // happens. They come no more often than the referee permits.
        .http2_keep_alive_interval(keepalive)
        .keep_alive_timeout(Duration::from_secs(10))
        .keep_alive_while_idle(true)
        .connect_with_connector(dialed)
        .await
        .map_err(no_connection)
}

/// What carries bytes to a referee.
trait Socket: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Socket for S {}

fn hosts_of(address: &str) -> &str {
    address.strip_prefix("ipv4:").unwrap_or(address)
}

/// The host and port that requests name; servers refuse the path of a socket.
fn authority_of(address: &str) -> &str {
    if address.starts_with("unix:") {
        return "localhost";
    }
    hosts_of(address).split(',').next().unwrap_or_default()
}

/// Connects to the first of several hosts that answers.
async fn dial_any(hosts: &str) -> Result<TcpStream, Status> {
    let mut why = "there is no address".to_string();
    for host in hosts.split(',') {
        let Ok(addresses) = tokio::net::lookup_host(host).await else {
            why = "this host name is not known".to_string();
            continue;
        };
        for address in addresses {
            let dialed = TcpStream::connect(address).await;
            // Answers are small, and should not wait for more of them.
            match dialed.and_then(|stream| stream.set_nodelay(true).map(|()| stream)) {
                Ok(stream) => return Ok(stream),
                Err(error) => why = format!("{address}: {error}"),
            }
        }
    }
    Err(Status::unavailable(why))
}

fn unavailable(why: impl fmt::Display) -> Status {
    Status::unavailable(why.to_string())
}

fn no_connection(error: tonic::transport::Error) -> Status {
    Status::unavailable(cause_of(&error))
}

/// The words of the innermost cause; those around it say "transport error".
fn cause_of(error: &(dyn Error + 'static)) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}

/// A status of this library tells what happened in its source only.
fn in_words(status: Status) -> Status {
    match status.source() {
        Some(source) => Status::new(status.code(), cause_of(source)),
        None => status,
    }
}
