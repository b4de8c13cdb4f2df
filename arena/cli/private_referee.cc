#include "arena/cli/private_referee.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "arena/cli/program_path.h"
#include "arena/core/check.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kStartTimeout = absl::Seconds(10);
constexpr absl::Duration kStopTimeout = absl::Seconds(5);

}  // namespace

absl::StatusOr<std::unique_ptr<PrivateReferee>> PrivateReferee::Start(
    int max_matches, const std::string& data) {
  ARENA_ASSIGN_OR_RETURN(const std::string program, ProgramBeside("referee"));
  ARENA_ASSIGN_OR_RETURN(auto folder, TemporaryFolder::Create());
  std::unique_ptr<PrivateReferee> referee(
      new PrivateReferee(std::move(folder)));
  ProcessSpec& spec = referee->spec_;
  spec.command = {program, "--data",
                  data.empty() ? referee->folder() + "/data" : data, "--listen",
                  absl::StrCat("unix:", referee->folder(), "/socket"),
                  "--max-matches", absl::StrCat(max_matches),
                  // When it is asked to stop, all matches that matter are over.
                  "--drain", "0s"};
  spec.stop_timeout = kStopTimeout;
  ARENA_RETURN_IF_ERROR(referee->Restart());
  return referee;
}

absl::Status PrivateReferee::Restart() {
  process_.reset();
  ARENA_ASSIGN_OR_RETURN(process_, Process::Start(spec_));
  ARENA_ASSIGN_OR_RETURN(address_,
                         process_->AwaitReady(absl::Now() + kStartTimeout));
  return absl::OkStatus();
}

absl::Status PrivateReferee::Check() {
  if (!process_->Ended()) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("the referee has ended with ", process_->EndText(),
                   "; it printed last:\n", process_->LastLines()));
}

}  // namespace arena::cli
