#include "referee/journal/journal_file.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/journal/entry_codec.h"
#include "referee/journal/replay.h"

namespace arena::referee {
namespace {

// Matches that begin more than this many segments back are written again.
constexpr uint64_t kYoungSegments = 3;
// How many groups one leader writes if it need not wait for the disk. A group
// takes microseconds. To wake another thread takes many times as long, while
// more and more appends wait.
constexpr int kGroupsInARow = 8;
// At the start, old matches are written in groups of about this many bytes.
constexpr size_t kRenewedBytes = 1 << 20;

absl::Status Gap(const absl::string_view match_id, int64_t first,
                 int64_t next) {
  return absl::FailedPreconditionError(
      absl::StrCat("match ", match_id, ": journal entry ", first,
                   " leaves a gap; the next one is ", next));
}

absl::Status Lost(const MatchLog& log) {
  return absl::DataLossError(absl::StrCat("the journal of match ", log.match_id,
                                          " is damaged: ", log.lost));
}

std::vector<std::string> Unpacked(absl::string_view packed) {
  std::vector<std::string> entries;
  absl::string_view entry;
  while (!packed.empty()) {
    ARENA_CHECK(TakeEntry(packed, entry));
    entries.emplace_back(entry);
  }
  return entries;
}

// Checks entries that exist already, from `first` on. They are harmless if they
// are the same.
absl::Status CheckRepeated(const MatchLog& log, int64_t first,
                           absl::Span<const MatchEntry> entries) {
  const std::vector<std::string> known = Unpacked(log.entries.bytes());
  for (const MatchEntry& entry : entries) {
    if (EncodeEntry(entry) != known[first++]) {
      return absl::FailedPreconditionError(
          absl::StrCat("match ", log.match_id, ": journal entry ", first - 1,
                       " is there already with other bytes"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

// ---- Opening ----

absl::StatusOr<std::unique_ptr<JournalFile>> JournalFile::Open(
    std::unique_ptr<Folder> folder, absl::Span<const std::string> matches,
    Options options) {
  ARENA_ASSIGN_OR_RETURN(Replayed replayed,
                         Replay(*folder, options.id, options.exists, matches));
  auto journal =
      absl::WrapUnique(new JournalFile(std::move(folder), std::move(options)));
  MutexLock lock(journal->file_mutex_);
  journal->damages_ = std::move(replayed.damages);
  journal->logs_ = std::move(replayed.logs);
  journal->segments_ = std::move(replayed.segments);
  if (!journal->segments_.empty()) {
    journal->number_ = journal->segments_.rbegin()->first;
  }
  ARENA_RETURN_IF_ERROR(journal->BeginSegment());
  if (journal->damages_.empty()) return journal;
  // Writes down the lost matches, so that damage is judged only once.
  ARENA_RETURN_IF_ERROR(journal->RenewAll());
  ARENA_RETURN_IF_ERROR(journal->BeginSegment());
  return journal;
}

JournalFile::JournalFile(std::unique_ptr<Folder> folder, Options options)
    : options_(std::move(options)), folder_(std::move(folder)) {}

absl::Status JournalFile::Import(
    absl::string_view match_id,
    const absl::StatusOr<std::vector<std::string>>& entries) {
  MutexLock lock(file_mutex_);
  if (logs_.Find(match_id) != nullptr) return absl::OkStatus();
  if (entries.ok() && entries->empty()) return absl::OkStatus();
  MatchLog& log = logs_.At(match_id, number_);
  if (entries.ok()) {
    for (const std::string& entry : *entries) log.entries.Add(entry);
  } else {
    log.lost = std::string(entries.status().message());
  }
  AddRun(log, {.lost = log.lost,
               .first = 0,
               .count = log.entries.count(),
               .packed = log.entries.bytes()});
  return WriteGroup();
}

// ---- Queue ----

void JournalFile::Append(absl::string_view match_id, int64_t first,
                         std::vector<MatchEntry> entries, Done done) {
  {
    MutexLock lock(queue_mutex_);
    queue_.push_back({.match_id = std::string(match_id),
                      .first = first,
                      .entries = std::move(entries),
                      .done = std::move(done)});
    awaited_ = true;
    if (led_) return;
    led_ = true;
  }
  Lead();
}

void JournalFile::Drop(absl::string_view match_id) {
  MutexLock lock(queue_mutex_);
  queue_.push_back({.match_id = std::string(match_id), .is_drop = true});
}

void JournalFile::Lead() {
  Batch written;
  bool leads = true;
  const int groups = options_.flush ? 1 : kGroupsInARow;
  for (int group = 0; leads && group < groups; ++group) {
    Batch batch;
    {
      MutexLock lock(queue_mutex_);
      batch.swap(queue_);
      awaited_ = false;
    }
    Write(batch);
    std::move(batch.begin(), batch.end(), std::back_inserter(written));
    MutexLock lock(queue_mutex_);
    leads = led_ = awaited_;
  }
  // Answers come only now: they may send messages, and a thread that appends
  // meanwhile should lead, not wait.
  for (Pending& pending : written) {
    if (pending.done) pending.done(std::move(pending.status));
  }
  if (leads) options_.elsewhere([this] { Lead(); });
}

absl::StatusOr<std::vector<MatchEntry>> JournalFile::Read(
    absl::string_view match_id) {
  MutexLock lock(file_mutex_);
  const MatchLog* log = logs_.Find(match_id);
  if (log == nullptr) return std::vector<MatchEntry>();
  if (!log->lost.empty()) return Lost(*log);
  return DecodeEntries(match_id, Unpacked(log->entries.bytes()));
}

// ---- Writing ----

void JournalFile::Write(Batch& batch) {
  MutexLock lock(file_mutex_);
  if (failure_.ok()) failure_ = Keep(batch);
  if (failure_.ok()) return;
  for (Pending& pending : batch) pending.status = failure_;
}

absl::Status JournalFile::Keep(Batch& batch) {
  if (size_ >= options_.segment_bytes) ARENA_RETURN_IF_ERROR(BeginSegment());
  for (Pending& pending : batch) pending.status = Take(pending);
  Renew();
  return WriteGroup();
}

absl::Status JournalFile::Take(const Pending& pending) {
  if (pending.is_drop) {
    logs_.Drop(pending.match_id);
    return absl::OkStatus();
  }
  MatchLog* log = logs_.Find(pending.match_id);
  if (log != nullptr && !log->lost.empty()) {
    return absl::FailedPreconditionError(Lost(*log).message());
  }
  const int64_t next = log == nullptr ? 0 : log->entries.count();
  if (pending.first > next || pending.first < 0) {
    return Gap(pending.match_id, pending.first, next);
  }
  absl::Span<const MatchEntry> entries = pending.entries;
  const size_t repeated =
      std::min<size_t>(next - pending.first, entries.size());
  if (repeated > 0) {
    ARENA_RETURN_IF_ERROR(
        CheckRepeated(*log, pending.first, entries.first(repeated)));
    entries.remove_prefix(repeated);
  }
  if (entries.empty()) return absl::OkStatus();
  if (log == nullptr) log = &logs_.At(pending.match_id, number_);
  const size_t before = log->entries.bytes().size();
  for (const MatchEntry& entry : entries) log->entries.Add(EncodeEntry(entry));
  AddRun(*log,
         {.first = next,
          .count = static_cast<int64_t>(entries.size()),
          .packed = absl::string_view(log->entries.bytes()).substr(before)});
  return absl::OkStatus();
}

void JournalFile::AddRun(MatchLog& log, Run run) {
  if (log.segment != number_) {
    log.segment = number_;
    log.name = names_++;
    run.match_id = log.match_id;
  }
  run.match = log.name;
  group_.Add(run);
}

void JournalFile::Renew() {
  credit_ += group_.empty() ? 0 : group_.size();
  while (true) {
    if (logs_.empty() || logs_.oldest().base + kYoungSegments >= number_) {
      credit_ = 0;
      return;
    }
    const size_t cost = logs_.oldest().entries.bytes().size();
    if (cost > credit_) return;
    credit_ -= cost;
    RenewOldest();
  }
}

void JournalFile::RenewOldest() {
  MatchLog& log = logs_.oldest();
  AddRun(log, {.lost = log.lost,
               .first = 0,
               .count = log.entries.count(),
               .packed = log.entries.bytes()});
  logs_.Move(log, number_);
}

absl::Status JournalFile::RenewAll() {
  while (!logs_.empty() && logs_.oldest().base < number_) {
    RenewOldest();
    if (group_.size() >= kRenewedBytes) ARENA_RETURN_IF_ERROR(WriteGroup());
  }
  return WriteGroup();
}

absl::Status JournalFile::WriteGroup() {
  if (group_.empty()) return absl::OkStatus();
  const absl::string_view bytes = group_.Finish(number_, size_);
  ARENA_RETURN_IF_ERROR(file_->Append(bytes));
  if (options_.flush) ARENA_RETURN_IF_ERROR(file_->Flush());
  size_ += bytes.size();
  group_.Clear();
  return absl::OkStatus();
}

absl::Status JournalFile::BeginSegment() {
  const uint64_t number = number_ + 1;
  const uint64_t oldest = logs_.empty() ? number : logs_.oldest().base;
  ARENA_ASSIGN_OR_RETURN(file_, folder_->Create(SegmentName(number)));
  ARENA_RETURN_IF_ERROR(file_->Append(
      EncodeHeader({.id = options_.id, .number = number, .oldest = oldest})));
  if (options_.flush) {
    ARENA_RETURN_IF_ERROR(file_->Flush());
    ARENA_RETURN_IF_ERROR(folder_->Flush());
  }
  segments_[number] = false;
  number_ = number;
  size_ = kSegmentHeaderBytes;
  names_ = 0;
  DeleteBelow(oldest);
  return absl::OkStatus();
}

// Files that cannot be deleted now are deleted with the next segment.
void JournalFile::DeleteBelow(uint64_t oldest) {
  while (segments_.begin()->first < oldest) {
    const auto [number, is_damaged] = *segments_.begin();
    const std::string name = SegmentName(number);
    // An admin may want to look at a damaged segment.
    const absl::Status status =
        is_damaged ? folder_->Rename(name, absl::StrCat(name, ".damaged"))
                   : folder_->Remove(name);
    if (!status.ok()) return;
    segments_.erase(segments_.begin());
  }
}

}  // namespace arena::referee
