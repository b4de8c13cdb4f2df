// How a bot has done lately.
#ifndef REFEREE_SITE_PAGES_BOT_FORM_H_
#define REFEREE_SITE_PAGES_BOT_FORM_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "arena/v1/match_service.pb.h"
#include "referee/site/pages/match_table.h"

namespace arena::referee {

struct Tally {
  int played = 0;
  int won = 0;    // alone in first place
  int drawn = 0;  // in first place with others
};

struct BotForm {
  std::map<std::string, Tally> by_game;
  // By name of the other player.
  std::map<std::string, Tally> by_opponent;
  std::map<v1::FaultKind, int> faults;
};

// Counts matches that have a result. A match in which the bot has several seats
// counts once, by the best of them; it is no opponent of itself.
BotForm FormOfBot(absl::string_view bot, const Matches& matches);

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_BOT_FORM_H_
