#include "referee/submissions/submission_intake.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <utility>
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
#include "referee/access/ownership.h"
#include "referee/base/log.h"
#include "referee/sessions/repertoire.h"
#include "referee/store/matches/match_row.h"
#include "referee/submissions/bot_registration.h"
#include "referee/submissions/version_requests.h"

namespace arena::referee {
namespace {

// The account of the uploads; a caller without a token is this machine's admin.
std::string UploaderOf(const Caller& caller) {
  return caller.owner.empty() ? RoleName(caller.role) : caller.owner;
}

// The version of the caller that has this archive, newest first.
absl::StatusOr<std::optional<VersionRow>> FindSubmitted(
    Store& store, const Caller& caller, const v1::ArchiveOffer& offer) {
  ARENA_ASSIGN_OR_RETURN(
      std::vector<VersionRow> rows,
      store.versions().FindByArchive(offer.archive_sha256()));
  for (VersionRow& row : rows) {
    const std::string& bot = row.message.bot();
    if (!offer.bot().empty() && offer.bot() != bot) continue;
    ARENA_ASSIGN_OR_RETURN(const v1::Bot registered, store.bots().Get(bot));
    if (Owns(caller, registered)) return std::move(row);
  }
  return std::nullopt;
}

absl::StatusOr<v1::Bot> BotOf(const Caller& caller, const VersionRow& row) {
  v1::RegisterBotRequest request;
  request.set_name(row.message.bot());
  // An admin submits for others, so each bot counts as of an author of its own.
  if (caller.role == v1::ROLE_ADMIN) request.set_author(request.name());
  return NewBot(caller, request);
}

// Whether an error blames the author, who handed over something wrong.
bool IsFinal(const absl::Status& status) {
  return IsRefusal(status) || absl::IsPermissionDenied(status) ||
         absl::IsUnauthenticated(status) || absl::IsResourceExhausted(status);
}

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
  return absl::InvalidArgumentError(
      absl::StrCat("the archive has no file ", submission::kManifestName,
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

// OK if this referee has one of the bot's games.
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
    // A resource without a number has no limit.
    if (given == 0 || needed <= given) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(key, " in bot.toml is ", needed,
                     "; this referee gives each process ", given, unit));
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

SubmissionIntake::SubmissionIntake(const Access& access, StoreExecutor& store,
                                   Executor& inspector,
                                   const v1::Resources& resources,
                                   VersionPipeline& versions)
    : access_(access),
      store_(store),
      inspector_(inspector.NewStrand()),
      resources_(resources),
      versions_(versions) {}

absl::Status SubmissionIntake::CheckMaySubmit(Store& store,
                                              const Caller& caller,
                                              const std::string& bot) const {
  const absl::StatusOr<v1::Bot> own = OwnBot(store.bots(), caller, bot);
  if (absl::IsNotFound(own.status())) return absl::OkStatus();
  ARENA_RETURN_IF_ERROR(own.status());
  // A registered bot plays only with its token, so its author stands behind
  // versions that are submitted for it. A bot that was submitted without a
  // token has no author but itself.
  if (caller.anonymous() && own->author() != bot) {
    return absl::UnauthenticatedError(absl::StrCat(
        "bot ", bot, " belongs to ", own->author(),
        "; submit it with the token of its author or of an admin"));
  }
  if (own->status() != v1::Bot::STATUS_RETIRED) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "bot ", bot, " is retired for ever; submit under another name"));
}

absl::StatusOr<TakenOffer> SubmissionIntake::Take(
    Store& store, const Caller& caller, const v1::ArchiveOffer& offer) const {
  ARENA_RETURN_IF_ERROR(CheckOffer(offer));
  if (!offer.bot().empty()) {
    ARENA_RETURN_IF_ERROR(CheckMaySubmit(store, caller, offer.bot()));
  }
  TakenOffer taken;
  ARENA_ASSIGN_OR_RETURN(const std::optional<VersionRow> earlier,
                         FindSubmitted(store, caller, offer));
  const bool failed =
      earlier.has_value() &&
      earlier->message.state() == v1::SubmittedVersion::STATE_FAILED;
  if (earlier.has_value() && !failed) {
    taken.version = VersionMessage(*earlier);
    return taken;
  }
  taken.upload.sha256 = offer.archive_sha256();
  const auto size = static_cast<int64_t>(offer.archive_size());
  // Another caller cannot claim an archive of which it knows only the hash.
  if (failed) {
    const absl::StatusOr<int64_t> kept =
        store.archives().Size(offer.archive_sha256());
    if (kept.ok() && *kept == size) {
      taken.offset = size;
      return taken;
    }
  }
  taken.upload.uploader = UploaderOf(caller);
  ARENA_ASSIGN_OR_RETURN(
      taken.offset,
      store.archives().Offer(
          taken.upload, size,
          caller.limited() ? access_.quotas().max_archive_bytes : 0));
  return taken;
}

absl::Status SubmissionIntake::Register(Store& store, const Caller& caller,
                                        const VersionRow& row) const {
  const absl::Status known = store.bots().Get(row.message.bot()).status();
  if (!absl::IsNotFound(known)) return known;
  ARENA_ASSIGN_OR_RETURN(const v1::Bot bot, BotOf(caller, row));
  return AddBot(access_.quotas(), store.bots(), caller, bot, "");
}

absl::StatusOr<VersionRow> SubmissionIntake::Insert(
    Store& store, const Caller& caller, const VersionRow& row,
    const Upload& upload) const {
  ARENA_RETURN_IF_ERROR(CheckMaySubmit(store, caller, row.message.bot()));
  ARENA_RETURN_IF_ERROR(Register(store, caller, row));
  return store.versions().Insert(
      row, upload, caller.limited() ? access_.quotas().max_versions : 0);
}

absl::StatusOr<v1::SubmittedVersion> SubmissionIntake::Keep(
    Store& store, const Caller& caller, const VersionRow& row,
    const Upload& upload) const {
  const absl::StatusOr<VersionRow> kept = Insert(store, caller, row, upload);
  if (kept.ok()) {
    Log("version submitted", {{"bot", row.message.bot()},
                              {"version", row.message.version()},
                              {"by", caller.Account()}});
    versions_.Look();
    return VersionMessage(*kept);
  }
  if (IsFinal(kept.status())) {
    ARENA_RETURN_IF_ERROR(store.archives().Drop(upload));
  }
  return kept.status();
}

// ---- Unpacking ----

void SubmissionIntake::Enter(std::function<void()> begin) {
  {
    MutexLock lock(mutex_);
    if (busy_) return waiting_.push_back(std::move(begin));
    busy_ = true;
  }
  begin();
}

void SubmissionIntake::Leave() {
  std::function<void()> next;
  {
    MutexLock lock(mutex_);
    busy_ = !waiting_.empty();
    if (!busy_) return;
    next = std::move(waiting_.front());
    waiting_.pop_front();
  }
  next();
}

void SubmissionIntake::Inspect(
    const v1::ArchiveOffer& offer, std::shared_ptr<const std::string> archive,
    std::function<void(absl::StatusOr<VersionRow>)> done) {
  inspector_->Post([offer, archive = std::move(archive), done = std::move(done),
                    resources = resources_] {
    done(CheckArchive(offer, *archive, resources));
  });
}

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
  const auto most =
      static_cast<uint64_t>(submission::ArchiveLimits().most_packed_bytes);
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
        "the received bytes do not have the hash offer.archive_sha256; send "
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
