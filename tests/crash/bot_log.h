// Reads the log of the logging bot; logging_bot.cc describes its lines.
#ifndef TESTS_CRASH_BOT_LOG_H_
#define TESTS_CRASH_BOT_LOG_H_

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <string>

namespace arena::testing {

// Returns the seats that a process was asked for, by match.
inline std::map<std::string, std::set<int>> SeatsAsked(
    const std::string& path) {
  std::map<std::string, std::set<int>> seats;
  std::ifstream log(path);
  std::string kind, match;
  int seat = 0;
  while (log >> kind) {
    if (kind == "ask" && log >> match >> seat) seats[match].insert(seat);
    log.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return seats;
}

inline void ExpectOneSeatOfEachMatch(const std::string& path) {
  const auto seats = SeatsAsked(path);
  EXPECT_FALSE(seats.empty()) << path << ": the process has not played";
  for (const auto& [match, asked] : seats) {
    EXPECT_EQ(asked.size(), 1u) << path << " " << match;
  }
}

}  // namespace arena::testing

#endif  // TESTS_CRASH_BOT_LOG_H_
