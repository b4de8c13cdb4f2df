// The bytes of one file of the journal: see FORMAT.md.
#ifndef REFEREE_JOURNAL_SEGMENT_H_
#define REFEREE_JOURNAL_SEGMENT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace arena::referee {

// The name of a segment, as "00000012.journal", and the number in such a name;
// nullopt for other names.
std::string SegmentName(uint64_t number);
std::optional<uint64_t> SegmentNumber(absl::string_view name);

inline constexpr uint32_t kSegmentVersion = 1;
inline constexpr size_t kSegmentHeaderBytes = 40;
inline constexpr size_t kGroupHeaderBytes = 12;

struct SegmentHeader {
  uint32_t version = kSegmentVersion;
  // The id of the journal.
  uint64_t id = 0;
  uint64_t number = 0;
  // The oldest segment that was needed when this one began.
  uint64_t oldest = 0;
};

std::string EncodeHeader(const SegmentHeader& header);
// Nullopt if the bytes are too few or damaged.
std::optional<SegmentHeader> DecodeHeader(absl::string_view bytes);

// Entries one after the other, each as its length and its bytes.
class PackedEntries {
 public:
  const std::string& bytes() const { return bytes_; }
  int64_t count() const { return count_; }

  void Add(absl::string_view entry);
  void Add(int64_t count, absl::string_view packed);

 private:
  std::string bytes_;
  int64_t count_ = 0;
};
// Removes the first entry from `packed`; false if there is no whole entry.
bool TakeEntry(absl::string_view& packed, absl::string_view& entry);

// The part of a group about one match.
struct Run {
  // The number of the match in this segment. `match_id` is set where the
  // segment first names the match.
  uint64_t match = 0;
  absl::string_view match_id = {};
  // Why the entries are lost; empty: they are not lost.
  absl::string_view lost = {};
  int64_t first = 0;
  int64_t count = 0;
  absl::string_view packed = {};
};

// Collects runs and makes a group of them, to be written in one call.
class GroupWriter {
 public:
  GroupWriter() { Clear(); }
  void Add(const Run& run);
  bool empty() const { return bytes_.size() == kGroupHeaderBytes; }
  size_t size() const { return bytes_.size(); }
  // The bytes of the group at this place.
  absl::string_view Finish(uint64_t segment, uint64_t offset);
  void Clear() { bytes_.assign(kGroupHeaderBytes, '\0'); }

 private:
  std::string bytes_;
};

// Receives the contents of a segment, in order.
struct SegmentVisitor {
  // A run with the id of its match; its views are valid until this returns.
  std::function<void(const Run&)> on_run;
  // Something is missing at this offset.
  std::function<void(size_t offset, const std::string& what)> on_damage;
};

// Reads the groups of a segment and returns where the last whole group ends.
// Later bytes were never acknowledged.
size_t ReadGroups(absl::string_view segment, uint64_t number,
                  const SegmentVisitor& visitor);

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_SEGMENT_H_
