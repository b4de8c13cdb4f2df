#include "arena/cli/base/version_upload.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "arena/process/temporary_folder.h"
#include "arena/record/file.h"
#include "arena/submission/archive.h"
#include "arena/submission/manifest.h"
#include "arena/v1/bot_service.grpc.pb.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

// A referee takes requests of up to 64 KiB.
constexpr size_t kChunk = 48 << 10;

// Refuses to leave out a folder that the run command uses, unless a build may
// make the folder anew.
absl::Status CheckNotNeeded(const std::string& left_out,
                            const submission::Manifest& bot,
                            const fs::path& manifest) {
  const auto is_in_it = [&](absl::string_view word) {
    absl::ConsumePrefix(&word, "./");
    return absl::StartsWith(word, left_out + "/");
  };
  const auto word = absl::c_find_if(bot.run, is_in_it);
  if (!bot.build.empty() || word == bot.run.end()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      manifest.string(), ": run needs \"", *word, "\", and ", left_out,
      " is left out; to hand it over, write include = [\"", left_out, "\"]"));
}

// Finds the mistakes here, where the author sees them at once, and not later at
// the referee.
absl::StatusOr<std::string> PackFolder(const std::string& folder) {
  const fs::path manifest = fs::path(folder) / submission::kManifestName;
  ARENA_ASSIGN_OR_RETURN(const submission::Manifest bot,
                         submission::ReadManifestIn(folder, manifest.string()));
  std::vector<std::string> left_out;
  for (const absl::string_view name : submission::kLeftOut) {
    if (absl::c_linear_search(bot.include, name)) continue;
    left_out.emplace_back(name);
    ARENA_RETURN_IF_ERROR(CheckNotNeeded(left_out.back(), bot, manifest));
  }
  return submission::Pack(folder, {}, left_out);
}

// The same contents give the same bytes, whenever and however they were packed.
absl::StatusOr<std::string> RepackArchive(const std::string& path) {
  ARENA_ASSIGN_OR_RETURN(const std::string archive, ReadFile(path));
  ARENA_ASSIGN_OR_RETURN(const auto folder, TemporaryFolder::Create());
  ARENA_RETURN_IF_ERROR(submission::Unpack(archive, folder->path(), {}));
  return submission::Pack(folder->path(), {}, /*left_out=*/{});
}

}  // namespace

absl::StatusOr<std::string> ReadArchive(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return PackFolder(path);
  if (fs::is_regular_file(path, error)) return RepackArchive(path);
  return absl::NotFoundError(absl::StrCat(
      "\"", path, "\" is neither a folder nor an archive of a bot"));
}

absl::StatusOr<v1::SubmittedVersion> Upload(
    const std::shared_ptr<grpc::Channel>& channel, const VersionUpload& upload,
    const OnUploaded& on_uploaded) {
  const auto stub = v1::BotService::NewStub(channel);
  grpc::ClientContext context;
  const auto stream = stub->SubmitVersion(&context);
  v1::SubmitVersionRequest request;
  v1::ArchiveOffer& offer = *request.mutable_offer();
  offer.set_bot(upload.bot);
  offer.set_archive_sha256(Sha256(upload.archive));
  offer.set_archive_size(upload.archive.size());
  offer.set_keep_inactive(upload.keep_inactive);
  stream->Write(request);
  v1::SubmitVersionResponse response;
  const auto total = static_cast<int64_t>(upload.archive.size());
  bool written = true;
  while (written && stream->Read(&response) && !response.has_version()) {
    if (response.offset() > upload.archive.size()) break;
    // The referee may report its progress at any time, and reports it first.
    for (size_t sent = response.offset();
         written && sent < upload.archive.size(); sent += kChunk) {
      on_uploaded(static_cast<int64_t>(sent), total);
      request.set_chunk(upload.archive.substr(sent, kChunk));
      written = stream->Write(request);
    }
    stream->WritesDone();
    while (stream->Read(&response) && !response.has_version()) {
    }
    break;
  }
  on_uploaded(total, total);
  const grpc::Status status = stream->Finish();
  if (!status.ok()) return FromReferee(status);
  if (response.has_version()) return response.version();
  return absl::InternalError("the referee has not named the version");
}

bool IsUnderWay(const v1::SubmittedVersion& version) {
  return version.state() == v1::SubmittedVersion::STATE_UPLOADED ||
         version.state() == v1::SubmittedVersion::STATE_BUILDING ||
         version.state() == v1::SubmittedVersion::STATE_VALIDATING;
}

absl::StatusOr<v1::SubmittedVersion> AwaitVersion(
    const std::shared_ptr<grpc::Channel>& channel,
    v1::SubmittedVersion version, const std::function<absl::Status()>& wait,
    const std::function<void(const v1::SubmittedVersion&)>& on_state) {
  const auto stub = v1::BotService::NewStub(channel);
  v1::GetVersionRequest request;
  request.set_bot(version.bot());
  request.set_version(version.version());
  on_state(version);
  while (IsUnderWay(version)) {
    ARENA_RETURN_IF_ERROR(wait());
    ARENA_ASSIGN_OR_RETURN(
        v1::GetVersionResponse response,
        Call(*stub, &v1::BotService::Stub::GetVersion, request));
    const bool is_new = response.version().state() != version.state();
    version = std::move(*response.mutable_version());
    if (is_new) on_state(version);
  }
  return version;
}

std::string FailureText(const v1::SubmittedVersion& version) {
  const v1::VersionFailure& failure = version.failure();
  std::string text = absl::StrCat(
      version.bot(), " ", version.version(), " has failed (",
      EnumWord(v1::VersionFailure::Phase_Name(failure.phase()), "PHASE_"),
      "): ", failure.reason());
  if (!failure.match_id().empty() &&
      !absl::StrContains(failure.reason(), failure.match_id())) {
    absl::StrAppend(&text, " (match ", failure.match_id(), ")");
  }
  if (!absl::StrContains(failure.reason(), failure.ended_with())) {
    absl::StrAppend(&text, "; its end: ", failure.ended_with());
  }
  if (!failure.output().empty()) {
    absl::StrAppend(&text, "; it printed last:\n", failure.output());
  }
  return text;
}

}  // namespace arena::cli
