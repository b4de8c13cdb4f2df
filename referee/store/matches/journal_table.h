// The journals of running matches in a table of the store. Matches::Finish
// drops them.
#ifndef REFEREE_STORE_MATCHES_JOURNAL_TABLE_H_
#define REFEREE_STORE_MATCHES_JOURNAL_TABLE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "referee/store/sql/database.h"

namespace arena::referee {

// One entry of a match on its way into the journal.
struct JournalRow {
  absl::string_view match_id;
  // Position in the journal of its match, from 0.
  int64_t sequence;
  absl::string_view entry;
};

// See Store for errors and threads.
class JournalTable {
 public:
  // `referee` is the number of the calling referee (see Referees::Enter).
  JournalTable(Database& database, int64_t referee)
      : database_(database), referee_(referee) {}

  int64_t referee() const { return referee_; }

  // Appends entries, of any matches, all or nothing. The sequence numbers of
  // each match must go on without a gap. An entry that is there already with
  // the same bytes is skipped. NOT_FOUND for an unknown match;
  // FAILED_PRECONDITION if the match is over, there is a gap, or other bytes
  // are there already.
  absl::Status Append(absl::Span<const JournalRow> rows);
  // The entries in order; none for a match that is over. NOT_FOUND; DATA_LOSS
  // if an entry is missing.
  absl::StatusOr<std::vector<std::string>> Read(absl::string_view match_id);

 private:
  Database& database_;
  const int64_t referee_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCHES_JOURNAL_TABLE_H_
