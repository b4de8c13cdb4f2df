// Checks a record: everything in it is computed again and compared.
#ifndef ARENA_RECORD_VERIFY_H_
#define ARENA_RECORD_VERIFY_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/record/chain.h"
#include "arena/record/frame.h"
#include "arena/record/record.h"

namespace arena {

// The outcome of a check.
struct VerifyReport {
  // OK, or the first difference and its place, with the codes of ReadRecord.
  absl::Status status;
  // The number of plies that were played again.
  uint32_t plies = 0;
};

// Compares every frame's checksum, the seed's commitment, each chance outcome,
// each entry, the chain and the result. Safe for any bytes.
VerifyReport VerifyRecord(absl::string_view bytes,
                          absl::Span<const Game> games = AllGames());

// Walks through a record, for both reading and verifying. Use once.
class RecordChecker {
 public:
  // The games must outlive the checker.
  explicit RecordChecker(absl::Span<const Game> games) : games_(games) {}

  absl::Status Check(absl::string_view bytes);
  uint32_t plies() const { return table_.has_value() ? table_->plies() : 0; }
  // Requires: Check returned OK.
  Record TakeRecord();

 private:
  absl::Status CheckPlies(const Frame& plies,
                          const std::optional<Frame>& times);
  absl::Status CheckFooter(const Frame& footer);
  // OK if the record has the format that such a match needs.
  absl::Status CheckFormat(uint8_t format) const;
  // The error for a difference at an entry of a frame.
  absl::Status Differs(const Frame& frame, absl::string_view what) const;

  const absl::Span<const Game> games_;
  v1::RecordHeader header_;
  std::optional<Table> table_;
  std::optional<Chain> chain_;
  uint32_t entries_ = 0;
  v1::MatchResult result_;
};

}  // namespace arena

#endif  // ARENA_RECORD_VERIFY_H_
