// Records and notes of matches that are over. Matches::Finish stores them.
#ifndef REFEREE_STORE_MATCHES_RECORDS_H_
#define REFEREE_STORE_MATCHES_RECORDS_H_

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/match/note_book.h"
#include "referee/store/sql/database.h"
#include "referee/store/sql/sql_connection.h"

namespace arena::referee {

// Matches with the same deals. Everything that would tell the deals is sealed
// until all matches of the set are over.
struct SetOfMatches {
  // The number of the competition.
  int64_t competition = 0;
  int64_t set = 0;
  friend auto operator<=>(const SetOfMatches&, const SetOfMatches&) = default;
};

// How many matches of a set are planned, under way, or to be played again.
// DATA_LOSS.
absl::StatusOr<int> CountOpenMatches(SqlConnection& sql,
                                     const SetOfMatches& set);

// The number of a match whose record may be read. NOT_FOUND without a record;
// FAILED_PRECONDITION while another match of its set, which may have the same
// deals, is open in a competition that is not over. For a transaction.
absl::StatusOr<int64_t> FindReadableRecord(SqlConnection& sql,
                                           absl::string_view match_id);

// See Store for errors and threads.
class Records {
 public:
  explicit Records(Database& database) : database_(database) {}

  // The bytes of the record file of a match. NOT_FOUND if there is none; the
  // message says whether it was removed. FAILED_PRECONDITION while another
  // match of its set is not over, because that match may have the same deals.
  absl::StatusOr<std::string> Get(absl::string_view match_id);
  // The notes of the bots of a match, by decision and then by seat. Notes are
  // sealed like the record, because a note may tell the deals.
  absl::StatusOr<std::vector<Note>> Notes(absl::string_view match_id);

  // Removes records of matches that have been over for longer than `kept`, with
  // the notes of the bots: at most `limit`, the oldest first. Returns how many.
  // Matches without a noted end count as old. A result keeps the hash of its
  // record.
  absl::StatusOr<int> RemoveOld(absl::Duration kept, int limit);

 private:
  Database& database_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCHES_RECORDS_H_
