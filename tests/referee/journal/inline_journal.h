// A journal for tests that advance time and tasks by hand.
#ifndef TESTS_REFEREE_JOURNAL_INLINE_JOURNAL_H_
#define TESTS_REFEREE_JOURNAL_INLINE_JOURNAL_H_

#include <string>
#include <utility>
#include <vector>

#include "arena/core/check.h"
#include "referee/journal/entry_codec.h"
#include "referee/journal/journal.h"
#include "referee/store/matches/journal_table.h"

namespace arena::referee {

// Commits every append to the table of the store, before the call returns.
class InlineJournal final : public Journal {
 public:
  explicit InlineJournal(JournalTable& table) : table_(table) {}

  void Append(absl::string_view match_id, int64_t first,
              std::vector<MatchEntry> entries, Done done) override {
    std::vector<std::string> encoded;
    for (const MatchEntry& entry : entries) {
      encoded.push_back(EncodeEntry(entry));
    }
    std::vector<JournalRow> rows;
    for (const std::string& entry : encoded) {
      rows.push_back({match_id, first++, entry});
    }
    done(table_.Append(rows));
  }
  absl::StatusOr<std::vector<MatchEntry>> Read(
      absl::string_view match_id) override {
    ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> stored,
                           table_.Read(match_id));
    return DecodeEntries(match_id, stored);
  }
  void Drop(absl::string_view) override {}

 private:
  JournalTable& table_;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_JOURNAL_INLINE_JOURNAL_H_
