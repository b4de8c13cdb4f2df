// Hands versions of bots over to a referee.
#ifndef ARENA_CLI_BASE_VERSION_UPLOAD_H_
#define ARENA_CLI_BASE_VERSION_UPLOAD_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/v1/bot_service.pb.h"

namespace arena::cli {

// The archive of a folder with bot.toml, or of the contents of another archive.
// The same contents give the same bytes. NOT_FOUND, or INVALID_ARGUMENT that
// names the mistake.
absl::StatusOr<std::string> ReadArchive(const std::string& path);

struct VersionUpload {
  // The bot; empty: the name in bot.toml.
  std::string bot;
  std::string archive;
  // See v1.ArchiveOffer.
  bool keep_inactive = false;
};

// Called with the number of bytes sent so far and in total.
using OnUploaded = std::function<void(int64_t done, int64_t total)>;

// Continues an earlier call that was interrupted. Errors as of
// BotService.SubmitVersion.
absl::StatusOr<v1::SubmittedVersion> Upload(
    const std::shared_ptr<grpc::Channel>& channel, const VersionUpload& upload,
    const OnUploaded& on_uploaded = [](int64_t, int64_t) {});

// Whether the version is still to be built or validated.
bool IsUnderWay(const v1::SubmittedVersion& version);

// Waits until the version is no longer under way. `wait` pauses before the next
// check, and may fail. `on_state` is called with each new state.
absl::StatusOr<v1::SubmittedVersion> AwaitVersion(
    const std::shared_ptr<grpc::Channel>& channel,
    v1::SubmittedVersion version,
    const std::function<absl::Status()>& wait,
    const std::function<void(const v1::SubmittedVersion&)>& on_state);

// The reason of a failure, with the last output, in lines for people. Requires:
// the version has failed.
std::string FailureText(const v1::SubmittedVersion& version);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_VERSION_UPLOAD_H_
