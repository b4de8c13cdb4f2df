// arena prompts: shows the messages to the bot of a seat in a match.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "arena/cli/base/command.h"
#include "arena/cli/base/message_output.h"
#include "arena/cli/records/record_flags.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/record/prompts.h"

namespace arena::cli {
namespace {

struct PromptsFlags {
  RecordFlags source;
  PromptsWanted wanted;
  std::string format = "binary";
  std::string output;
};

absl::StatusOr<int> RunPrompts(const PromptsFlags& flags) {
  const MessageFlags form = {.binary = flags.format == "binary",
                             .output = flags.output};
  ARENA_RETURN_IF_ERROR(CheckMessageOutput(form));
  ARENA_ASSIGN_OR_RETURN(const ReadBytes read, ReadOnlyRecord(flags.source));
  ARENA_ASSIGN_OR_RETURN(
      const std::vector<v1::PlayResponse> messages,
      PromptsOf(read.record, Sha256(read.bytes), flags.wanted));
  std::string bytes;
  for (const v1::PlayResponse& message : messages) {
    AppendMessage(message, form.binary, bytes);
  }
  ARENA_RETURN_IF_ERROR(WriteMessages(form, bytes));
  return kSuccess;
}

}  // namespace

void AddPromptsCommand(Commands& commands) {
  const auto flags = std::make_shared<PromptsFlags>();
  CLI::App& command = AddRecordCommand(
      commands, "prompts",
      "Writes the messages to the bot of a seat, as PlayResponse messages",
      "arena prompts match.record --seat 1 --out seat1.prompts",
      /*several=*/false, flags->source);
  command
      .add_option("--seat", flags->wanted.seat,
                  "The seat; only messages to this seat are written")
      ->required()
      ->check(command_line::WholeNumber(0, kMaxSeats - 1));
  command
      .add_option("--decision,-d", flags->wanted.decision,
                  "Of the decisions, only this one")
      ->check(command_line::WholeNumber(1, kMostDecisions));
  command.add_flag("--events", flags->wanted.events,
                   "Also the events between the seat's decisions, as for a bot "
                   "with CAPABILITY_EVENTS");
  command
      .add_option("--format", flags->format,
                  "binary (each message behind its length as a varint) or json "
                  "(one object a line)")
      ->check(command_line::OneOf({"binary", "json"}))
      ->capture_default_str();
  command.add_option("-o,--out,--output", flags->output,
                     "The file to write; standard output if absent");
  commands.OnChosen(command, [flags] { return RunPrompts(*flags); });
}

}  // namespace arena::cli
