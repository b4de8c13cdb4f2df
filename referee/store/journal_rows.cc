#include "referee/store/journal_rows.h"

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/match_rows.h"

namespace arena::referee {
namespace {

// Where the journal of a match goes on.
struct JournalTail {
  int64_t match = 0;
  int64_t next = 0;
};

// The lock keeps other referees from taking the match over meanwhile.
absl::StatusOr<JournalTail> FindTail(SqlConnection& connection, int64_t referee,
                                     absl::string_view match_id) {
  Query query(connection,
              "SELECT number, state, referee,"
              " (SELECT coalesce(max(sequence) + 1, 0) FROM journal"
              "  WHERE match = number)"
              " FROM matches WHERE match_id = ?1 FOR SHARE",
              match_id);
  if (!query.Next()) return NoMatch(match_id);
  if (query.Int(1) == v1::Match::STATE_FINISHED) return MatchIsOver(match_id);
  if (query.Int(2) != referee) return AnothersMatch(match_id);
  return JournalTail{.match = query.Int(0), .next = query.Int(3)};
}

// Checks an entry that does not go on behind the last one: harmless if it is
// there already.
absl::Status CheckRepeated(SqlConnection& connection, const JournalTail& tail,
                           const JournalRow& row) {
  Query query(connection,
              "SELECT entry FROM journal WHERE match = ?1 AND sequence = ?2",
              tail.match, row.sequence);
  if (!query.Next()) {
    return absl::FailedPreconditionError(
        absl::StrCat("match ", row.match_id, ": journal entry ", row.sequence,
                     " leaves a gap, the next one is ", tail.next));
  }
  if (query.Bytes(0) != std::string(row.entry)) {
    return absl::FailedPreconditionError(
        absl::StrCat("match ", row.match_id, ": journal entry ", row.sequence,
                     " is there already with other bytes"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status AppendEntries(SqlConnection& connection, int64_t referee,
                           absl::Span<const JournalRow> rows) {
  absl::string_view match_id;
  JournalTail tail;
  for (const JournalRow& row : rows) {
    if (tail.match == 0 || row.match_id != match_id) {
      ARENA_ASSIGN_OR_RETURN(tail, FindTail(connection, referee, row.match_id));
      match_id = row.match_id;
    }
    if (row.sequence != tail.next) {
      ARENA_RETURN_IF_ERROR(CheckRepeated(connection, tail, row));
      continue;
    }
    Query(connection,
          "INSERT INTO journal (match, sequence, entry) VALUES (?1, ?2, ?3)",
          tail.match, tail.next++, Blob{row.entry})
        .Post();
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> ReadEntries(
    SqlConnection& connection, absl::string_view match_id) {
  Query match(connection, "SELECT number FROM matches WHERE match_id = ?1",
              match_id);
  if (!match.Next()) return NoMatch(match_id);
  Query query(connection,
              "SELECT sequence, entry FROM journal WHERE match = ?1"
              " ORDER BY sequence",
              match.Int(0));
  std::vector<std::string> entries;
  while (query.Next()) {
    if (query.Int(0) != static_cast<int64_t>(entries.size())) {
      return absl::DataLossError(
          absl::StrCat("match ", match_id, ": journal entry ", entries.size(),
                       " is missing in the store"));
    }
    entries.push_back(query.Bytes(1));
  }
  return entries;
}

absl::StatusOr<std::string> FindRecord(SqlConnection& connection,
                                       absl::string_view record_id) {
  Query query(connection, "SELECT bytes FROM records WHERE record_id = ?1",
              record_id);
  if (query.Next()) return query.Bytes(0);
  return absl::NotFoundError(absl::StrCat("no record has the id ", record_id));
}

}  // namespace arena::referee
