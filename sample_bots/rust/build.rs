// Writes the messages and the stub of the bots' service. The schema is where the
// runner says, or where the image of Rust has it.
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let schema: PathBuf = std::env::var("PENTATHLON_PROTO")
        .unwrap_or("/usr/share/pentathlon/proto".to_string())
        .into();
    println!("cargo:rerun-if-env-changed=PENTATHLON_PROTO");
    tonic_prost_build::configure()
        .build_server(false)
        .compile_protos(&[schema.join("arena/v1/play_service.proto")], &[schema])
}
