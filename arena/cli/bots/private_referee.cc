#include "arena/cli/bots/private_referee.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "arena/cli/base/program_path.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kStartTimeout = absl::Seconds(10);
constexpr absl::Duration kStopTimeout = absl::Seconds(5);

}  // namespace

absl::StatusOr<std::unique_ptr<PrivateReferee>> PrivateReferee::Start(
    int max_matches, const std::string& data,
    const std::vector<std::string>& more) {
  ARENA_ASSIGN_OR_RETURN(const std::string program, ProgramBeside("referee"));
  ARENA_ASSIGN_OR_RETURN(SocketFolder socket_folder, SocketFolder::Create());
  // A separate folder, because bots know the path of the socket's folder.
  ARENA_ASSIGN_OR_RETURN(auto data_folder, TemporaryFolder::Create());
  std::unique_ptr<PrivateReferee> referee(
      new PrivateReferee(std::move(socket_folder), std::move(data_folder)));
  referee->data_ = data.empty() ? referee->data_folder_->path() : data;
  referee->flags_.token = RandomSecret();
  const std::string hash =
      absl::BytesToHexString(Sha256(referee->flags_.token));
  ProcessSpec& spec = referee->spec_;
  spec.command = {program, "--data", referee->data_, "--listen",
                  absl::StrCat("unix:", referee->socket_folder(), "/socket"),
                  // Everybody can read command lines, so this one has only the
                  // hash.
                  "--tokens", "--admin-token-sha256", hash, "--confined-bots",
                  // Many short matches are many streams.
                  "--quota-streams", "0", "--quota-calls", "0", "--quota-bots",
                  "0", "--max-matches", absl::StrCat(max_matches),
                  // All matches that count are over before it is asked to stop.
                  "--drain", "0s"};
  spec.command.insert(spec.command.end(), more.begin(), more.end());
  spec.stop_timeout = kStopTimeout;
  ARENA_RETURN_IF_ERROR(referee->Restart());
  return referee;
}

absl::Status PrivateReferee::Restart() {
  process_.reset();
  ARENA_ASSIGN_OR_RETURN(process_, Process::Start(spec_));
  ARENA_ASSIGN_OR_RETURN(flags_.address,
                         process_->AwaitReady(absl::Now() + kStartTimeout));
  // Bots that were not started here may come back after a restart.
  OpenSocket(socket_folder() + "/socket");
  return absl::OkStatus();
}

absl::Status PrivateReferee::Check() {
  if (!process_->Ended()) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat("the referee has ended with ",
                                             process_->EndText(),
                                             process_->LastWords()));
}

absl::StatusOr<SocketFolder> SocketFolder::Create() {
  ARENA_ASSIGN_OR_RETURN(auto closed, TemporaryFolder::Create());
  SocketFolder folder(std::move(closed));
  // The mask of this process must not change the rights.
  if (mkdir(folder.path().c_str(), 0700) != 0 ||
      chmod(folder.path().c_str(), 0755) != 0) {
    return absl::UnavailableError(absl::StrCat(
        "cannot make the folder ", folder.path(), ": ", std::strerror(errno)));
  }
  return folder;
}

void OpenSocket(const std::string& path) { chmod(path.c_str(), 0666); }

}  // namespace arena::cli
