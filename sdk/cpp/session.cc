// The crew of threads, and the way of a message to its seat.
#include "sdk/cpp/session.h"

#include "sdk/cpp/referee_words.h"

namespace pentathlon {

Session::Session(Options options, BotFactory factory)
    : options_(std::move(options)),
      factory_(std::move(factory)),
      connection_(options_) {}

grpc::Status Session::Run() {
  Work();
  // Once the session is over, no thread is added to the crew.
  for (std::thread& thread : crew_) thread.join();
  return connection_.status();
}

void Session::Work() {
  while (std::shared_ptr<Seat> seat = ReadForSeat()) {
    seat->Work();
    --at_work_;
  }
}

std::shared_ptr<Seat> Session::ReadForSeat() {
  const std::lock_guard<std::mutex> lock(reader_);
  while (!over_) {
    v1::PlayResponse response;
    if (!connection_.Read(response)) {
      over_ = true;
      break;
    }
    std::shared_ptr<Seat> seat = Dispatch(std::move(response));
    if (seat == nullptr) continue;
    // The crew is crew_ and the thread in Run; one must be free to read.
    if (++at_work_ > crew_.size()) crew_.emplace_back([this] { Work(); });
    return seat;
  }
  return nullptr;
}

std::shared_ptr<Seat> Session::Dispatch(v1::PlayResponse response) {
  const auto post = [&](const auto& message) {
    return Post({message.match_id(), message.seat()}, std::move(response));
  };
  switch (response.kind_case()) {
    case v1::PlayResponse::kWelcome:
      if (!response.welcome().resumed()) {
        for (auto& [key, seat] : seats_) seat->Close();
        seats_.clear();
        connection_.NoteSeats(0);
      }
      return nullptr;
    case v1::PlayResponse::kMatchStart: {
      const v1::MatchStart& start = response.match_start();
      std::shared_ptr<Seat>& seat = seats_[{start.match_id(), start.seat()}];
      if (seat == nullptr) {
        seat =
            std::make_shared<Seat>(start, factory_, connection_, options_.log);
        connection_.NoteSeats(seats_.size());
      }
      return post(start);
    }
    case v1::PlayResponse::kPrompt:
      return post(response.prompt());
    case v1::PlayResponse::kActAck:
      return post(response.act_ack());
    case v1::PlayResponse::kAnnounceAck:
      return post(response.announce_ack());
    case v1::PlayResponse::kEvents:
      return post(response.events());
    case v1::PlayResponse::kMatchEnd:
      return post(response.match_end());
    case v1::PlayResponse::kError:
      Report("the referee says: " + InOptions(response.error().message()));
      return nullptr;
    case v1::PlayResponse::kDraining:
      Report("the referee will stop soon; matches go on when it is back");
      return nullptr;
    default:  // The connection answers Ping; a newer referee may send others.
      return nullptr;
  }
}

std::shared_ptr<Seat> Session::Post(const SeatKey& key,
                                    v1::PlayResponse&& response) {
  const auto found = seats_.find(key);
  if (found == seats_.end()) {
    // The process before this one played it, or another session.
    const std::string what =
        response.has_match_end()
            ? "was over before"
            : "ignored a message, because the match was never started here";
    Report("match=" + key.first + " seat=" + std::to_string(key.second) + ": " +
           what);
    return nullptr;
  }
  std::shared_ptr<Seat> seat = found->second;
  if (response.has_match_end()) seats_.erase(found);
  connection_.NoteSeats(seats_.size());
  return seat->Post(std::move(response)) ? seat : nullptr;
}

void Session::Report(const std::string& line) const {
  if (options_.log) options_.log(line);
}

}  // namespace pentathlon
