package pentathlon

import (
	"fmt"
	"regexp"
	"strings"

	"pentathlon/sdk/go/arenav1"
)

// The referee's messages go to bots of every language and name fields of the
// protocol; an author of a Go bot has flags and options instead.
var optionOfField = map[string]string{
	"name":         "--name",
	"version":      "Options.Version",
	"max_matches":  "--max-matches",
	"resume_token": "--token-file",
	"instance":     "--instance",
	"one_match":    "--one-match",
	"plays":        "Options.Plays",
	"replace":      "--replace",
}

var helloField = regexp.MustCompile(`\bhello\.[a-z_]+`)

// inOptions names the option of the SDK for each field of the hello.
func inOptions(message string) string {
	return helloField.ReplaceAllStringFunc(message, func(field string) string {
		if option, ok := optionOfField[strings.TrimPrefix(field, "hello.")]; ok {
			return option
		}
		return field
	})
}

// plainReason says why there is no connection, where gRPC words it for experts.
func plainReason(details string) string {
	for _, words := range []string{"name resolver error", "no such host", "DNS"} {
		if strings.Contains(details, words) {
			return "this host name is not known"
		}
	}
	return details
}

// faultWord is "late" of FAULT_KIND_LATE, as it stands in results; the number of
// a kind that only a newer referee knows.
func faultWord(ack *ActAck) string {
	name, known := arenav1.FaultKind_name[int32(ack.GetFault())]
	if !known {
		return fmt.Sprintf("of kind %d", ack.GetFault())
	}
	name = strings.TrimPrefix(name, "FAULT_KIND_")
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}

// faultWords are the referee's words of a fault without its name in front.
func faultWords(ack *ActAck) string {
	return strings.TrimPrefix(ack.GetMessage(), faultWord(ack)+": ")
}
