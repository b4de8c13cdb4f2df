// Messages of the protocol for other programs: binary, or as lines of JSON.
#ifndef ARENA_CLI_BASE_MESSAGE_OUTPUT_H_
#define ARENA_CLI_BASE_MESSAGE_OUTPUT_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/status.h"
#include "arena/v1/match_step.pb.h"

namespace arena::cli {

// How messages are written, and where to.
struct MessageFlags {
  // Each message behind its length as a varint, as other languages read it with
  // parseDelimitedFrom; otherwise one object a line.
  bool binary = false;
  // A file; empty: standard output.
  std::string output;
};

// INVALID_ARGUMENT if binary messages would go to a terminal.
absl::Status CheckMessageOutput(const MessageFlags& flags);

// Appends a message.
void AppendMessage(const google::protobuf::Message& message, bool binary,
                   std::string& out);

// Writes what was appended.
absl::Status WriteMessages(const MessageFlags& flags, const std::string& bytes);

// A line for each act and each effect.
std::string StepText(const v1::MatchStep& step);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_MESSAGE_OUTPUT_H_
