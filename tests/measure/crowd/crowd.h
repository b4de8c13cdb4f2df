// A crowd that watches a match over HTTP, in a process of its own.
#ifndef TESTS_MEASURE_CROWD_CROWD_H_
#define TESTS_MEASURE_CROWD_CROWD_H_

#include <string>
#include <vector>

#include "absl/time/time.h"

namespace arena::crowd {

enum class Manner {
  // Reads everything that comes.
  kRead,
  // Reads a little each second, less than comes.
  kSlow,
  // Reads nothing.
  kNever,
  // Leaves when it has seen the match; another spectator comes. Spectators come
  // at kJoinsPerSecond.
  kComeAndGo,
};

inline constexpr int kJoinsPerSecond = 1000;

struct Kind {
  // The name on the command line and in the table.
  std::string name;
  Manner manner;
};
const std::vector<Kind>& AllKinds();

struct Visit {
  // The referee's address for HTTP, host:port.
  std::string address;
  std::string match_id;
  Manner manner = Manner::kRead;
  int spectators = 0;
  // How long the spectators stay when all are there.
  absl::Duration time = absl::ZeroDuration();
};

// Each spectator comes from a loopback address of its own, like real ones.
// Prints
//
//     ready SECONDS                 all are there after that time
//     step NUMBER FIRST LAST COUNT  when the first and the last spectator had
//                                   it (ns of the steady clock), and how
//                                   many had it
//     sum MESSAGES GAPS CUT JOINS   messages, steps that a spectator missed,
//                                   streams that ended, joins in all
//
// All lines but the first come at the end. kComeAndGo is ready at once.
void Attend(const Visit& visit);

}  // namespace arena::crowd

#endif  // TESTS_MEASURE_CROWD_CROWD_H_
