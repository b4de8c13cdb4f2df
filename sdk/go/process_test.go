package pentathlon

import (
	"bytes"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test program be what instances start.
func TestMain(m *testing.M) {
	if work := os.Getenv("PENTATHLON_TEST_INSTANCE"); work != "" {
		os.Exit(instanceWork(work))
	}
	os.Exit(m.Run())
}

// instanceWork writes down its flags; then it fails, ends, or waits for a signal.
func instanceWork(folder string) int {
	flags := os.Args[1:]
	if !isInstance() {
		return 9
	}
	file, err := os.CreateTemp(folder, "ran-")
	if err != nil {
		return 9
	}
	_, _ = file.WriteString(strings.Join(flags, " "))
	file.Close()
	switch {
	case strings.Contains(strings.Join(flags, " "), "--instance=x.1"):
		return map[string]int{"fail": 5, "end": 0, "replaced": replacedStatus}[flags[0]]
	case flags[0] == "fail":
		// Until the other has failed.
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, syscall.SIGTERM)
		<-signals
	}
	return replacedStatus
}

func runInstances(t *testing.T, how string, change func(*Options)) (int, []string, string) {
	t.Helper()
	folder := t.TempDir()
	t.Setenv("PENTATHLON_TEST_INSTANCE", folder)
	options := DefaultOptions()
	options.Instances, options.Instance = 2, "x"
	change(&options)
	book := &logBook{}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	status := newInstances(options, []string{program, how}, quietTo(book)).run()
	files, _ := filepath.Glob(filepath.Join(folder, "ran-*"))
	var ran []string
	for _, file := range files {
		text, _ := os.ReadFile(file)
		ran = append(ran, string(text))
	}
	return status, ran, book.String()
}

func TestInstancesHaveNamesAndTokenFiles(t *testing.T) {
	status, ran, _ := runInstances(t, "replaced", func(o *Options) { o.TokenFile = "t" })
	all := strings.Join(ran, "\n")
	if status != 0 || len(ran) != 2 {
		t.Errorf("status %d, %q", status, ran)
	}
	for _, flags := range []string{"replaced --instances=1 --instance=x.1 --token-file=t.1",
		"replaced --instances=1 --instance=x.2 --token-file=t.2"} {
		if !strings.Contains(all, flags) {
			t.Errorf("no %q in %q", flags, ran)
		}
	}
}

func TestOneThatFailsEndsTheOthers(t *testing.T) {
	status, _, log := runInstances(t, "fail", func(*Options) {})
	if status != 1 || !strings.Contains(log, "ERROR instance 1 has failed; stopping the others") {
		t.Errorf("status %d, %s", status, log)
	}
}

func TestWithOneMatchAnInstanceIsStartedAgain(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PENTATHLON_TEST_INSTANCE", folder)
	options := DefaultOptions()
	options.Instances, options.Instance, options.OneMatch = 1, "x", true
	program, _ := os.Executable()
	i := newInstances(options, []string{program, "end"}, quiet)
	i.pause = time.Millisecond
	i.start(1)
	ended := waitFor(t, i.ended)
	if !i.reap(ended) {
		t.Error("it is not started again")
	}
	i.stopping = true
	if i.reap(ended) {
		t.Error("it is started again after the end")
	}
}

func TestASignalAsksToLeaveAndASecondOneEnds(t *testing.T) {
	book := &logBook{}
	left, status := make(chan bool, 1), make(chan int, 1)
	stop := leaveOnSignal(func() { left <- true }, time.Hour, quietTo(book),
		func(number int) { status <- number })
	defer stop()
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

func TestTheProgramNamesAWrongFlag(t *testing.T) {
	for flag, words := range map[string]string{
		"--pace=3":         "--pace",
		"--max-matches=x":  `--max-matches is "x"; it should be a number`,
		"--max-matches=0":  "--max-matches or ARENA_MAX_MATCHES is 0; it should be at least 1",
		"--log-level=loud": `--log-level is "loud"; it should be debug, info, warning or error`,
		"more":             `unexpected argument "more"`,
		"--prompts=/none":  `--prompts is "/none", which cannot be read: no such file`,
		"--prompts=go.mod": "--prompts is \"go.mod\": it holds no prompts (",
	} {
		var out, log bytes.Buffer
		p := program{maker: makerOf(makeFunc(firstAction)), arguments: []string{"my_bot", flag},
			stdout: &out, stderr: &log, exit: os.Exit}
		if status := p.run(DefaultOptions()); status != 2 || !strings.Contains(log.String(), words) {
			t.Errorf("%s: status %d, %s", flag, status, log.String())
		}
	}
}

func TestHelpListsEveryFlagAndVariable(t *testing.T) {
	var out bytes.Buffer
	p := program{maker: makerOf(makeFunc(firstAction)), arguments: []string{"my_bot", "--help"},
		stdout: &out, stderr: &out, exit: os.Exit}
	if status := p.run(DefaultOptions()); status != 0 {
		t.Errorf("status %d", status)
	}
	for _, s := range settings {
		if !strings.Contains(out.String(), "--"+s.flag) || !strings.Contains(out.String(), s.variable) {
			t.Errorf("no --%s, %s", s.flag, s.variable)
		}
	}
}
