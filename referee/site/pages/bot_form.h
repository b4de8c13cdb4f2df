// Recent results of a bot, and its ratings in competitions.
#ifndef REFEREE_SITE_PAGES_BOT_FORM_H_
#define REFEREE_SITE_PAGES_BOT_FORM_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "arena/html/html.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "referee/site/pages/match_table.h"
#include "referee/site/site_request.h"

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
// counts once, by the best seat; the bot is no opponent of itself.
BotForm FormOfBot(absl::string_view bot, const MatchList& matches);

// A bot's line in the standings of a competition.
struct BotRating {
  v1::CompetitionSpec spec;
  v1::EntrantStanding standing;
};

struct BotRatings {
  std::vector<BotRating> ratings;
  // How many competitions of the bot were not asked for their standings.
  size_t left_out = 0;
};

// Asks the newest competitions among the matches, which are newest first.
net::awaitable<BotRatings> ReadRatings(SiteRequest& request, std::string bot,
                                       const MatchList& matches);

Html RatingsHtml(const std::string& bot, const BotRatings& ratings);

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_BOT_FORM_H_
