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
    proven_.push_back({peer, std::move(socket), /*proven=*/true, /*received=*/0,
                       /*extended=*/0, limits_.most_saved_bytes});
    return true;
  }
  unproven_.push_back({peer, std::move(socket)});
  // An older one with this name is closed: its port is in use again.
  by_name_[peer.connection] = std::prev(unproven_.end());
  return true;
}

void ConnectionTable::Prove(const std::string& connection) {
  MutexLock lock(mutex_);
  const auto named = by_name_.find(connection);
  if (named == by_name_.end() || named->second->proven) return;
  named->second->proven = true;
  named->second->saved = limits_.most_saved_bytes;
  named->second->socket->Widen();
  proven_.splice(proven_.end(), unproven_, named->second);
}

void ConnectionTable::Extend(const std::string& connection) {
  MutexLock lock(mutex_);
  const auto named = by_name_.find(connection);
  if (named == by_name_.end() || named->second->proven) return;
  named->second->extended = named->second->socket->Received();
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

bool ConnectionTable::CheckStrangers() {
  MutexLock lock(mutex_);
  bool any = false;
  for (auto it = unproven_.begin(); it != unproven_.end();) {
    any = any || !it->calm;
    it = it->calm ? std::next(it) : CheckStranger(it);
  }
  return any;
}

ConnectionTable::Queue::iterator ConnectionTable::CheckStranger(
    Queue::iterator open) {
  const int64_t received = open->socket->Received();
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
    it = CheckProven(it, passed);
  }
}

ConnectionTable::Queue::iterator ConnectionTable::CheckProven(
    Queue::iterator open, absl::Duration passed) {
  const int64_t received = open->socket->Received();
  const auto earned = static_cast<int64_t>(
      absl::ToDoubleSeconds(passed) *
      static_cast<double>(limits_.most_proven_bytes_per_second));
  const int64_t sent = received - std::exchange(open->received, received);
  open->saved = std::min(open->saved + earned, limits_.most_saved_bytes) - sent;
  return open->saved < 0 ? CutOffender(proven_, open) : std::next(open);
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
  if (proven_.size() + unproven_.size() >=
      static_cast<size_t>(limits_.most)) {
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
  // If all places are taken, any stranger's may be given up; if only those of
  // the address are, only one of that address.
  const bool all = proven_.size() + unproven_.size() >=
                   static_cast<size_t>(limits_.most);
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

ConnectionTable::Queue::iterator ConnectionTable::Forget(
    Queue& queue, Queue::iterator open) {
  const auto count = by_address_.find(open->peer.address);
  if (--count->second == 0) by_address_.erase(count);
  const auto named = by_name_.find(open->peer.connection);
  if (named != by_name_.end() && named->second == open) by_name_.erase(named);
  return queue.erase(open);
}

}  // namespace arena::referee
