// Versions of submitted bots: their archives, builds and states.
#ifndef REFEREE_STORE_VERSIONS_VERSIONS_H_
#define REFEREE_STORE_VERSIONS_VERSIONS_H_

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/v1/submission.pb.h"
#include "referee/store/sql/database.h"
#include "referee/store/versions/archives.h"

namespace arena::referee {

struct VersionRow {
  // The store numbers versions in ascending order; 0 until it has done so.
  int64_t number = 0;
  // The code that inserts a version sets bot, version, archive_sha256,
  // archive_size, runtime and plays. Only Find reads the build log.
  v1::SubmittedVersion message;
  // Empty before the version is built.
  std::string build_sha256;
  absl::Duration start_budget;
  // The resources that bot.toml asks for; 0: none. Memory in bytes.
  int64_t memory = 0;
  int cores = 0;
  bool keep_inactive = false;
  // The author of the bot; set by the store.
  std::string author = "";
  // Names the part that cannot be read; empty: everything is sound. A damaged
  // version cannot play.
  std::string damage = "";
};

// Bot and version.
using VersionName = std::pair<std::string, std::string>;

// A version as its processes need it.
struct PlayableVersion {
  VersionName name() const { return {bot, version}; }

  std::string bot;
  std::string version;
  std::string author;
  // Whether the version plays where no version is named.
  bool active = false;
  std::string build_sha256;
  std::vector<v1::GameSupport> plays;
  absl::Duration start_budget;
  std::string runtime;
  // Whether a process may play one match after the other.
  bool several_matches = false;
  // Whether the version only plays the matches of its validation.
  bool rehearses = false;
};

// Changes of the versions that can play.
struct PlayableChanges {
  // The number of the last change that is included, or a later number: see
  // Versions::ReadPlayable.
  int64_t last = 0;
  // Versions that can no longer play. Take these in first: a failed version may
  // have been handed over again under its name.
  std::vector<VersionName> gone;
  // Versions that can play now.
  std::vector<PlayableVersion> present;
};

// A version that a referee builds or validates belongs to that referee, which
// alone changes it. Other referees get FAILED_PRECONDITION; so does every
// referee once the version is retired. See Store for errors and threads.
class Versions {
 public:
  // `referee` is the number of the calling referee (see Referees::Enter).
  Versions(Database& database, int64_t referee)
      : database_(database), referee_(referee) {}

  // ---- Handed over, read ----
  // Adds a version with its archive, all or nothing. `upload` has brought the
  // archive, unless the archive is kept already. The same archive is the same
  // version, unless that version has failed. Returns the row. ALREADY_EXISTS if
  // another archive has this version, NOT_FOUND if there is no such bot or no
  // archive, FAILED_PRECONDITION if the bot is retired, RESOURCE_EXHAUSTED if
  // so many versions of its author are under way (0: no limit).
  absl::StatusOr<VersionRow> Insert(const VersionRow& row, const Upload& upload,
                                    int most_under_way);
  // The version with its build log. An empty version is the version that was
  // submitted last. NOT_FOUND names the versions that there are.
  absl::StatusOr<VersionRow> Find(absl::string_view bot,
                                  absl::string_view version);
  // The newest versions first, at most `limit`, with numbers below `before`; 0
  // begins with the newest.
  absl::StatusOr<std::vector<VersionRow>> List(absl::string_view bot, int limit,
                                               int64_t before);
  // The versions of all bots with this archive, newest first.
  absl::StatusOr<std::vector<VersionRow>> FindByArchive(
      absl::string_view sha256);
  // The changes since the change `last`, which an earlier call returned: cheap
  // if there are none. Playable versions are the active ones, the inactive ones
  // for matches that name them, and those under validation. -1: all playable
  // versions. Referees of schema version 12 do not number their changes, so
  // read all versions now and then.
  absl::StatusOr<PlayableChanges> ReadPlayable(int64_t last = -1);

  // The bots among these that have an active version.
  absl::StatusOr<std::set<std::string>> FindActiveOf(
      absl::Span<const std::string> bots);

  // ---- Built, validated (version_progress.cc) ----
  // Takes versions that wait or whose referees' leases have run out, at most
  // `limit` and the oldest first. Leaves out the given versions.
  absl::StatusOr<std::vector<VersionRow>> FindWork(
      int limit, const std::set<int64_t>& not_these = {});
  // OK while a version is under way here. FAILED_PRECONDITION.
  absl::Status CheckMine(int64_t number);
  // UPLOADED -> BUILDING.
  absl::Status BeginBuild(int64_t number);
  // Gives the version back to all referees. It waits, and is UPLOADED again
  // unless it was built.
  absl::Status Release(int64_t number);
  // BUILDING -> VALIDATING. NOT_FOUND if the build is not in the store.
  absl::Status FinishBuild(int64_t number, absl::string_view build_sha256,
                           absl::string_view log,
                           const v1::ProcessUsage& usage);
  // Stores all matches of the version's validation.
  absl::Status SetMatches(int64_t number,
                          const std::vector<std::string>& match_ids);
  // VALIDATING -> ACTIVE or INACTIVE; returns the new state.
  absl::StatusOr<v1::SubmittedVersion::State> Pass(int64_t number);
  // -> FAILED. A log that is not empty replaces the earlier log.
  absl::Status Fail(int64_t number, const v1::VersionFailure& failure,
                    absl::string_view log = "");

  // ---- Chosen (version_choice.cc) ----
  // Makes a version active in place of the present one. NOT_FOUND,
  // FAILED_PRECONDITION if the version cannot play.
  absl::StatusOr<VersionRow> Activate(absl::string_view bot,
                                      absl::string_view version);
  // Makes the version active that was active before the present one was chosen.
  // FAILED_PRECONDITION if there is none.
  absl::StatusOr<VersionRow> RollBack(absl::string_view bot);
  // Harmless if the version is retired already. NOT_FOUND, FAILED_PRECONDITION
  // if it has failed.
  absl::StatusOr<VersionRow> Retire(absl::string_view bot,
                                    absl::string_view version);

  // The 32 secret bytes for making tokens of processes. They are the same for
  // all referees of the store and for ever.
  absl::StatusOr<std::string> ProcessSecret();

 private:
  Database& database_;
  const int64_t referee_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_VERSIONS_VERSIONS_H_
