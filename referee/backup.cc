#include "referee/backup.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/process/signal_waiter.h"
#include "arena/record/file.h"
#include "referee/journal/copy_segments.h"
#include "referee/store/copy_records.h"
#include "referee/store/sql/copy_database.h"
#include "referee/store/sql/data_directory.h"

namespace arena::referee {
namespace {

// Copies the journal first. A match that begins after this is restored from its
// beginning, and a match that ends meanwhile needs its journal no longer. If
// the database were copied first, the entries of a match could be gone before
// they are copied although the copy of the database still needs them.
absl::Status CopyData(const std::string& database, const std::string& name,
                      absl::Duration check_time) {
  ARENA_RETURN_IF_ERROR(CheckHasIdentity(database));
  // The caller removes an unfinished folder.
  const SignalWaiter signals;
  ARENA_ASSIGN_OR_RETURN(NewFolder folder, NewFolder::Make(name));
  const std::string copy = DataDirectory::DatabaseIn(folder.path());
  ARENA_RETURN_IF_ERROR(CopySegments(absl::StrCat(database, ".journal"),
                                     absl::StrCat(copy, ".journal")));
  ARENA_RETURN_IF_ERROR(signals.Wait(absl::ZeroDuration()));
  ARENA_RETURN_IF_ERROR(CopyDatabase(database, copy, check_time));
  ARENA_RETURN_IF_ERROR(signals.Wait(absl::ZeroDuration()));
  return folder.Publish();
}

// The file of an SQLite store; empty for other stores.
std::string DatabaseOf(const ServerOptions& data) {
  if (data.store.empty()) return DataDirectory::DatabaseIn(data.data);
  absl::string_view path = data.store;
  return absl::ConsumePrefix(&path, "sqlite:") ? std::string(path) : "";
}

}  // namespace

absl::Status MakeBackup(const ServerOptions& data, const std::string& folder) {
  const std::string database = DatabaseOf(data);
  if (!database.empty()) return CopyData(database, folder, data.check_time);
  return absl::InvalidArgumentError(
      "--backup copies the files of --data or --store sqlite:PATH; a "
      "PostgreSQL database has everything, also the journal, so use pg_dump");
}

absl::Status CopyRecordsOf(const ServerOptions& data,
                           const std::string& folder) {
  const std::string database = DatabaseOf(data);
  const SignalWaiter signals;
  const auto go_on = [&] { return signals.Wait(absl::ZeroDuration()); };
  if (!database.empty()) return CopyRecords(database, folder, go_on);
  return absl::InvalidArgumentError(
      "--copy-records reads the files of --data or --store sqlite:PATH; take "
      "records of a PostgreSQL database from its referee, by their match ids");
}

absl::Status RestoreBackup(const std::string& backup,
                           const ServerOptions& data) {
  if (data.data.empty()) {
    return absl::InvalidArgumentError(
        "--restore needs --data, the folder to make");
  }
  return CopyData(DataDirectory::DatabaseIn(backup), data.data,
                  data.check_time);
}

}  // namespace arena::referee
