// The crew of threads, and the way of a message to its seat.
#include "sdk/cpp/session.h"

#include "sdk/cpp/base/referee_words.h"
#include "sdk/cpp/base/times.h"

namespace pentathlon {
namespace {

std::string Where(const std::pair<std::string, uint32_t>& seat) {
  return "match=" + seat.first + " seat=" + std::to_string(seat.second);
}

template <typename Strings>
std::string Names(const Strings& players) {
  std::string names;
  for (const std::string& player : players) {
    names += names.empty() ? "" : ", ";
    names += player.empty() ? "(hidden)" : player;
  }
  return names;
}

// "act_ack".
std::string KindOf(const v1::PlayResponse& response) {
  const auto* field =
      v1::PlayResponse::descriptor()->FindFieldByNumber(response.kind_case());
  return field == nullptr ? "nothing" : std::string(field->name());
}

std::string ErrorText(const v1::PlayError& error) {
  return (error.match_id().empty() ? "" : "match=" + error.match_id() + ": ") +
         "the referee says: " + error.message();
}

}  // namespace

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
      if (on_over_) on_over_(connection_.status());
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
        for (auto& [key, seat] : seats_) {
          seat->Close();
          Report(LogLevel::kWarning, Where(key) + ": left unfinished");
        }
        seats_.clear();
        connection_.NoteSeats(0);
      }
      return nullptr;
    case v1::PlayResponse::kMatchStart: {
      const v1::MatchStart& start = response.match_start();
      const SeatKey key = {start.match_id(), start.seat()};
      const size_t most = MostSeats(options_.max_matches);
      if (seats_.size() >= most && !seats_.contains(key)) {
        Report(LogLevel::kWarning,
               Where(key) + ": ignored, because this bot plays at most " +
                   std::to_string(most) + " seats at once");
        return nullptr;
      }
      std::shared_ptr<Seat>& seat = seats_[key];
      if (seat == nullptr) {
        Report(LogLevel::kInfo,
               Where(key) + ": " +
                   (start.resumed() ? "goes on, a match of " : "a match of ") +
                   start.game() + " with " + Names(start.players()));
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
      TellEnd(response.match_end());
      return post(response.match_end());
    case v1::PlayResponse::kError:
      Report(LogLevel::kWarning, ErrorText(response.error()));
      return nullptr;
    case v1::PlayResponse::kDraining: {
      const auto left = WireTime(response.draining().time_left());
      Report(LogLevel::kInfo, "the referee stops in " + ShortSeconds(left) +
                                  "; matches go on when it is back");
      return nullptr;
    }
    default:  // The connection answers Ping; a newer referee may send others.
      return nullptr;
  }
}

std::shared_ptr<Seat> Session::Post(const SeatKey& key,
                                    v1::PlayResponse&& response) {
  const auto found = seats_.find(key);
  if (found == seats_.end()) {
    // A previous process or another session played the match.
    if (!response.has_match_end()) {
      Report(LogLevel::kDebug, Where(key) + ": ignored " + KindOf(response) +
                                   ", because the match never started here");
    }
    return nullptr;
  }
  std::shared_ptr<Seat> seat = found->second;
  if (response.has_match_end()) seats_.erase(found);
  connection_.NoteSeats(seats_.size());
  return seat->Post(std::move(response)) ? seat : nullptr;
}

void Session::TellEnd(const v1::MatchEnd& end) const {
  const SeatKey key = {end.match_id(), end.seat()};
  if (!seats_.contains(key)) {
    return Report(LogLevel::kInfo, Where(key) + ": was over before");
  }
  std::string text = Where(key) + ": over (" + end.result().reason() + ")";
  if (!end.result().ranks().empty()) text += ", ranks by seat";
  for (const uint32_t rank : end.result().ranks()) {
    text += " " + std::to_string(rank);
  }
  Report(LogLevel::kInfo, text);
}

void Session::Report(LogLevel level, const std::string& line) const {
  if (options_.log) options_.log(level, line);
}

}  // namespace pentathlon
