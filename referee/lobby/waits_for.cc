#include "referee/lobby/waits_for.h"

#include <map>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/match/isolation.h"
#include "referee/lobby/seating.h"

namespace arena::referee {
namespace {

SessionCount CountAt(const Referees::Presences& presences,
                     const std::string& bot, const std::string& referee) {
  const auto here = presences.find(bot);
  if (here == presences.end()) return {};
  const auto count = here->second.find(referee);
  return count == here->second.end() ? SessionCount() : count->second;
}

// Where each bot is, if no referee has them all.
std::string Apart(const std::set<std::string>& bots,
                  const Referees::Presences& presences) {
  std::vector<std::string> parts;
  for (const std::string& bot : bots) {
    const auto found = presences.find(bot);
    if (found == presences.end()) {
      parts.push_back(absl::StrCat(bot, " is not connected"));
      continue;
    }
    std::vector<std::string> referees;
    for (const auto& [referee, count] : found->second) {
      referees.push_back(referee);
    }
    parts.push_back(
        absl::StrCat(bot, " is at referee ", absl::StrJoin(referees, " and ")));
  }
  return absl::StrJoin(parts, ", ");
}

// Which bots have too few sessions at a referee for the isolation of a match.
std::string Shortage(const MatchRow& row, const Referees::Presences& presences,
                     const std::string& referee) {
  std::map<std::string, int> seats;
  for (const v1::SeatSpec& seat : row.seats) {
    if (seat.has_bot()) ++seats[seat.bot()];
  }
  std::vector<std::string> parts;
  for (const auto& [bot, needed] : seats) {
    const SessionCount count = CountAt(presences, bot, referee);
    const bool once = row.isolation == v1::ISOLATION_MATCHES;
    if (row.isolation == v1::ISOLATION_NONE) {
      if (count.sessions > 0) continue;
      parts.push_back(absl::StrCat(
          "bot ", bot, " has no instance connected that takes new matches"));
      continue;
    }
    if ((once ? count.fresh : count.sessions) >= needed) continue;
    std::string part = absl::StrCat(
        "bot ", bot, " has ", count.sessions,
        count.sessions == 1 ? " instance" : " instances", " connected");
    // One for one match that it has had takes no other, so it counts nowhere.
    if (once) {
      absl::StrAppend(&part, ", ", count.fresh,
                      " of them for one match (Hello.one_match) that has not "
                      "begun");
    }
    absl::StrAppend(&part, "; isolation ", IsolationName(row.isolation),
                    " needs ", needed);
    parts.push_back(std::move(part));
  }
  return absl::StrJoin(parts, ", ");
}

}  // namespace

std::string WaitsFor(const MatchRow& row,
                     const Referees::Presences& presences) {
  const std::set<std::string> bots = BotsOf(row.seats);
  std::map<std::string, size_t> bots_at;
  for (const std::string& bot : bots) {
    const auto found = presences.find(bot);
    if (found == presences.end()) continue;
    for (const auto& [referee, count] : found->second) ++bots_at[referee];
  }
  std::string shortage;
  bool together = false;
  for (const auto& [referee, count] : bots_at) {
    if (count != bots.size()) continue;
    together = true;
    shortage = Shortage(row, presences, referee);
    if (shortage.empty()) return "";
  }
  return together ? shortage : Apart(bots, presences);
}

}  // namespace arena::referee
