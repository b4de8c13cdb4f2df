#include "referee/submissions/submission_check.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "arena/match/bot_name.h"
#include "arena/process/temporary_folder.h"
#include "arena/submission/archive.h"
#include "arena/submission/manifest.h"
#include "referee/sessions/repertoire.h"
#include "referee/store/match_row.h"

namespace arena::referee {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostManifestBytes = 64 << 10;
// Names of an archive's top level that a message shows.
constexpr size_t kMostNames = 5;

absl::Status NoManifest(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    names.push_back(Shortened(Printable(entry.path().filename().string())));
  }
  std::sort(names.begin(), names.end());
  const bool more = names.size() > kMostNames;
  if (more) names.resize(kMostNames);
  return absl::InvalidArgumentError(absl::StrCat(
      "the archive has no file ", submission::kManifestName,
      " at its top; it has ",
      names.empty() ? "nothing" : absl::StrJoin(names, ", "),
      more ? " and more" : "",
      "; pack the contents of the bot's folder, not the folder"));
}

absl::StatusOr<std::string> ReadManifestText(const std::string& folder) {
  const std::string path = absl::StrCat(folder, "/", submission::kManifestName);
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error) return NoManifest(folder);
  if (size > kMostManifestBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(submission::kManifestName, " has ", size,
                     " bytes; expected at most ", kMostManifestBytes));
  }
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

absl::StatusOr<submission::Manifest> ManifestIn(absl::string_view archive) {
  ARENA_ASSIGN_OR_RETURN(const std::unique_ptr<TemporaryFolder> folder,
                         TemporaryFolder::Create());
  ARENA_RETURN_IF_ERROR(submission::Unpack(archive, folder->path(), {}));
  ARENA_ASSIGN_OR_RETURN(const std::string text,
                         ReadManifestText(folder->path()));
  return submission::ReadManifest(text, submission::kManifestName);
}

// Whether this referee has something of what the bot plays.
absl::Status CheckGames(const submission::Manifest& manifest) {
  Repertoire::List plays;
  plays.Add(manifest.games.begin(), manifest.games.end());
  const absl::Status status = Repertoire::Of(plays).status();
  return absl::Status(
      status.code(),
      absl::StrReplaceAll(status.message(),
                          {{"hello.plays", "games in bot.toml"}}));
}

absl::Status CheckNeeds(const submission::Manifest& manifest,
                        const v1::Resources& given) {
  const auto check = [](absl::string_view key, int64_t needed, int64_t given,
                        absl::string_view unit) -> absl::Status {
    // Resources without a number bound nothing.
    if (given == 0 || needed <= given) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        key, " in bot.toml is ", needed, "; this referee gives each process ",
        given, unit));
  };
  ARENA_RETURN_IF_ERROR(check("memory_mib", manifest.memory_bytes >> 20,
                              given.memory_mib(), " MiB"));
  return check("cores", manifest.cores, given.cores(),
               given.cores() == 1 ? " core" : " cores");
}

VersionRow RowOf(const submission::Manifest& manifest) {
  VersionRow row;
  v1::SubmittedVersion& message = row.message;
  message.set_bot(manifest.name);
  message.set_version(manifest.version);
  message.set_runtime(std::string(submission::WordOf(manifest.runtime)));
  message.mutable_plays()->Add(manifest.games.begin(), manifest.games.end());
  message.set_isolation(manifest.isolation);
  row.start_budget = manifest.start_budget;
  row.memory = manifest.memory_bytes;
  row.cores = manifest.cores;
  return row;
}

}  // namespace

absl::Status CheckOffer(const v1::ArchiveOffer& offer) {
  if (!offer.bot().empty()) {
    ARENA_RETURN_IF_ERROR(CheckBotName("offer.bot", offer.bot()));
  }
  if (offer.archive_sha256().size() != kSha256Bytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("offer.archive_sha256 has ", offer.archive_sha256().size(),
                     " bytes; expected the 32 of a SHA-256"));
  }
  if (offer.archive_size() == 0) {
    return absl::InvalidArgumentError(
        "offer.archive_size is 0; expected the size of the archive");
  }
  const auto most = static_cast<uint64_t>(
      submission::ArchiveLimits().most_packed_bytes);
  if (offer.archive_size() <= most) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("the archive has ", offer.archive_size(),
                   " bytes; this referee takes at most ", most));
}

absl::StatusOr<VersionRow> CheckArchive(const v1::ArchiveOffer& offer,
                                        absl::string_view archive,
                                        const v1::Resources& given) {
  if (Sha256(archive) != offer.archive_sha256()) {
    return absl::InvalidArgumentError(
        "the bytes that arrived are not those of offer.archive_sha256; send "
        "the archive again");
  }
  ARENA_ASSIGN_OR_RETURN(const submission::Manifest manifest,
                         ManifestIn(archive));
  if (!offer.bot().empty() && offer.bot() != manifest.name) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the archive is for bot ", offer.bot(), ", and its ",
        submission::kManifestName, " says name = \"", manifest.name, "\""));
  }
  ARENA_RETURN_IF_ERROR(CheckBotName("name", manifest.name));
  ARENA_RETURN_IF_ERROR(CheckGames(manifest));
  ARENA_RETURN_IF_ERROR(CheckNeeds(manifest, given));
  VersionRow row = RowOf(manifest);
  row.message.set_archive_sha256(offer.archive_sha256());
  row.message.set_archive_size(offer.archive_size());
  row.keep_inactive = offer.keep_inactive();
  return row;
}

}  // namespace arena::referee
