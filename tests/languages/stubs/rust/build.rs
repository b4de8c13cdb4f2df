// Writes messages and stubs of every .proto below the folder $PROTO_ROOT.
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let root = PathBuf::from(std::env::var("PROTO_ROOT").expect("PROTO_ROOT"));
    println!("cargo:rerun-if-env-changed=PROTO_ROOT");
    println!("cargo:rerun-if-changed={}", root.display());
    let protos: Vec<PathBuf> = std::fs::read_dir(root.join("arena/v1"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    tonic_prost_build::configure()
        .build_transport(false)
        .compile_protos(&protos, &[root])
}
