// Puts the frames of a record together, entry by entry.
#ifndef ARENA_RECORD_WRITER_H_
#define ARENA_RECORD_WRITER_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "arena/match/table.h"
#include "arena/record/chain.h"
#include "arena/record/frame.h"
#include "arena/v1/record.pb.h"

namespace arena {

// Entries in a full frame of plies; each such frame ends with a checkpoint.
inline constexpr uint32_t kEntriesPerFrame = 1024;
// Bytes of the chain's link in a checkpoint.
inline constexpr size_t kCheckpointBytes = 8;

// Use: Add for every entry in order, then Finish.
class RecordWriter {
 public:
  explicit RecordWriter(const v1::RecordHeader& header);

  // Writes the entry and plays it at `table`, which must be the same table for
  // all entries. INVALID_ARGUMENT names the ply of an impossible entry.
  absl::Status Add(Table& table, const MatchEntry& entry);
  // The bytes of the record. INVALID_ARGUMENT if the match is not over or has
  // another result.
  absl::StatusOr<std::string> Finish(const Table& table,
                                     const v1::MatchResult& result);

 private:
  void EndFrame();

  // A header that is too long is noticed in Finish.
  const std::string header_;
  Chain chain_;
  std::string frames_;
  // The frame that is being filled.
  uint32_t count_ = 0;
  std::string plies_;
  std::string times_;
  bool any_time_ = false;
  // Whether the record needs the second format.
  bool pauses_ = false;
};

// The difference between two results, in words; empty if they are equal.
std::string ResultDifference(const v1::MatchResult& expected,
                             const v1::MatchResult& found);

}  // namespace arena

#endif  // ARENA_RECORD_WRITER_H_
