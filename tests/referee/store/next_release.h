// The schema that the next release might have.
#ifndef TESTS_REFEREE_STORE_NEXT_RELEASE_H_
#define TESTS_REFEREE_STORE_NEXT_RELEASE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "referee/store/sql/schema.h"

namespace arena::referee {

// Returns a step that only adds: columns to every table, an index, and a table.
inline const std::string& AdditionsEverywhere() {
  static const std::string* const sql = [] {
    auto* const text = new std::string(
        "CREATE TABLE of_the_future (x {int} NOT NULL) {table};"
        " CREATE INDEX of_the_future_by_label ON matches (label);");
    for (const char* const table :
         {"archive_chunks", "archives", "bench_reports", "bot_faults",
          "bot_versions", "bots", "competitions", "journal", "match_faults",
          "matches", "notes", "presence", "process_secret", "records",
          "referees", "seat_reports", "seats", "sessions", "tokens",
          "version_changes", "versions"}) {
      absl::StrAppend(text, " ALTER TABLE ", table,
                      " ADD COLUMN future_text {text}; ALTER TABLE ", table,
                      " ADD COLUMN future_number {int} NOT NULL DEFAULT 7;");
    }
    return text;
  }();
  return *sql;
}

// Returns all steps and one more. The last step works with programs that know
// this version.
inline std::vector<SchemaStep> StepsOfNextRelease(int64_t works_with) {
  const absl::Span<const SchemaStep> now = SchemaSteps();
  std::vector<SchemaStep> steps(now.begin(), now.end());
  steps.push_back({AdditionsEverywhere().c_str(), works_with});
  return steps;
}

}  // namespace arena::referee

#endif  // TESTS_REFEREE_STORE_NEXT_RELEASE_H_
