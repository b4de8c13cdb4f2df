//! Keeps the token of a session, so that a restarted bot goes on with it.
use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{ErrorKind, Result, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Returns the token in the file, or "" if there is no file yet.
pub(crate) fn read_token(path: &Path) -> Result<String> {
    match fs::read_to_string(path) {
        Ok(token) => Ok(token.trim().to_string()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}

/// Replaces the file in one step, readable by its owner only.
pub(crate) fn write_token(path: &Path, token: &str) -> Result<()> {
    let name = path.file_name().ok_or(ErrorKind::InvalidInput)?;
    // A new file beside it: readers see the old token or the new one, never half
    // of it.
    let number = RandomState::new().hash_one(());
    let draft = path.with_file_name(format!(".{}.{number:x}", name.to_string_lossy()));
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&draft)
        .and_then(|mut file| writeln!(file, "{token}"))
        .and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // It may never have been made.
        let _ = fs::remove_file(&draft);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    /// A folder that goes with its test.
    struct Folder(PathBuf);

    impl Folder {
        fn new() -> Self {
            let number = RandomState::new().hash_one(());
            let path = std::env::temp_dir().join(format!("token-{number:x}"));
            fs::create_dir(&path).unwrap();
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
            entries.map(|entry| name(entry.unwrap())).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn a_token_file_is_replaced_as_a_whole_for_its_owner_only() {
        let folder = Folder::new();
        let file = folder.0.join("token");
        assert_eq!(read_token(&file).unwrap(), "");
        write_token(&file, "one").unwrap();
        write_token(&file, "two").unwrap();
        assert_eq!(read_token(&file).unwrap(), "two");
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(folder.names(), ["token"]);
    }

    #[test]
    fn nothing_stays_of_a_file_that_cannot_be_written() {
        let folder = Folder::new();
        // A folder stands where the file should be.
        fs::create_dir(folder.0.join("token")).unwrap();
        write_token(&folder.0.join("token"), "x").unwrap_err();
        assert_eq!(folder.names(), ["token"]);
    }
}
