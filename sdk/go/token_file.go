package pentathlon

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// readToken returns the session token in the file; empty if there is no file yet.
func readToken(path string) (string, error) {
	bytes, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(bytes)), err
}

// writeToken replaces the file in one step, readable by its owner only.
func writeToken(path, token string) error {
	// A new file of mode 600 beside it: readers see the old token or the new one,
	// never half of it.
	draft, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".")
	if err != nil {
		return err
	}
	_, err = draft.WriteString(token + "\n")
	if closing := draft.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(draft.Name(), path)
	}
	if err != nil {
		os.Remove(draft.Name())
	}
	return err
}
