//! Writes the messages and stubs of all of proto/ into a folder:
//! `pentathlon-generator PROTO_FOLDER OUT_FOLDER`.
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let mut folders = std::env::args().skip(1).map(PathBuf::from);
    let (Some(proto), Some(out)) = (folders.next(), folders.next()) else {
        panic!("usage: pentathlon-generator PROTO_FOLDER OUT_FOLDER");
    };
    let mut protos: Vec<PathBuf> = std::fs::read_dir(proto.join("arena/v1"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    protos.sort();
    tonic_prost_build::configure()
        .build_server(false)
        .emit_rerun_if_changed(false)
        .out_dir(out)
        .compile_protos(&protos, &[proto])
}
