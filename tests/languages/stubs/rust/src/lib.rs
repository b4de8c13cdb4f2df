//! The messages and stubs of arena.v1, as build.rs wrote them.
pub mod arena {
    pub mod v1 {
        tonic::include_proto!("arena.v1");
    }
}
