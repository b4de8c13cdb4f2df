package pentathlon

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

const longestToken = 4096

var wordPattern = regexp.MustCompile(`^[!-~]+$`)

var errNoToken = errors.New("the token file holds no token")

// isToken tells whether the text can be a token: a word of ASCII. Anything else
// cannot be sent, or is, for example, a key of the author.
func isToken(text string) bool {
	return len(text) <= longestToken && wordPattern.MatchString(text)
}

// readToken returns the session token in the file; empty if there is none yet. A
// file that holds something else is an error: it may be named by mistake, and
// would go to the referee, and be replaced.
func readToken(path string) (string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	// A device would be replaced, too. A token may have a line feed behind it.
	if err == nil && (!info.Mode().IsRegular() || info.Size() > longestToken+2) {
		return "", errNoToken
	}
	bytes, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.Trim(string(bytes), " \t\r\n")
	if token != "" && !isToken(token) {
		return "", errNoToken
	}
	return token, nil
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
