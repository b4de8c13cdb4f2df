package pentathlon

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"sync"
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
