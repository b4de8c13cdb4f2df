package pentathlon

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestASignalAsksToLeaveAndASecondOneEnds(t *testing.T) {
	book := &logBook{}
	left, status := make(chan bool, 1), make(chan int, 1)
	leaveOnSignal(func() { left <- true }, time.Hour, quietTo(book),
		func(number int) { status <- number })
	ask := func() { _ = syscall.Kill(os.Getpid(), syscall.SIGTERM) }
	ask()
	waitFor(t, left)
	// The same signal comes twice to a process and its group; a later one is a
	// second one. A condition that holds at some time needs no fixed pause.
	for tries := 0; ; tries++ {
		ask()
		select {
		case got := <-status:
			if got != 128+int(syscall.SIGTERM) || tries == 0 {
				t.Errorf("status %d after %d tries", got, tries)
			}
		case <-time.After(100 * time.Millisecond):
			continue
		}
		break
	}
	if !strings.Contains(book.String(), "for up to 3600 s; a second signal ends at once") {
		t.Error(book)
	}
}

// runWith runs the program of a bot with flags, and returns its status and what it
// has written.
func runWith(flags ...string) (int, string) {
	var out bytes.Buffer
	p := program{maker: makerOf(makeFunc(firstAction)), arguments: append([]string{"my_bot"}, flags...),
		stdout: &out, stderr: &out, exit: os.Exit}
	return p.run(DefaultOptions()), out.String()
}

func TestTheProgramNamesAWrongFlag(t *testing.T) {
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte("BEGIN KEY\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	name := "1 to 64 characters of letters, digits, '.', '_' and '-'"
	for flag, words := range map[string]string{
		"--pace=3":              "flag provided but not defined: --pace",
		"--name":                "flag needs an argument: --name",
		"more":                  `unexpected argument "more"`,
		"--address=here":        `--address is "here"; it should be host:port, e.g. 127.0.0.1:5757, or unix:PATH`,
		"--name=a b":            `--name is "a b"; it should be ` + name,
		"--max-matches=x":       `--max-matches is "x"; it should be a whole number, at least 1`,
		"--max-matches=0":       `--max-matches is "0"; it should be a whole number, at least 1`,
		"--one-match=perhaps":   `--one-match is "perhaps"; it should be true or false`,
		"--leave-within=NaN":    `--leave-within is "NaN"; it should be a number of seconds, 0 or more`,
		"--give-up-after=-1":    `--give-up-after is "-1"; it should be a number of seconds, 0 or more`,
		"--log-level=loud":      `--log-level is "loud"; it should be debug, info, warning or error`,
		"--token-file=" + key:   `"; it should be a file with a token, or one that does not exist yet`,
		"--tls-ca=" + key:       `"; it should be a PEM file with certificates to trust`,
		"--instances=2":         "--instances is gone; use arena run --instances N -- COMMAND",
		"--prompts=a.prompts":   "--prompts is gone; use arena rehearse FILE -- COMMAND",
		"--prompts":             "--prompts is gone; use arena rehearse FILE -- COMMAND",
		"-instances":            "--instances is gone; use arena run --instances N -- COMMAND",
		"--address=a:1\nb:2":    `--address is "a:1\nb:2"; it should be `,
		"--max-matches=1e3":     `--max-matches is "1e3"`,
		"--max-matches=" + wide: `--max-matches is "` + wide,
	} {
		if status, told := runWith(flag); status != 2 || !strings.Contains(told, words) {
			t.Errorf("%s: status %d, %s", flag, status, told)
		}
	}
}

// wide is a number that the hello has no room for.
const wide = "2147483648"

func TestTheProgramNamesAWrongVariable(t *testing.T) {
	for variable, words := range map[string]string{
		"ARENA_MAX_MATCHES": `ARENA_MAX_MATCHES is "a b"; it should be a whole number, at least 1`,
		"ARENA_INSTANCES":   "ARENA_INSTANCES is gone; use arena run --instances N -- COMMAND",
		// The token is a secret.
		"ARENA_TOKEN": "ARENA_TOKEN is wrong; it should be one word of ASCII letters, digits and signs",
	} {
		t.Run(variable, func(t *testing.T) {
			t.Setenv(variable, "a b")
			status, told := runWith()
			if status != 2 || !strings.Contains(told, words) || strings.Count(told, "a b") > 1 {
				t.Errorf("status %d, %s", status, told)
			}
		})
	}
}

func TestHelpListsEveryFlagAndVariable(t *testing.T) {
	status, told := runWith("--help")
	for _, words := range []string{
		"  --max-matches N [ARENA_MAX_MATCHES]\n      most matches at once (default: 1)\n",
		"  --one-match [ARENA_ONE_MATCH]\n      play one match, then end (default: off)\n",
		"  [ARENA_TOKEN]\n      proves who the bot is;",
	} {
		if !strings.Contains(told, words) {
			t.Errorf("no %q in %s", words, told)
		}
	}
	for _, s := range table.Flags {
		if status != 0 || !strings.Contains(told, s.Flag) || !strings.Contains(told, s.Variable) {
			t.Errorf("status %d, no %s, %s", status, s.Flag, s.Variable)
		}
	}
}

func TestTheTableOfFlagsIsThatOfAllSDKs(t *testing.T) {
	original, err := os.ReadFile("../tables/flags.json")
	if err != nil {
		t.Skip("this is the SDK without its checkout")
	}
	if !bytes.Equal(original, flagsJSON) {
		t.Error("copy ../tables/flags.json to flags.json")
	}
}

func TestTheTableOfFlagsFitsTheOptions(t *testing.T) {
	if len(fieldOf) != len(table.Flags) {
		t.Errorf("%d fields, %d flags", len(fieldOf), len(table.Flags))
	}
	defaults := DefaultOptions()
	for _, s := range table.Flags {
		field := s.field(&defaults)
		want := fmt.Sprint(reflect.ValueOf(field).Elem())
		// The others have no value that is the same in each program.
		if slices.Contains([]string{"address", "number", "seconds", "level", "switch"}, s.Kind) {
			if !parse(s.Default, field) || fmt.Sprint(reflect.ValueOf(field).Elem()) != want {
				t.Errorf("%s: the default is %s, not %s", s.Flag, want, s.Default)
			}
		}
	}
}
