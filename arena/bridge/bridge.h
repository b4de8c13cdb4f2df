// The session of a bot whose program speaks JSON lines, and its flags.
#ifndef ARENA_BRIDGE_BRIDGE_H_
#define ARENA_BRIDGE_BRIDGE_H_

#include <grpcpp/support/status.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/bridge/bridged_seat.h"
#include "arena/bridge/programs.h"
#include "sdk/cpp/connection.h"
#include "sdk/cpp/options.h"

namespace CLI {
class App;
}  // namespace CLI

namespace arena::bridge {

// Plays all matches that the referee gives to one bot, and reconnects after a
// lost connection. Matches under way at the same time have separate programs.
//
// Call Run once. Leave may be called from any thread.
class Bridge {
 public:
  Bridge(pentathlon::Options options, std::vector<std::string> command);

  // Plays until the session ends, then ends the programs. OK after a normal
  // end; an error says why the session failed.
  grpc::Status Run();

  // Asks for no further matches; the referee ends the session after the matches
  // under way.
  void Leave() { connection_.Leave(); }

  // Whether another process has replaced this process. Call after Run.
  bool replaced() const { return connection_.replaced(); }

 private:
  // Takes in a message for a seat, or a Welcome.
  void Take(v1::PlayResponse response);
  // The referee does not know the seats, or the session is over.
  void LoseSeats();

  const pentathlon::Options options_;
  pentathlon::Connection connection_;
  Programs programs_;
  std::map<pentathlon::SeatKey, std::shared_ptr<BridgedSeat>> seats_;
};

struct BridgeOptions {
  pentathlon::Options session;
  // The program of the bot and its arguments.
  std::vector<std::string> command;
};

// Adds the flags of the SDKs and those of a bridge, bound to `options`, which
// must outlive the parsing.
void AddBridgeFlags(CLI::App& app, BridgeOptions& options);

// Plays until the referee ends the session, and reports to stderr. Uses several
// processes if the options ask for several. SIGTERM and SIGINT end the bridge
// as they end bots of the SDKs. Returns the exit status: 0 after a normal end,
// 1 if the session failed. NOT_FOUND, PERMISSION_DENIED or INVALID_ARGUMENT
// says why the command cannot be started. Call it once, from the main thread,
// before other threads exist.
absl::StatusOr<int> RunBridge(BridgeOptions options);

}  // namespace arena::bridge

#endif  // ARENA_BRIDGE_BRIDGE_H_
