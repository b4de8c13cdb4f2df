#include "referee/door/connection_table.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"

namespace arena::referee {

bool ConnectionTable::Add(const Peer& peer, std::unique_ptr<Socket> socket) {
  MutexLock lock(mutex_);
  if (IsFull(peer) && !MakeRoom(peer)) {
    ++turned_away_;
    return false;
  }
  ++by_address_[peer.address];
  // On a Unix socket calls do not tell their connection.
  if (peer.connection.empty()) {
    Open& open = proven_.emplace_back(Open{peer, std::move(socket)});
    open.proven = true;
    open.saved = limits_.most_saved_bytes;
    return true;
  }
  unproven_.push_back(Open{peer, std::move(socket)});
  // An older connection with this name is closed, because its port is in use
  // again.
  by_name_[peer.connection] = std::prev(unproven_.end());
  return true;
}

void ConnectionTable::Prove(const std::string& connection) {
  MutexLock lock(mutex_);
  const auto named = by_name_.find(connection);
  if (named == by_name_.end()) return;
  *named->second->progress = true;
  if (std::exchange(named->second->proven, true)) return;
  named->second->calm = false;
  named->second->saved = limits_.most_saved_bytes;
  named->second->socket->Widen();
  proven_.splice(proven_.end(), unproven_, named->second);
}

ConnectionTable::Progress ConnectionTable::ProgressOf(
    const std::string& connection) const {
  MutexLock lock(mutex_);
  const auto named = by_name_.find(connection);
  return named == by_name_.end() ? std::make_shared<std::atomic<bool>>()
                                 : named->second->progress;
}

void ConnectionTable::Extend(const std::string& connection) {
  MutexLock lock(mutex_);
  const auto named = by_name_.find(connection);
  if (named == by_name_.end() || named->second->proven) return;
  const Socket::Bytes passed = named->second->socket->Passed();
  named->second->extended = passed.received;
  named->second->sent = passed.sent;
  named->second->calm = false;
}

void ConnectionTable::Cut(const std::string& connection) {
  MutexLock lock(mutex_);
  const auto named = by_name_.find(connection);
  if (named == by_name_.end()) return;
  const Queue::iterator open = named->second;
  CutOffender(open->proven ? proven_ : unproven_, open);
}

void ConnectionTable::CutAll() {
  MutexLock lock(mutex_);
  for (const Queue* queue : {&proven_, &unproven_}) {
    for (const Open& open : *queue) open.socket->Cut();
  }
}

ConnectionTable::Busy ConnectionTable::Check() {
  MutexLock lock(mutex_);
  Busy busy;
  for (auto it = unproven_.begin(); it != unproven_.end();) {
    busy.strangers = busy.strangers || !it->calm;
    it = it->calm ? std::next(it) : CheckStranger(it);
  }
  for (auto it = proven_.begin(); it != proven_.end();) {
    if (it->calm) {
      ++it;
      continue;
    }
    busy.proven = true;
    // Watched as closely as a stranger; it may no longer be one.
    busy.strangers = busy.strangers ||
                     it->received - it->extended > limits_.most_idle_bytes / 16;
    it = CheckProven(it, LookAt(*it));
  }
  return busy;
}

int64_t ConnectionTable::LookAt(Open& open) const {
  const Socket::Bytes passed = open.socket->Passed();
  // Before the first admitted call only the received bytes count.
  if (!open.proven && open.extended == 0) return passed.received;
  const int64_t for_one = limits_.sent_bytes_per_forgiven;
  const int64_t forgiven =
      std::max<int64_t>(passed.sent - open.sent, 0) / for_one;
  open.sent += forgiven * for_one;
  open.extended = std::min(open.extended + forgiven,
                           std::max(open.extended, passed.received));
  return passed.received;
}

ConnectionTable::Queue::iterator ConnectionTable::CheckStranger(
    Queue::iterator open) {
  const int64_t received = LookAt(*open);
  const bool closed_for_much =
      received == 0 &&
      open->received - open->extended > limits_.suspicious_bytes;
  if (closed_for_much ||
      received - open->extended > limits_.most_unproven_bytes) {
    return CutOffender(unproven_, open);
  }
  open->calm = open->extended > 0 && received == open->received;
  open->received = received;
  return std::next(open);
}

void ConnectionTable::Tend(absl::Duration passed) {
  MutexLock lock(mutex_);
  ForgetClosedOnes();
  for (auto it = unproven_.begin(); it != unproven_.end();) {
    it = it->calm ? CheckStranger(it) : std::next(it);
  }
  for (auto it = proven_.begin(); it != proven_.end();) {
    const int64_t received = LookAt(*it);
    it = SendsTooFast(*it, received, passed) ? CutOffender(proven_, it)
                                             : CheckProven(it, received);
  }
}

ConnectionTable::Queue::iterator ConnectionTable::CheckProven(
    Queue::iterator open, int64_t received) {
  if (open->progress->exchange(false)) open->extended = received;
  // On a Unix socket messages do not tell their connection.
  if (!open->peer.connection.empty() &&
      received - open->extended > limits_.most_idle_bytes) {
    return CutOffender(proven_, open);
  }
  open->calm = received == open->received;
  open->received = received;
  return std::next(open);
}

bool ConnectionTable::SendsTooFast(Open& open, int64_t received,
                                   absl::Duration passed) const {
  const auto in_time = [passed](int64_t bytes_per_second) {
    return static_cast<int64_t>(absl::ToDoubleSeconds(passed) *
                                static_cast<double>(bytes_per_second));
  };
  const int64_t sent = received - std::exchange(open.tended, received);
  open.saved =
      std::min(open.saved + in_time(limits_.most_proven_bytes_per_second),
               limits_.most_saved_bytes);
  open.saved -= sent;
  open.extended += in_time(limits_.forgiven_bytes_per_second);
  open.extended = std::min(open.extended, received);
  return open.saved < 0;
}

int ConnectionTable::size() const {
  MutexLock lock(mutex_);
  return static_cast<int>(proven_.size() + unproven_.size());
}

int ConnectionTable::TakeTurnedAway() {
  MutexLock lock(mutex_);
  return std::exchange(turned_away_, 0);
}

std::vector<std::string> ConnectionTable::TakeOffenders() {
  MutexLock lock(mutex_);
  return std::exchange(offenders_, {});
}

bool ConnectionTable::IsFull(const Peer& peer) const {
  if (proven_.size() + unproven_.size() >= static_cast<size_t>(limits_.most)) {
    return true;
  }
  const auto here = by_address_.find(peer.address);
  return !peer.local && here != by_address_.end() &&
         here->second >= limits_.most_of_address;
}

bool ConnectionTable::MakeRoom(const Peer& peer) {
  if (CutFor(peer)) return !IsFull(peer);
  ForgetClosedOnes();
  return !IsFull(peer);
}

bool ConnectionTable::CutFor(const Peer& peer) {
  // If all places are taken, any stranger may be cut. If only the places of the
  // address are taken, only a stranger of this address may be cut.
  const bool all =
      proven_.size() + unproven_.size() >= static_cast<size_t>(limits_.most);
  const auto oldest = absl::c_find_if(unproven_, [&](const Open& open) {
    return all || open.peer.address == peer.address;
  });
  if (oldest == unproven_.end()) return false;
  CutAndForget(unproven_, oldest);
  return true;
}

void ConnectionTable::ForgetClosedOnes() {
  for (Queue* queue : {&proven_, &unproven_}) {
    for (auto it = queue->begin(); it != queue->end();) {
      it = it->socket->IsOpen() ? std::next(it) : Forget(*queue, it);
    }
  }
}

ConnectionTable::Queue::iterator ConnectionTable::CutAndForget(
    Queue& queue, Queue::iterator open) {
  open->socket->Cut();
  ++turned_away_;
  return Forget(queue, open);
}

ConnectionTable::Queue::iterator ConnectionTable::CutOffender(
    Queue& queue, Queue::iterator open) {
  offenders_.push_back(open->peer.address);
  return CutAndForget(queue, open);
}

ConnectionTable::Queue::iterator ConnectionTable::Forget(Queue& queue,
                                                         Queue::iterator open) {
  const auto count = by_address_.find(open->peer.address);
  if (--count->second == 0) by_address_.erase(count);
  const auto named = by_name_.find(open->peer.connection);
  if (named != by_name_.end() && named->second == open) by_name_.erase(named);
  return queue.erase(open);
}

}  // namespace arena::referee
