#include "referee/access/silent_streams.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/access/replies.h"

namespace arena::referee {

absl::StatusOr<SilentStreams::PlacePtr> SilentStreams::Enter(const Peer& peer,
                                                             End end) {
  bool first = false;
  PlacePtr place;
  {
    MutexLock lock(mutex_);
    ARENA_RETURN_IF_ERROR(Count(peer));
    place = std::make_shared<Place>(*this, peer.address);
    first = waiting_.empty();
    waiting_.push_back(
        {executor_.Now() + limits_.hello_patience, place, std::move(end)});
  }
  if (first) strand_->Post([this] { Sweep(); });
  return place;
}

absl::Status SilentStreams::Count(const Peer& peer) {
  if (total_ >= limits_.max_silent) {
    return ExhaustedError(
        absl::StrCat("the referee has ", total_,
                     " play streams without hello, its limit; try again"),
        limits_.hello_patience);
  }
  int& count = by_address_[peer.address];
  if (!peer.local && count >= limits_.max_silent_of_address) {
    return ExhaustedError(
        absl::StrCat(peer.address, " has ", count,
                     " play streams open without hello, its limit; say hello "
                     "at once on each"),
        limits_.hello_patience);
  }
  ++count;
  ++total_;
  return absl::OkStatus();
}

void SilentStreams::Free(const std::string& address) {
  MutexLock lock(mutex_);
  --total_;
  const auto count = by_address_.find(address);
  if (--count->second == 0) by_address_.erase(count);
}

std::unique_ptr<SilentStreams::Visit> SilentStreams::Arrive(const Peer& peer) {
  // On a Unix socket calls do not tell their connection.
  if (peer.connection.empty()) return nullptr;
  // Reset streams need a moment to end even if few are reset.
  const int most = limits_.max_streams_of_connection +
                   limits_.max_streams_of_connection / 4 + 1;
  bool floods = false;
  {
    MutexLock lock(mutex_);
    floods = ++by_connection_[peer.connection] > most;
  }
  if (floods) cut_(peer.connection);
  return std::make_unique<Visit>(*this, peer.connection);
}

void SilentStreams::Leave(const std::string& connection) {
  MutexLock lock(mutex_);
  const auto count = by_connection_.find(connection);
  if (--count->second == 0) by_connection_.erase(count);
}

void SilentStreams::Sweep() {
  const absl::Time now = executor_.Now();
  std::vector<Waiting> over;
  absl::Time next = absl::InfiniteFuture();
  {
    MutexLock lock(mutex_);
    while (!waiting_.empty() && (waiting_.front().deadline <= now ||
                                 waiting_.front().place.expired())) {
      over.push_back(std::move(waiting_.front()));
      waiting_.pop_front();
    }
    if (!waiting_.empty()) next = waiting_.front().deadline;
  }
  strand_->WakeAt(next, [this] { Sweep(); });
  for (const Waiting& stream : over) {
    if (stream.place.expired()) continue;
    stream.end(absl::DeadlineExceededError(
        absl::StrCat("no hello came within ",
                     absl::FormatDuration(limits_.hello_patience),
                     "; it must be the first request of a stream")));
  }
}

}  // namespace arena::referee
