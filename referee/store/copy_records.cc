#include "referee/store/copy_records.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/match/entry.h"
#include "arena/record/file.h"
#include "arena/v1/match_service.pb.h"
#include "referee/store/matches/records.h"
#include "referee/store/sql/schema.h"
#include "referee/store/sql/sqlite_connection.h"
#include "referee/store/sql/stored_values.h"

namespace arena::referee {
namespace {

using Line = nlohmann::ordered_json;

absl::Status CheckVersion(SqlConnection& sql) {
  const auto known = static_cast<int64_t>(SchemaSteps().size());
  ARENA_RETURN_IF_ERROR(HoldSchema(sql, known));
  ARENA_ASSIGN_OR_RETURN(const int64_t found, sql.SchemaVersion());
  if (found >= known) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      sql.Name(), " has schema version ", found, ", expected ", known,
      "; an earlier referee made it: start this version on it once"));
}

// A file of a folder that is not yet published.
absl::Status WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (file) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat("cannot write ", path));
}

// The numbers of all matches that exist for callers.
absl::StatusOr<std::vector<int64_t>> AllMatches(SqlConnection& sql) {
  Query query(sql,
              "SELECT m.number FROM matches m"
              " LEFT JOIN competitions c ON c.number = m.competition"
              " WHERE c.number IS NULL OR c.deleted <> 1 ORDER BY m.number");
  std::vector<int64_t> numbers;
  while (query.Next()) numbers.push_back(query.Int(0));
  return numbers;
}

void AddTime(const Query& query, int column, const char* name, Line& line) {
  if (query.IsNull(column)) return;
  line[name] = absl::FormatTime(
      "%Y-%m-%dT%H:%M:%SZ",
      absl::FromUnixMicros(SoundMicros(query.Int(column))),
      absl::UTCTimeZone());
}

void SetMissing(const char* missing, std::string why, Line& line) {
  line["missing"] = missing;
  line["why"] = std::move(why);
}

// Tells why a match that is not over has no record; false if it is over.
bool TellNotOver(const std::string& id, v1::Match::State state,
                 const Query& query, int quarantine, Line& line) {
  if (!query.IsNull(quarantine)) {
    SetMissing("quarantined",
               absl::StrCat("the match ", id, " is quarantined: ",
                            query.Bytes(quarantine)),
               line);
  } else if (state == v1::Match::STATE_PENDING) {
    SetMissing("unfinished", absl::StrCat("the match ", id, " has not begun"),
               line);
  } else if (state == v1::Match::STATE_RUNNING) {
    SetMissing("unfinished",
               absl::StrCat("the match ", id, " is still running"), line);
  } else {
    return false;
  }
  return true;
}

// Writes the record of a match that is over, or tells why no record can be
// shown.
absl::Status CopyRecord(SqlConnection& sql, const std::string& id,
                        const std::string& folder, Line& line) {
  const absl::StatusOr<int64_t> number = FindReadableRecord(sql, id);
  if (!number.ok()) {
    const bool sealed = absl::IsFailedPrecondition(number.status());
    if (!sealed && !absl::IsNotFound(number.status())) return number.status();
    Query removed(sql,
                  "SELECT 1 FROM records r JOIN matches m ON m.number = r.match"
                  " WHERE m.match_id = $1",
                  id);
    const char* const missing =
        sealed ? "sealed" : removed.Next() ? "removed" : "none";
    SetMissing(missing, std::string(number.status().message()), line);
    return absl::OkStatus();
  }
  Query query(sql, "SELECT bytes, sha256 FROM records WHERE match = $1",
              *number);
  if (!query.Next()) return sql.TakeError();
  const std::string bytes = query.Bytes(0);
  if (Sha256(bytes) != query.Bytes(1)) {
    SetMissing("damaged",
               absl::StrCat("the record of match ", id,
                            " differs from the record at the end of the match"),
               line);
    return absl::OkStatus();
  }
  const std::string file = absl::StrCat(*number, ".record");
  line["record"] = file;
  return WriteFile(absl::StrCat(folder, "/", file), bytes);
}

// Adds times and competition of a match whose record was copied.
void AddFacts(const Query& query, Line& line) {
  AddTime(query, 3, "created", line);
  AddTime(query, 4, "started", line);
  AddTime(query, 5, "ended", line);
  if (query.IsNull(6)) return;
  line["competition"] = query.Bytes(6);
  v1::MatchResult result;
  if (!result.ParseFromString(query.Bytes(10)) ||
      !HasResult(result.termination())) {
    return;
  }
  line["set"] = query.Int(7);
  line["set_match"] = query.Int(8);
  line["attempt"] = query.Int(9);
}

// Copies the record of a match and returns its line; null if the match is gone.
absl::StatusOr<Line> CopyMatch(SqlConnection& sql, int64_t number,
                               const std::string& folder) {
  Query query(sql,
              "SELECT m.match_id, m.state, m.quarantine, m.created, m.started,"
              " m.ended, c.name, m.set_index, m.match_index, m.attempt,"
              " m.result FROM matches m"
              " LEFT JOIN competitions c ON c.number = m.competition"
              " WHERE m.number = $1",
              number);
  if (!query.Next()) return Line();
  const std::string id = query.Bytes(0);
  Line line = {{"match_id", id}};
  const auto state = static_cast<v1::Match::State>(query.Int(1));
  if (TellNotOver(id, state, query, 2, line)) return line;
  ARENA_RETURN_IF_ERROR(CopyRecord(sql, id, folder, line));
  if (line.contains("record")) AddFacts(query, line);
  return line;
}

}  // namespace

absl::Status CopyRecords(const std::string& database, const std::string& name,
                         const std::function<absl::Status()>& go_on) {
  if (access(database.c_str(), F_OK) != 0) {
    return absl::NotFoundError(absl::StrCat(
        "there is no file ", database, "; name the folder of a referee or a "
        "complete backup"));
  }
  ARENA_ASSIGN_OR_RETURN(
      const std::unique_ptr<SqliteConnection> sql,
      SqliteConnection::Open(database, SQLite::OPEN_READONLY));
  ARENA_RETURN_IF_ERROR(Read(*sql, CheckVersion));
  ARENA_ASSIGN_OR_RETURN(const std::vector<int64_t> numbers,
                         Read(*sql, AllMatches));
  ARENA_ASSIGN_OR_RETURN(NewFolder folder, NewFolder::Make(name));
  std::string list;
  for (const int64_t number : numbers) {
    ARENA_RETURN_IF_ERROR(go_on());
    // Short transactions, each with one view of its match, so that the
    // referee's checkpoints need not wait.
    const auto copy = [&](SqlConnection& connection) {
      connection.Execute("BEGIN");
      absl::StatusOr<Line> line =
          CopyMatch(connection, number, folder.path());
      connection.Execute("COMMIT");
      return line;
    };
    ARENA_ASSIGN_OR_RETURN(const Line line, Read(*sql, copy));
    if (line.is_null()) continue;
    absl::StrAppend(
        &list,
        line.dump(-1, ' ', false, Line::error_handler_t::replace), "\n");
  }
  ARENA_RETURN_IF_ERROR(
      WriteFile(absl::StrCat(folder.path(), "/matches.jsonl"), list));
  return folder.Publish();
}

}  // namespace arena::referee
