// Addresses whose connections broke the rules lately, and when further ones
// have their turns.
#ifndef REFEREE_DOOR_PROBATION_H_
#define REFEREE_DOOR_PROBATION_H_

#include <map>
#include <optional>
#include <string>

#include "absl/time/time.h"

namespace arena::referee {

// A flood does harm on each connection until the connection is cut, and then
// comes again on a new one. Therefore new connections from such an address take
// turns for a while, with a pause between two of them. Honest bots of the same
// address keep the connections that they have; a new one waits for its turn.
class Probation {
 public:
  static constexpr absl::Duration kPause = absl::Milliseconds(500);
  // After the last offence.
  static constexpr absl::Duration kLength = absl::Seconds(10);
  // Who would wait longer for a turn gets none.
  static constexpr absl::Duration kMostWait = absl::Seconds(10);

  // A connection of this address had to be cut.
  void Offend(const std::string& address, absl::Time now);
  // Takes the next turn of the address: `now` or later; nothing if too many of
  // the address wait.
  std::optional<absl::Time> Turn(const std::string& address, absl::Time now);
  // Call it about once a second.
  void Forget(absl::Time now);

 private:
  struct Offender {
    absl::Time until;
    absl::Time next_turn;
  };

  std::map<std::string, Offender> offenders_;  // by address
};

}  // namespace arena::referee

#endif  // REFEREE_DOOR_PROBATION_H_
