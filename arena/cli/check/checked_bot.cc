#include "arena/cli/check/checked_bot.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/cli/base/output.h"
#include "arena/core/check.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kStopTime = absl::Seconds(2);

}  // namespace

absl::StatusOr<std::unique_ptr<CheckedBot>> CheckedBot::Open(
    const BotSpec& spec, std::shared_ptr<grpc::Channel> referee,
    const BotSandbox& sandbox, const std::string& socket_folder,
    bool show_output) {
  std::unique_ptr<CheckedBot> bot(
      new CheckedBot(spec, sandbox, socket_folder, show_output));
  ARENA_ASSIGN_OR_RETURN(bot->tokens_,
                         ProcessTokens::Open(std::move(referee), spec.name));
  return bot;
}

absl::Status CheckedBot::StartAfresh(const std::string& address) {
  Stop();
  ARENA_ASSIGN_OR_RETURN(folder_, TemporaryFolder::Create());
  address_ = address;
  return StartAgain();
}

absl::Status CheckedBot::StartAgain() {
  ARENA_ASSIGN_OR_RETURN(const std::string token, tokens_->Renew(""));
  said_ = std::make_shared<RecentOutput>();
  const auto on_line = [said = said_, name = spec_.name,
                        show = show_output_](const std::string& line) {
    said->AddLine(line);
    if (show) PrintToStderr(absl::StrCat("[", name, "] ", line, "\n"));
  };
  ARENA_ASSIGN_OR_RETURN(
      process_, sandbox_.Start(
                    {.name = spec_.name,
                     .command = spec_.command,
                     .variables = {{"ARENA_BOT_NAME", spec_.name},
                                   {"ARENA_TOKEN", token},
                                   {"ARENA_TOKEN_FILE",
                                    absl::StrCat(folder_->path(), "/session")}},
                     .address = address_,
                     .socket_folder = socket_folder_,
                     .own_folder = folder_->path(),
                     .on_line = on_line}));
  return absl::OkStatus();
}

void CheckedBot::Stop() {
  if (process_ == nullptr) return;
  process_->Terminate();
  process_->Wait(absl::Now() + kStopTime);
  process_.reset();
}

std::string CheckedBot::SaidText() const {
  if (!running()) process_->FinishReading();
  const std::string lines = said_->Last();
  return absl::StrCat(lines.empty()
                          ? "; it has printed nothing"
                          : absl::StrCat("; it printed last:\n", lines),
                      sandbox_.DeniedText());
}

std::string CheckedBot::EndText() const {
  return absl::StrCat("the program has ended with ", process_->EndText(),
                      SaidText());
}

}  // namespace arena::cli
