#include "referee/site/pages/bot_form.h"

#include <algorithm>
#include <set>

#include "referee/site/words.h"

namespace arena::referee {
namespace {

// What came of the match for whoever has these seats.
Tally OutcomeFor(const std::set<int>& seats, const v1::MatchResult& result) {
  Tally tally = {.played = 1};
  bool first = false;
  bool shared = false;
  for (int seat = 0; seat < result.ranks_size(); ++seat) {
    if (result.ranks(seat) != 1) continue;
    (seats.contains(seat) ? first : shared) = true;
  }
  if (first) (shared ? tally.drawn : tally.won) = 1;
  return tally;
}

void Add(const Tally& more, Tally& tally) {
  tally.played += more.played;
  tally.won += more.won;
  tally.drawn += more.drawn;
}

}  // namespace

BotForm FormOfBot(absl::string_view bot, const Matches& matches) {
  BotForm form;
  for (const v1::Match& match : matches) {
    const v1::MatchResult& result = match.result();
    std::set<int> seats;
    std::set<std::string> opponents;
    for (int seat = 0; seat < match.players_size(); ++seat) {
      const std::string& name = match.players(seat).name();
      if (name == bot) {
        seats.insert(seat);
      } else {
        opponents.insert(name);
      }
    }
    for (const v1::Fault& fault : result.faults()) {
      if (seats.contains(static_cast<int>(fault.seat()))) {
        ++form.faults[fault.kind()];
      }
    }
    if (seats.empty() || result.ranks().empty()) continue;
    const Tally outcome = OutcomeFor(seats, result);
    Add(outcome, form.by_game[match.game()]);
    for (const std::string& name : opponents) {
      Add(outcome, form.by_opponent[name]);
    }
  }
  return form;
}

}  // namespace arena::referee
