//! Keeps the token of a session, so that a restarted bot goes on with it.
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

const LONGEST: usize = 4096;

/// Whether the text can be a token: a word of ASCII. Anything else cannot be sent,
/// or is, for example, a key of the author.
pub(crate) fn is_token(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len()) && text.chars().all(|c| c.is_ascii_graphic())
}

/// Returns the token in the file, or "" if there is none yet. A file that holds
/// something else is an error: it may be named by mistake, and would go to the referee,
/// and be replaced. The error goes on behind the file's name.
pub(crate) fn read_token(path: &str) -> Result<String, String> {
    let other = || Err(", which holds no token".to_string());
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return other(); // A device would be replaced, too.
    }
    let read = File::open(path).and_then(|file| {
        // One byte more than the longest token with its line feed.
        let mut bytes = Vec::new();
        file.take(LONGEST as u64 + 2).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).trim().to_string())
    });
    match read {
        Ok(token) if token.is_empty() || is_token(&token) => Ok(token),
        Ok(_) => other(),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(format!(", which cannot be read ({error})")),
    }
}

/// Replaces the file in one step, readable by its owner only.
pub(crate) fn write_token(path: &str, token: &str) -> io::Result<()> {
    let path = Path::new(path);
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

        fn file(&self) -> String {
            format!("{}/token", self.0.display())
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
        let file = folder.file();
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
        fs::create_dir(folder.file()).unwrap();
        write_token(&folder.file(), "x").unwrap_err();
        assert_eq!(folder.names(), ["token"]);
    }
}
