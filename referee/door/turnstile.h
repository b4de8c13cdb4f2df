// A Unix socket through which a stranger reaches a server of this program.
#ifndef REFEREE_DOOR_TURNSTILE_H_
#define REFEREE_DOOR_TURNSTILE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/core/descriptor.h"
#include "referee/door/flood_budget.h"
#include "referee/sockets/connection_threads.h"

namespace arena::referee {

// The system does not tell how many bytes have come on a Unix socket. Therefore
// all bytes pass through here, and are counted before the server sees them. The
// connection ends when the budget is used up, or when the bytes are no HTTP/2
// that an honest client sends. Each connection has a thread, so a flood holds
// up nobody else.
class Turnstile {
 public:
  // One connection for use, and some that a client has not closed yet: a
  // rehearsal breaks three connections in a row, and a refused client waits
  // longer and longer.
  static constexpr int kMostConnections = 4;

  struct Options {
    // The path of the socket, which is open to all users.
    std::string socket;
    // The limit for the headers of one call.
    uint32_t most_header_bytes = 16 * 1024;
    // Gets the other end of each connection. Called from the thread that
    // accepts.
    std::function<void(Descriptor connection)> serve;
    // Called with the reason when the stranger has used up its budget, perhaps
    // more than once.
    std::function<void(const absl::Status& why)> on_flood;
  };

  // The budget outlives it. UNAVAILABLE.
  static absl::StatusOr<std::unique_ptr<Turnstile>> Open(Options options,
                                                         FloodBudget& budget);
  // Ends all connections.
  ~Turnstile();
  Turnstile(const Turnstile&) = delete;
  Turnstile& operator=(const Turnstile&) = delete;

 private:
  Turnstile(Options options, FloodBudget& budget, Descriptor listener);
  void Accept();
  void TakeIn(Descriptor outside);
  void Pass(int outside, int inside);
  // Takes a cost from the budget. Returns whether the bytes may go on to the
  // server.
  bool Spend(int64_t bytes, int64_t work);

  const Options options_;
  FloodBudget& budget_;
  const Descriptor listener_;
  // Becomes readable when the turnstile is to end.
  Descriptor end_, say_end_;
  std::thread acceptor_;
  ConnectionThreads threads_{kMostConnections};
};

}  // namespace arena::referee

#endif  // REFEREE_DOOR_TURNSTILE_H_
