// The session of a bot whose program speaks JSON lines.
#ifndef ARENA_BRIDGE_BRIDGE_H_
#define ARENA_BRIDGE_BRIDGE_H_

#include <grpcpp/support/status.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arena/bridge/bridged_seat.h"
#include "arena/bridge/programs.h"
#include "sdk/cpp/connection.h"
#include "sdk/cpp/options.h"

namespace arena::bridge {

// Plays all matches that the referee gives to one bot, each by a program of its
// own while it lasts, and comes back after a lost connection.
//
// Call Run once; Leave from any thread.
class Bridge {
 public:
  Bridge(pentathlon::Options options, std::vector<std::string> command);

  // Plays until the session ends, and ends the programs. OK after a normal end;
  // an error says why the session failed.
  grpc::Status Run();

  // Asks for no further matches; the referee ends the session after the matches
  // under way.
  void Leave() { connection_.Leave(); }

  // Whether another process has taken the place of this one. After Run.
  bool replaced() const { return connection_.replaced(); }

 private:
  using SeatKey = std::pair<std::string, uint32_t>;  // Match id, seat.

  void Dispatch(v1::PlayResponse response);
  void Begin(const v1::MatchStart& start);
  void Post(const SeatKey& key, v1::PlayResponse response);
  // The seats are unknown to the referee, or the session is over.
  void LoseSeats();
  void Report(pentathlon::LogLevel level, const std::string& line) const;

  const pentathlon::Options options_;
  pentathlon::Connection connection_;
  Programs programs_;
  std::map<SeatKey, std::shared_ptr<BridgedSeat>> seats_;
};

}  // namespace arena::bridge

#endif  // ARENA_BRIDGE_BRIDGE_H_
