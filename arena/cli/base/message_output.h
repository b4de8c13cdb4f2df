// Messages of the protocol for other programs: binary, or as lines of JSON.
#ifndef ARENA_CLI_BASE_MESSAGE_OUTPUT_H_
#define ARENA_CLI_BASE_MESSAGE_OUTPUT_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/status.h"
#include "arena/v1/match_step.pb.h"

namespace arena::cli {

// The form and the destination of messages.
struct MessageFlags {
  // Writes each message after its length as a varint, the form that
  // parseDelimitedFrom reads. Otherwise one JSON object a line.
  bool binary = false;
  // A file; empty: standard output.
  std::string output;
};

// INVALID_ARGUMENT if binary messages would go to a terminal.
absl::Status CheckMessageOutput(const MessageFlags& flags);

// Appends a message.
void AppendMessage(const google::protobuf::Message& message, bool binary,
                   std::string& out);

// Writes the appended messages.
absl::Status WriteMessages(const MessageFlags& flags, const std::string& bytes);

// A line for each act and each effect.
std::string StepText(const v1::MatchStep& step);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_MESSAGE_OUTPUT_H_
