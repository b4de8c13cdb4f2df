package pentathlon

import (
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// again is the time after which another signal is a second one. Supervisors and
// terminals signal a process and its group, so that it gets the same signal twice.
const again = 500 * time.Millisecond

// leaveOnSignal makes SIGTERM and SIGINT ask a session to leave: it plays its
// matches to their end. A second signal, or the end of within, ends the program at
// once, by exit. The returned function ends all that.
func leaveOnSignal(leave func(), within time.Duration, log *slog.Logger, exit func(int)) func() {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	stop := make(chan struct{})
	go func() {
		select {
		case <-signals:
		case <-stop:
			return
		}
		first := time.Now()
		log.Info(fmt.Sprintf("asked to end: no further matches, and those under way go on "+
			"for up to %s; a second signal ends at once", chosen(within)))
		leave()
		late := time.After(within)
		for {
			select {
			case number := <-signals:
				if time.Since(first) >= again {
					exit(128 + int(number.(syscall.Signal)))
					return
				}
			case <-late:
				log.Warn("the matches are not over after " + chosen(within))
				exit(128 + int(syscall.SIGTERM))
				return
			case <-stop:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(stop)
	}
}
