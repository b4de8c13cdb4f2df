package pentathlon

import (
	"context"
	"fmt"
	"io"
	"log/slog"
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
	line.WriteString(levelName(record.Level) + " " + record.Message + h.with)
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

func levelName(level slog.Level) string {
	switch {
	case level < slog.LevelInfo:
		return "DEBUG"
	case level < slog.LevelWarn:
		return "INFO"
	case level < slog.LevelError:
		return "WARNING"
	}
	return "ERROR"
}

// printable writes escapes such as \u001b for what a terminal would obey instead of
// show, in texts of others for a log or a terminal: control characters except tab
// and line feed, and the signs that turn the direction of writing. Bytes that are
// not UTF-8 become \x9b and the like. What follows a line feed is indented, so that
// no text passes for a line of its own.
func printable(text string) string {
	var out strings.Builder
	for len(text) > 0 {
		sign, size := utf8.DecodeRuneInString(text)
		switch {
		case sign == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[0])
		case sign == '\n':
			out.WriteString("\n    ")
		case sign != '\t' && isObeyed(sign):
			fmt.Fprintf(&out, `\u%04x`, sign)
		default:
			out.WriteRune(sign)
		}
		text = text[size:]
	}
	return out.String()
}

func isObeyed(sign rune) bool {
	within := func(first, last rune) bool { return first <= sign && sign <= last }
	return within(0, 0x1f) || within(0x7f, 0x9f) || within(0x200e, 0x200f) ||
		within(0x2028, 0x202e) || within(0x2066, 0x2069)
}
