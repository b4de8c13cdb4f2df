package pentathlon

import (
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

const (
	// replacedStatus is the exit status of a process whose place another one has
	// taken.
	replacedStatus = 3
	// slowestStart is the time after which a process may be started again.
	slowestStart = time.Second
	// parentVariable tells a process that instances started it, and which process
	// that is.
	parentVariable = "_PENTATHLON_PARENT"
)

// isInstance tells whether this process was started by instances.
func isInstance() bool {
	return os.Getenv(parentVariable) == strconv.Itoa(os.Getppid())
}

// instances runs several processes of a program until all have ended.
//
// Flags at the end of its command line tell each process which one it is. With
// OneMatch a process that ends well is started again, unless a process of another
// program has taken its place. If one fails, the others end after their matches.
type instances struct {
	options Options
	command []string
	log     *slog.Logger
	pause   time.Duration // Between two starts of one number.

	ended    chan *instance
	running  map[int]*instance // By number.
	stopping bool
	failed   bool
}

type instance struct {
	number  int
	started time.Time
	command *exec.Cmd
	status  int
}

func newInstances(options Options, command []string, log *slog.Logger) *instances {
	return &instances{options: options, command: command, log: log, pause: slowestStart,
		ended: make(chan *instance), running: map[int]*instance{}}
}

// run returns the exit status of the program: 0, or 1 if a process has failed. It
// passes SIGTERM, SIGINT and SIGHUP on to all processes.
func (i *instances) run() int {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	defer signal.Stop(signals)
	// The processes die with the thread that started them.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	again := make(chan int)
	starting := 0 // Numbers that wait to be started again.
	for number := 1; number <= i.options.Instances; number++ {
		i.start(number)
	}
	for len(i.running) > 0 || starting > 0 && !i.stopping {
		select {
		case number := <-signals:
			i.stop(number)
		case ended := <-i.ended:
			delete(i.running, ended.number)
			if i.reap(ended) {
				starting++
				time.AfterFunc(time.Until(ended.started.Add(i.pause)), func() {
					again <- ended.number
				})
			}
		case number := <-again:
			starting--
			i.start(number)
		}
	}
	if i.failed {
		return 1
	}
	return 0
}

func (i *instances) start(number int) {
	if i.stopping {
		return
	}
	name := strconv.Itoa(number)
	flags := []string{"--instances=1", "--instance=" + name}
	if i.options.Instance != "" {
		flags[1] = "--instance=" + i.options.Instance + "." + name
	}
	if i.options.TokenFile != "" {
		flags = append(flags, "--token-file="+i.options.TokenFile+"."+name)
	}
	command := exec.Command(i.command[0], append(i.command[1:len(i.command):len(i.command)], flags...)...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	command.Env = append(os.Environ(), fmt.Sprintf("%s=%d", parentVariable, os.Getpid()))
	dieWithParent(command)
	started := &instance{number: number, started: time.Now(), command: command}
	if err := command.Start(); err != nil {
		i.log.Error(fmt.Sprintf("instance %d cannot be started (%v); stopping the others", number, err))
		i.fail()
		return
	}
	i.running[number] = started
	go func() {
		_ = command.Wait()
		started.status = command.ProcessState.ExitCode()
		i.ended <- started
	}()
}

// reap takes in the end of a process; true: it is to be started again.
func (i *instances) reap(ended *instance) bool {
	if i.stopping || ended.status == replacedStatus {
		return false
	}
	if ended.status != 0 {
		i.log.Error(fmt.Sprintf("instance %d has failed; stopping the others", ended.number))
		i.fail()
		return false
	}
	return i.options.OneMatch
}

func (i *instances) fail() {
	i.failed = true
	i.stop(syscall.SIGTERM)
}

func (i *instances) stop(number os.Signal) {
	i.stopping = true
	for _, instance := range i.running {
		_ = instance.command.Process.Signal(number)
	}
}
