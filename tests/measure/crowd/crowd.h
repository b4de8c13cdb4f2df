// Those who watch a match over HTTP, in a process of their own.
#ifndef TESTS_MEASURE_CROWD_CROWD_H_
#define TESTS_MEASURE_CROWD_CROWD_H_

#include <string>
#include <vector>

#include "absl/time/time.h"

namespace arena::crowd {

enum class Manner {
  // Takes what comes.
  kRead,
  // Takes a little each second, less than comes.
  kSlow,
  // Takes nothing.
  kNever,
  // Leaves when it has seen the match; another one comes. They come at
  // kJoinsPerSecond.
  kComeAndGo,
};

inline constexpr int kJoinsPerSecond = 1000;

struct Kind {
  // As on the command line and in the table.
  std::string name;
  Manner manner;
};
const std::vector<Kind>& AllKinds();

struct Visit {
  // Where the referee takes HTTP, host:port.
  std::string address;
  std::string match_id;
  Manner manner = Manner::kRead;
  int spectators = 0;
  // How long they stay when all are there.
  absl::Duration time = absl::ZeroDuration();
};

// Each spectator comes from a loopback address of its own, as they come from
// many homes. Prints
//
//     ready SECONDS                 all are there; how long that took
//     step NUMBER FIRST LAST COUNT  when the first and the last of them had it
//                                   (ns of the steady clock), and how many had
//     sum MESSAGES GAPS CUT JOINS   messages, steps that a spectator missed,
//                                   streams that ended, who has come
//
// all but the first line at the end. kComeAndGo is ready at once.
void Attend(const Visit& visit);

}  // namespace arena::crowd

#endif  // TESTS_MEASURE_CROWD_CROWD_H_
