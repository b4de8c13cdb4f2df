package pentathlon

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

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
