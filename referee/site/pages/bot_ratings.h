// What a bot reached in its competitions.
#ifndef REFEREE_SITE_PAGES_BOT_RATINGS_H_
#define REFEREE_SITE_PAGES_BOT_RATINGS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "arena/html/html.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/site/pages/match_table.h"
#include "referee/site/site_request.h"

namespace arena::referee {

// A bot's line in the standings of a competition.
struct BotRating {
  v1::CompetitionSpec spec;
  v1::EntrantStanding standing;
};

struct BotRatings {
  std::vector<BotRating> ratings;
  // How many competitions of the bot's matches were not asked.
  size_t left_out = 0;
};

// Asks the newest competitions among the matches, which are newest first.
net::awaitable<BotRatings> ReadRatings(SiteRequest& request, std::string bot,
                                       const Matches& matches);

Html RatingsHtml(const std::string& bot, const BotRatings& ratings);

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_BOT_RATINGS_H_
