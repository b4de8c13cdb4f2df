#include "referee/journal/replay.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

// The limit of segment numbers, so that there is always a next one.
constexpr uint64_t kLargestNumber = 1'000'000'000'000'000;

class Replayer {
 public:
  Replayer(Folder& folder, uint64_t id, absl::Span<const std::string> matches)
      : folder_(folder), id_(id), matches_(matches.begin(), matches.end()) {}

  absl::Status ReadAll(bool exists);
  Replayed TakeResult() && { return std::move(result_); }

 private:
  std::string PathOf(uint64_t number) const {
    return absl::StrCat(folder_.Name(), "/", SegmentName(number));
  }
  // The report that the segments [first, end) are missing.
  std::string MissingText(uint64_t first, uint64_t end) const {
    if (end - first == 1) {
      return absl::StrCat(PathOf(first), ": the segment is missing");
    }
    return absl::StrCat(PathOf(first), " to ", SegmentName(end - 1),
                        ": the segments are missing");
  }
  // Entries may be missing at this place.
  void AddDamage(const std::string& place) {
    result_.damages.push_back(place);
    missing_.push_back(place);
  }
  // Finds the segments. Deletes a last segment that was not begun.
  absl::Status FindSegments();
  absl::Status ReadSegment(uint64_t number);
  absl::Status CheckHeader(uint64_t number, absl::string_view bytes);
  void TakeRun(const Run& run, uint64_t number);
  // Marks the matches that may have lost entries to damage.
  void MarkLost();

  Folder& folder_;
  const uint64_t id_;
  const std::set<std::string, std::less<>> matches_;
  // The first segment that is needed, and the last.
  uint64_t oldest_ = 0;
  uint64_t newest_ = 0;
  // Places where entries may be missing, and how many of them lie before the
  // last entry of each match.
  std::vector<std::string> missing_;
  std::map<std::string, size_t, std::less<>> seen_;
  // Matches that an earlier start has found to be lost.
  std::set<std::string> judged_;
  Replayed result_;
};

absl::Status Replayer::FindSegments() {
  ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> names, folder_.List());
  for (const std::string& name : names) {
    const std::optional<uint64_t> number = SegmentNumber(name);
    if (number.has_value()) result_.segments[*number] = false;
  }
  if (result_.segments.empty()) return absl::OkStatus();
  const std::string last = SegmentName(result_.segments.rbegin()->first);
  if (result_.segments.rbegin()->first > kLargestNumber) {
    return absl::FailedPreconditionError(
        absl::StrCat(folder_.Name(), "/", last,
                     " has a larger number than any journal reaches; take the "
                     "file away"));
  }
  ARENA_ASSIGN_OR_RETURN(const std::string bytes, folder_.Read(last));
  if (bytes.size() < kSegmentHeaderBytes) {
    ARENA_RETURN_IF_ERROR(folder_.Remove(last));
    result_.segments.erase(std::prev(result_.segments.end()));
  }
  return absl::OkStatus();
}

absl::Status Replayer::ReadAll(bool exists) {
  ARENA_RETURN_IF_ERROR(FindSegments());
  if (result_.segments.empty()) {
    if (exists) AddDamage(absl::StrCat(folder_.Name(), ": has no segments"));
    MarkLost();
    return absl::OkStatus();
  }
  newest_ = result_.segments.rbegin()->first;
  ARENA_ASSIGN_OR_RETURN(const std::string newest,
                         folder_.Read(SegmentName(newest_)));
  const std::optional<SegmentHeader> header = DecodeHeader(newest);
  oldest_ = header.has_value() ? std::min(header->oldest, newest_)
                               : result_.segments.begin()->first;
  uint64_t next = oldest_;
  for (auto segment = result_.segments.lower_bound(oldest_);
       segment != result_.segments.end(); ++segment) {
    const uint64_t number = segment->first;
    if (number != next) AddDamage(MissingText(next, number));
    ARENA_RETURN_IF_ERROR(ReadSegment(number));
    next = number + 1;
  }
  MarkLost();
  return absl::OkStatus();
}

absl::Status Replayer::CheckHeader(uint64_t number, absl::string_view bytes) {
  const std::optional<SegmentHeader> header = DecodeHeader(bytes);
  if (!header.has_value()) {
    // The groups of the segment have checks of their own, so no entry is
    // missing.
    result_.segments[number] = true;
    result_.damages.push_back(
        absl::StrCat(PathOf(number), ": offset 0: the header is damaged"));
    return absl::OkStatus();
  }
  if (header->version != kSegmentVersion) {
    return absl::FailedPreconditionError(
        absl::StrCat(PathOf(number), " has version ", header->version,
                     ", this referee knows version ", kSegmentVersion,
                     "; start the release of the referee that wrote it"));
  }
  if (header->id != id_) {
    return absl::FailedPreconditionError(
        absl::StrCat(PathOf(number),
                     " belongs to the journal of another database; put that "
                     "database back. If it is lost, move the folder ",
                     folder_.Name(),
                     " elsewhere: the referee starts without it, and matches "
                     "that were running are quarantined"));
  }
  return absl::OkStatus();
}

absl::Status Replayer::ReadSegment(uint64_t number) {
  ARENA_ASSIGN_OR_RETURN(const std::string bytes,
                         folder_.Read(SegmentName(number)));
  ARENA_RETURN_IF_ERROR(CheckHeader(number, bytes));
  const auto on_damage = [&](size_t offset, const std::string& what) {
    result_.segments[number] = true;
    AddDamage(absl::StrCat(PathOf(number), ": offset ", offset, ": ", what));
  };
  const size_t end =
      ReadGroups(bytes, number,
                 {.on_run = [&](const Run& run) { TakeRun(run, number); },
                  .on_damage = on_damage});
  if (end == bytes.size()) return absl::OkStatus();
  if (number == newest_) return folder_.Cut(SegmentName(number), end);
  on_damage(std::min(end, bytes.size()), "the rest is missing");
  return absl::OkStatus();
}

void Replayer::TakeRun(const Run& run, uint64_t number) {
  if (!matches_.contains(run.match_id)) return;
  MatchLog& log = result_.logs.At(run.match_id, number);
  if (!run.lost.empty()) {
    log.lost = std::string(run.lost);
    judged_.insert(log.match_id);
    result_.logs.Move(log, number);
  } else if (run.first == 0) {
    // These are the first entries, or all of them again. Earlier runs that made
    // no sense came from segments that are no longer needed, and do not count.
    judged_.erase(log.match_id);
    const bool same = absl::StartsWith(run.packed, log.entries.bytes());
    log.lost = same ? "" : "the entries are there twice and differ";
    log.entries = PackedEntries();
    log.entries.Add(run.count, run.packed);
    result_.logs.Move(log, number);
  } else if (!log.lost.empty()) {
    return;
  } else if (run.first == log.entries.count()) {
    log.entries.Add(run.count, run.packed);
  } else {
    const size_t seen = seen_[log.match_id];
    log.lost =
        absl::StrCat("entry ", log.entries.count(), " is missing",
                     seen < missing_.size() ? ": " + missing_[seen] : "");
    return;
  }
  seen_[log.match_id] = missing_.size();
}

void Replayer::MarkLost() {
  for (const std::string& match_id : matches_) {
    const size_t seen = seen_[match_id];
    const MatchLog* const known = result_.logs.Find(match_id);
    if (known != nullptr && !known->lost.empty()) {
      if (judged_.contains(match_id)) continue;
      // Written down, because at the next start nothing else might show the
      // loss.
      result_.damages.push_back(
          absl::StrCat(folder_.Name(), ": the entries of match ", match_id,
                       " are lost: ", known->lost));
      continue;
    }
    if (seen == missing_.size()) continue;
    MatchLog& log = result_.logs.At(match_id, newest_);
    log.lost = absl::StrCat("entries may be missing from ", log.entries.count(),
                            " on: ", missing_[seen]);
  }
}

}  // namespace

absl::StatusOr<Replayed> Replay(Folder& folder, uint64_t id, bool exists,
                                absl::Span<const std::string> matches) {
  Replayer replayer(folder, id, matches);
  ARENA_RETURN_IF_ERROR(replayer.ReadAll(exists));
  return std::move(replayer).TakeResult();
}

}  // namespace arena::referee
