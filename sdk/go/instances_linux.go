package pentathlon

import (
	"os/exec"
	"syscall"
)

// dieWithParent lets a process be asked to end when this one is gone.
func dieWithParent(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
}
