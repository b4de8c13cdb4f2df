// What a process owes its referee.
#ifndef REFEREE_RUNNER_DEBTS_H_
#define REFEREE_RUNNER_DEBTS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "arena/v1/play_service.pb.h"

namespace arena::runner {

// Follows what is said to a process and what the process answers. It owes a
// Ready for each seat that it gets, and an act for each decision that it must
// make. Not thread-safe.
class Debts {
 public:
  // The process is told a message. Returns whether the message is news: what
  // the referee says by itself, and for the first time. What a process brings
  // about at will, answers to its pings, its nonsense and its coming back, is
  // none.
  bool Hear(const v1::PlayResponse& message);
  // The process says something. Returns whether that pays a debt.
  bool Pay(const v1::PlayRequest& request);
  bool any() const;

 private:
  struct Seat {
    bool owes_ready = false;
    // The decision that it owes, and the one that it has made last.
    std::optional<uint32_t> owed;
    std::optional<uint32_t> made;
    // The newest prompt.
    uint32_t newest = 0;
    size_t content = 0;
  };
  // By match and number.
  using SeatKey = std::pair<std::string, uint32_t>;

  bool HearPrompt(const v1::Prompt& prompt);
  bool HearAck(const v1::ActAck& ack);

  bool greeted_ = false;
  std::map<SeatKey, Seat> seats_;
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_DEBTS_H_
