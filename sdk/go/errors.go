package pentathlon

import "pentathlon/sdk/go/arenav1"

// An OptionError says which option has a wrong value, and what would be right.
type OptionError struct{ Message string }

func (e *OptionError) Error() string { return e.Message }

// A SessionError says why the session with the referee is over and cannot be
// continued.
type SessionError struct {
	Message string
	// The reason that the referee gave, if any; it is stable between versions.
	Reason arenav1.ErrorReason
}

func (e *SessionError) Error() string { return e.Message }
