// Bots that were submitted, built and validated, without a runner.
#ifndef TESTS_REFEREE_STORE_SUBMITTED_BOT_H_
#define TESTS_REFEREE_STORE_SUBMITTED_BOT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "referee/store/store.h"

namespace arena::referee {

// Returns a version that an author has handed over, which plays three games.
inline VersionRow SubmittedRow(const std::string& bot,
                               const std::string& version,
                               const std::string& runtime,
                               const std::string& archive) {
  VersionRow row;
  row.message.set_bot(bot);
  row.message.set_version(version);
  row.message.set_runtime(runtime);
  row.message.set_archive_sha256(Sha256(archive));
  row.message.set_archive_size(archive.size());
  for (const char* const game : {"octrix", "ordo", "seconds"}) {
    row.message.add_plays()->set_game(game);
  }
  row.start_budget = absl::Seconds(20);
  return row;
}

// Adds a version to a registered bot and makes it the active version. Its
// archive is also its build. No other version of the bot may be under way.
inline absl::Status SubmitVersion(Store& store, const VersionRow& row,
                                  const std::string& archive) {
  ARENA_RETURN_IF_ERROR(
      store.archives().Put(row.message.archive_sha256(), archive));
  Versions& versions = store.versions();
  const Upload kept = {.uploader = "", .sha256 = row.message.archive_sha256()};
  ARENA_ASSIGN_OR_RETURN(const VersionRow inserted,
                         versions.Insert(row, kept, 0));
  ARENA_RETURN_IF_ERROR(versions.FindWork(1).status());
  ARENA_RETURN_IF_ERROR(versions.BeginBuild(inserted.number));
  ARENA_RETURN_IF_ERROR(versions.FinishBuild(
      inserted.number, row.message.archive_sha256(), "", {}));
  return versions.Pass(inserted.number).status();
}

// Registers a bot and gives it an active version.
inline absl::Status SubmitBot(Store& store, const VersionRow& row,
                              const std::string& author,
                              const std::string& archive) {
  v1::Bot bot;
  bot.set_name(row.message.bot());
  bot.set_author(author);
  bot.set_status(v1::Bot::STATUS_ACTIVE);
  ARENA_RETURN_IF_ERROR(store.bots().Insert(bot, absl::UnixEpoch()));
  return SubmitVersion(store, row, archive);
}

}  // namespace arena::referee

#endif  // TESTS_REFEREE_STORE_SUBMITTED_BOT_H_
