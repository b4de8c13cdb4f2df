// The crew of threads, and the way of a message to its seat.
#include "sdk/cpp/session.h"

#include <utility>

namespace pentathlon {

Session::Session(Options options, BotFactory factory,
                 std::function<void(const grpc::Status&)> on_over)
    : options_(std::move(options)),
      factory_(std::move(factory)),
      on_over_(std::move(on_over)),
      connection_(options_) {}

grpc::Status Session::Run() {
  Work();
  // Once the session is over, no thread is added to the crew.
  for (std::thread& thread : crew_) thread.join();
  return connection_.status();
}

void Session::Work() {
  while (const std::shared_ptr<Seat> seat = ReadForSeat()) {
    seat->Work();
    --at_work_;
  }
}

std::shared_ptr<Seat> Session::ReadForSeat() {
  const std::lock_guard<std::mutex> lock(reader_);
  v1::PlayResponse response;
  while (!over_ && connection_.Read(response)) {
    if (response.has_welcome()) {
      LoseSeats();
      continue;
    }
    const std::shared_ptr<Seat> seat = SeatFor(response);
    if (!seat->Post(std::move(response))) continue;
    // The crew is crew_ and the thread in Run; one must be free to read.
    if (++at_work_ > crew_.size()) crew_.emplace_back([this] { Work(); });
    return seat;
  }
  if (!std::exchange(over_, true)) {
    LoseSeats();
    if (on_over_) on_over_(connection_.status());
  }
  return nullptr;
}

std::shared_ptr<Seat> Session::SeatFor(const v1::PlayResponse& response) {
  const SeatKey key = SeatOf(response);
  std::shared_ptr<Seat>& place = seats_[key];
  if (place == nullptr) {
    place = std::make_shared<Seat>(response.match_start(), factory_,
                                   connection_, options_.log);
  }
  const std::shared_ptr<Seat> seat = place;
  if (response.has_match_end()) seats_.erase(key);
  return seat;
}

void Session::LoseSeats() {
  for (const auto& [key, seat] : seats_) seat->Close();
  seats_.clear();
}

}  // namespace pentathlon
