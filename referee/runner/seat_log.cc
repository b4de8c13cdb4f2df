#include "referee/runner/seat_log.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/match/clock.h"

namespace arena::runner {
namespace {

// How many decisions a report lists one by one.
constexpr size_t kToldDecisions = 1000;
// No match has so many decisions; further ones are not counted.
constexpr size_t kMostDecisions = 100'000;

}  // namespace

// ---- OutputTail ----

void OutputTail::AddLine(absl::string_view line) {
  MutexLock lock(mutex_);
  lines_.push_back(absl::StrCat(line, "\n"));
  bytes_ += lines_.back().size();
  while (bytes_ > kMostOutput) {
    bytes_ -= lines_.front().size();
    lines_.pop_front();
    cut_ = true;
  }
}

std::string OutputTail::text() const {
  MutexLock lock(mutex_);
  return absl::StrJoin(lines_, "");
}

void OutputTail::MoveTo(v1::SeatReport& report) {
  MutexLock lock(mutex_);
  report.set_output(absl::StrJoin(std::exchange(lines_, {}), ""));
  report.set_output_cut(std::exchange(cut_, false));
  bytes_ = 0;
}

// ---- SeatLog ----

void SeatLog::NoteMatch(absl::string_view match_id, uint32_t seat) {
  MutexLock lock(mutex_);
  match_id_ = std::string(match_id);
  seat_ = seat;
}

void SeatLog::NotePrompt(uint32_t decision, absl::Time now,
                         std::optional<absl::Duration> used) {
  MutexLock lock(mutex_);
  if (open_.has_value() && open_->decision == decision) return;
  EndIdling(used);
  open_ = {.decision = decision, .began = now, .used = used};
}

void SeatLog::NoteAct(uint32_t decision, absl::Time now,
                      std::optional<absl::Duration> used) {
  MutexLock lock(mutex_);
  if (!open_.has_value() || open_->decision != decision) return;
  BeginIdling(used);
  if (decisions_.size() < kMostDecisions) {
    Decision& made = decisions_.emplace_back();
    made.decision = decision;
    made.time = now - open_->began;
    if (used.has_value() && open_->used.has_value()) {
      made.used = *used - *open_->used;
    }
  }
  open_.reset();
}

void SeatLog::NoteReady(std::optional<absl::Duration> used) {
  MutexLock lock(mutex_);
  // A decision may already be open if a match goes on.
  if (!open_.has_value()) BeginIdling(used);
}

void SeatLog::NoteMatchEnd(std::optional<absl::Duration> used) {
  MutexLock lock(mutex_);
  EndIdling(used);
}

void SeatLog::BeginIdling(std::optional<absl::Duration> used) {
  if (!idles_since_.has_value()) idles_since_ = used;
}

void SeatLog::EndIdling(std::optional<absl::Duration> used) {
  const auto since = std::exchange(idles_since_, std::nullopt);
  if (!since.has_value() || !used.has_value()) return;
  idle_ = idle_.value_or(absl::ZeroDuration()) + (*used - *since);
}

void SeatLog::MoveTo(v1::SeatReport& report) {
  MutexLock lock(mutex_);
  if (idle_.has_value()) {
    ToMessage(*idle_, *report.mutable_idle_processor_time());
  }
  idle_.reset();
  idles_since_.reset();
  report.set_match_id(std::exchange(match_id_, ""));
  report.set_seat(std::exchange(seat_, 0));
  open_.reset();
  const std::vector<Decision> decisions = std::exchange(decisions_, {});
  if (decisions.empty()) return;
  v1::DecisionTimes& times = *report.mutable_decision_times();
  times.set_count(static_cast<uint32_t>(decisions.size()));
  std::vector<Decision> by_time = decisions;
  absl::c_stable_sort(by_time, [](const Decision& a, const Decision& b) {
    return a.time < b.time;
  });
  const size_t last = by_time.size() - 1;
  ToMessage(by_time[last / 2].time, *times.mutable_median());
  ToMessage(by_time[last * 99 / 100].time, *times.mutable_p99());
  ToMessage(by_time[last].time, *times.mutable_worst());
  times.set_worst_decision(by_time[last].decision);
  absl::Duration used, most_used;
  bool is_known = true;
  for (const Decision& decision : decisions) {
    const absl::Duration of_this = decision.used.value_or(absl::ZeroDuration());
    is_known = is_known && decision.used.has_value();
    used += of_this;
    most_used = std::max(most_used, of_this);
    if (times.decisions_size() >= static_cast<int>(kToldDecisions)) continue;
    v1::DecisionTime& told = *times.add_decisions();
    told.set_decision(decision.decision);
    ToMessage(decision.time, *told.mutable_time());
    if (decision.used.has_value()) {
      ToMessage(of_this, *told.mutable_processor_time());
    }
  }
  if (!is_known) return;
  ToMessage(used, *times.mutable_processor_time());
  ToMessage(most_used, *times.mutable_worst_processor_time());
}

}  // namespace arena::runner
