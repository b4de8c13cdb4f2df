package pentathlon

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// NewLogHandler returns the handler with which Main logs: lines such as
// "2026-01-31T18:00:00.123Z INFO text", of the level and above.
func NewLogHandler(out io.Writer, level slog.Level) slog.Handler {
	return &lineHandler{out: out, level: level, mu: new(sync.Mutex)}
}

type lineHandler struct {
	out   io.Writer
	level slog.Level
	with  string
	group string
	mu    *sync.Mutex
}

func (h *lineHandler) Enabled(_ context.Context, level slog.Level) bool {
	return level >= h.level
}

func (h *lineHandler) Handle(_ context.Context, record slog.Record) error {
	var line strings.Builder
	line.WriteString(record.Time.UTC().Format("2006-01-02T15:04:05.000Z "))
	level := strings.Replace(record.Level.String(), "WARN", "WARNING", 1)
	line.WriteString(level + " " + record.Message + h.with)
	record.Attrs(func(attr slog.Attr) bool {
		line.WriteString(" " + h.group + attr.String())
		return true
	})
	h.mu.Lock()
	defer h.mu.Unlock()
	_, err := io.WriteString(h.out, printable(line.String())+"\n")
	return err
}

func (h *lineHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	next := *h
	for _, attr := range attrs {
		next.with += " " + h.group + attr.String()
	}
	return &next
}

func (h *lineHandler) WithGroup(name string) slog.Handler {
	next := *h
	if name != "" {
		next.group += name + "."
	}
	return &next
}

// obeyed are control characters except tab, and signs that turn the direction of
// writing. Bytes that are not UTF-8 match U+FFFD.
var obeyed = regexp.MustCompile(`[\x00-\x08\x0a-\x1f\x7f-\x9f` +
	`\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}\x{fffd}]`)

// printable writes escapes such as \u001b for what a terminal would obey instead of
// show, in texts of others for a log or a terminal. Bytes that are not UTF-8 become
// \x9b and the like. What follows a line feed is indented, so that no text passes
// for a line of its own.
func printable(text string) string {
	return obeyed.ReplaceAllStringFunc(text, func(sign string) string {
		code, size := utf8.DecodeRuneInString(sign)
		switch {
		case sign == "\n":
			return "\n    "
		case code == utf8.RuneError && size == 1:
			return fmt.Sprintf(`\x%02x`, sign[0])
		case code == utf8.RuneError:
			return sign
		}
		return fmt.Sprintf(`\u%04x`, code)
	})
}
