// arena rehearse: asks a bot again what a seat was asked in a match.
#include <grpcpp/grpcpp.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/output.h"
#include "arena/cli/records/record_flags.h"
#include "arena/cli/records/rehearsal.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/process/process.h"
#include "arena/process/signal_waiter.h"
#include "arena/process/temporary_folder.h"
#include "arena/record/file.h"
#include "arena/record/prompts.h"

namespace arena::cli {
namespace {

// A bot that has not connected by then probably looks for another referee.
constexpr absl::Duration kConnectsWithin = absl::Seconds(30);
// The SDKs wait for busy hooks for up to ten seconds.
constexpr absl::Duration kEndsWithin = absl::Seconds(15);

struct RehearseFlags {
  RecordFlags source;
  std::optional<Seat> seat;
  uint32_t decision = 0;
  std::vector<std::string> command;
};

absl::StatusOr<std::vector<v1::PlayResponse>> ReadMessages(
    const RehearseFlags& flags) {
  if (flags.seat.has_value()) {
    ARENA_ASSIGN_OR_RETURN(const ReadBytes read, ReadOnlyRecord(flags.source));
    return PromptsOf(
        read.record, Sha256(read.bytes),
        {.seat = *flags.seat, .decision = flags.decision, .events = true});
  }
  const std::string& name = flags.source.names[0];
  ARENA_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(name));
  std::optional<std::vector<v1::PlayResponse>> messages = ParsePrompts(bytes);
  if (messages.has_value()) return *std::move(messages);
  return absl::InvalidArgumentError(absl::StrCat(
      name,
      " holds no prompts; expected the binary form of what `arena "
      "prompts RECORD --seat N --out FILE` writes, or for a record a seat "
      "with --seat"));
}

// Waits until the process has ended. CANCELLED if this program is asked to
// stop.
absl::Status AwaitEnd(const Process& bot, const Rehearsal& rehearsal,
                      const SignalWaiter& signals) {
  absl::Time deadline = absl::Now() + kConnectsWithin;
  Rehearsal::State state = Rehearsal::State::kAwaited;
  while (!bot.Ended()) {
    ARENA_RETURN_IF_ERROR(signals.Wait(absl::Milliseconds(100)));
    if (rehearsal.state() != state) {
      state = rehearsal.state();
      deadline = state == Rehearsal::State::kBegun ? absl::InfiniteFuture()
                                                   : absl::Now() + kEndsWithin;
    }
    if (absl::Now() < deadline) continue;
    if (state != Rehearsal::State::kAwaited) {
      return absl::DeadlineExceededError(
          absl::StrCat("the match is over, and the bot did not end within ",
                       absl::FormatDuration(kEndsWithin)));
    }
    PrintMessage(
        "the bot has not connected yet; a bot finds the referee by the "
        "variable ARENA_ADDRESS, or the flag --address of the SDKs");
    deadline = absl::InfiniteFuture();
  }
  return absl::OkStatus();
}

absl::StatusOr<int> RunRehearse(const RehearseFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(std::vector<v1::PlayResponse> messages,
                         ReadMessages(flags));
  const SignalWaiter signals;
  ARENA_ASSIGN_OR_RETURN(const auto folder, TemporaryFolder::Create());
  const std::string address = absl::StrCat("unix:", folder->path(), "/referee");
  Rehearsal rehearsal(std::move(messages), [](const std::string& line) {
    Print(line + "\n");
    std::fflush(stdout);
  });
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials());
  builder.RegisterService(&rehearsal);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) {
    return absl::UnavailableError(absl::StrCat("cannot listen at ", address));
  }
  ARENA_ASSIGN_OR_RETURN(
      const std::unique_ptr<Process> bot,
      Process::Start({.command = flags.command,
                      .variables = {{"ARENA_ADDRESS", address},
                                    {"ARENA_LOG_LEVEL", "warning"}},
                      .on_line = [](const std::string& line) {
                        PrintToStderr(line + "\n");
                      }}));
  const absl::Status ended = AwaitEnd(*bot, rehearsal, signals);
  // Also ends the stream of a bot that has ended.
  server->Shutdown(absl::ToChronoTime(absl::Now()));
  ARENA_RETURN_IF_ERROR(ended);
  bot->FinishReading();
  const Rehearsal::State state = rehearsal.state();
  if (bot->EndText() != "exit status 0" || state == Rehearsal::State::kBegun ||
      state == Rehearsal::State::kAwaited) {
    PrintMessage(absl::StrCat(
        "the bot has ended with ", bot->EndText(),
        state == Rehearsal::State::kAwaited ? ", and never connected"
        : state == Rehearsal::State::kBegun ? " before the end of the match"
                                            : ""));
    return kProblem;
  }
  return state == Rehearsal::State::kAnswered ? kSuccess : kProblem;
}

}  // namespace

void AddRehearseCommand(Commands& commands) {
  const auto flags = std::make_shared<RehearseFlags>();
  CLI::App& command = AddRecordCommand(
      commands, "rehearse",
      "Asks a bot again what a seat was asked in a match, without a clock",
      "arena rehearse match.record --seat 1 -- python3 my_bot.py\n"
      "         arena rehearse seat1.prompts -- python3 my_bot.py\n"
      "Exit status 1 if the bot gave no choice, declined, or failed.",
      /*several=*/false, flags->source);
  // Or FILE would take the words of COMMAND, too.
  command.get_option("FILE")->allow_extra_args(false);
  CLI::Option* const seat =
      command
          .add_option("--seat", flags->seat,
                      "FILE is a record, and the bot is asked what this seat "
                      "was asked; without it FILE has the messages that `arena "
                      "prompts` wrote")
          ->check(command_line::WholeNumber(0, kMaxSeats - 1));
  command
      .add_option("--decision,-d", flags->decision,
                  "Of the decisions, only this one")
      ->needs(seat)
      ->check(command_line::WholeNumber(1, kMostDecisions));
  command
      .add_option("COMMAND", flags->command,
                  "The command that starts the bot, behind --")
      ->required();
  commands.OnChosen(command, [flags] { return RunRehearse(*flags); });
}

}  // namespace arena::cli
