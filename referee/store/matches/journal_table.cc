#include "referee/store/matches/journal_table.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/matches/match_query.h"
#include "referee/store/sql/stored_values.h"

namespace arena::referee {
namespace {

// The end of a match's journal.
struct JournalTail {
  int64_t match = 0;
  int64_t next = 0;
};
// By match id.
using JournalTails = std::map<absl::string_view, JournalTail>;

// The lock keeps other referees from taking over the matches meanwhile.
std::string SelectTails(absl::string_view which) {
  return absl::StrCat(
      "SELECT match_id, number, state, referee,"
      " (SELECT coalesce(max(sequence) + 1, 0) FROM journal"
      "  WHERE match = number)"
      " FROM matches WHERE match_id ",
      which, " {for share}");
}

// Reads the rows of such a query into the tails.
absl::Status ReadTails(Query& query, int64_t referee, JournalTails& tails) {
  while (query.Next()) {
    const std::string match_id = query.Bytes(0);
    if (query.Int(2) == v1::Match::STATE_FINISHED) return MatchIsOver(match_id);
    if (query.Int(3) != referee) return AnothersMatch(match_id);
    tails[match_id] = {.match = query.Int(1), .next = query.Int(4)};
  }
  for (const auto& [match_id, tail] : tails) {
    if (tail.match == 0) return NoMatch(match_id);
  }
  return absl::OkStatus();
}

// The tails of all matches that the rows concern, in one query.
absl::StatusOr<JournalTails> FindTails(SqlConnection& sql, int64_t referee,
                                       absl::Span<const JournalRow> rows) {
  static const std::string one = SelectTails("= $1");
  static const std::string many = SelectTails("IN ({texts})");
  JournalTails tails;
  for (const JournalRow& row : rows) tails[row.match_id];
  if (tails.size() == 1) {
    Query query(sql, one, rows[0].match_id);
    ARENA_RETURN_IF_ERROR(ReadTails(query, referee, tails));
  } else if (!tails.empty()) {
    std::vector<absl::string_view> ids;
    for (const auto& [match_id, tail] : tails) ids.push_back(match_id);
    Query query(sql, many, JsonArray(ids));
    ARENA_RETURN_IF_ERROR(ReadTails(query, referee, tails));
  }
  return tails;
}

// Checks an entry that does not follow the last one. The entry is harmless if
// it is stored already.
absl::Status CheckRepeated(SqlConnection& sql, const JournalTail& tail,
                           const JournalRow& row) {
  Query query(sql,
              "SELECT entry FROM journal WHERE match = $1 AND sequence = $2",
              tail.match, row.sequence);
  if (!query.Next()) {
    return absl::FailedPreconditionError(
        absl::StrCat("match ", row.match_id, ": journal entry ", row.sequence,
                     " leaves a gap; the next one is ", tail.next));
  }
  if (query.Bytes(0) != std::string(row.entry)) {
    return absl::FailedPreconditionError(
        absl::StrCat("match ", row.match_id, ": journal entry ", row.sequence,
                     " is there already with other bytes"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status JournalTable::Append(absl::Span<const JournalRow> rows) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::Status {
        ARENA_ASSIGN_OR_RETURN(JournalTails tails,
                               FindTails(sql, referee_, rows));
        for (const JournalRow& row : rows) {
          JournalTail& tail = tails[row.match_id];
          if (row.sequence != tail.next) {
            ARENA_RETURN_IF_ERROR(CheckRepeated(sql, tail, row));
            continue;
          }
          Query(sql,
                "INSERT INTO journal (match, sequence, entry) VALUES ($1, $2, "
                "$3)",
                tail.match, tail.next++, Blob{row.entry})
              .Post();
        }
        return absl::OkStatus();
      });
}

absl::StatusOr<std::vector<std::string>> JournalTable::Read(
    absl::string_view match_id) {
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<std::string>> {
        Query match(sql, "SELECT number FROM matches WHERE match_id = $1",
                    match_id);
        if (!match.Next()) return NoMatch(match_id);
        Query query(sql,
                    "SELECT sequence, entry FROM journal WHERE match = $1"
                    " ORDER BY sequence",
                    match.Int(0));
        std::vector<std::string> entries;
        while (query.Next()) {
          if (query.Int(0) != static_cast<int64_t>(entries.size())) {
            return absl::DataLossError(
                absl::StrCat("match ", match_id, ": journal entry ",
                             entries.size(), " is missing in the store"));
          }
          entries.push_back(query.Bytes(1));
        }
        return entries;
      });
}

}  // namespace arena::referee
