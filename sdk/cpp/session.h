// A bot's session at a referee, for programs that need more than Run.
#ifndef SDK_CPP_SESSION_H_
#define SDK_CPP_SESSION_H_

#include <grpcpp/support/status.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "sdk/cpp/bot.h"
#include "sdk/cpp/connection.h"
#include "sdk/cpp/options.h"
#include "sdk/cpp/seat.h"

namespace pentathlon {

// Plays all matches that the referee gives to one bot, over one stream, and
// reconnects after a lost connection.
//
// Threads: at any time one thread of the crew reads the stream. After reading a
// message for a bot, this thread lets another thread read on and runs the bot
// itself. So no message changes threads on its way to the bot, and pings are
// answered while bots think. The crew grows until it has one thread more than
// bots at work.
//
// Call Run once; Leave and Stop from any thread.
class Session {
 public:
  // `on_over` is called from any thread when the session is over, with the
  // status that Run will return when no bot is at work any more.
  Session(Options options, BotFactory factory,
          std::function<void(const grpc::Status&)> on_over = nullptr);

  // Plays until the session ends, and returns when no bot is at work any
  // more. OK after a normal end or Stop; an error says why the session failed.
  grpc::Status Run();

  // Asks for no further matches; the referee ends the session after the matches
  // under way.
  void Leave() { connection_.Leave(); }

  // Whether another process has replaced this process. Call after Run.
  bool replaced() const { return connection_.replaced(); }

  // Ends the session at once; its matches wait for the bot to come back.
  void Stop() { connection_.Stop(); }

 private:
  // The work of each thread of the crew.
  void Work();
  // Reads until a bot has something to do; null when the session is over.
  std::shared_ptr<Seat> ReadForSeat();
  // Takes in one message. Returns its seat.
  std::shared_ptr<Seat> SeatFor(const v1::PlayResponse& response);
  void LoseSeats();

  const Options options_;
  const BotFactory factory_;
  const std::function<void(const grpc::Status&)> on_over_;
  Connection connection_;
  std::atomic<size_t> at_work_ = 0;  // Threads that run a bot.

  // Held by the thread that reads; guards the members below.
  std::mutex reader_;
  bool over_ = false;
  std::map<SeatKey, std::shared_ptr<Seat>> seats_;
  std::vector<std::thread> crew_;  // Without the thread in Run.
};

}  // namespace pentathlon

#endif  // SDK_CPP_SESSION_H_
