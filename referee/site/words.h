// Words and links that several pages share.
#ifndef REFEREE_SITE_WORDS_H_
#define REFEREE_SITE_WORDS_H_

#include <google/protobuf/timestamp.pb.h>

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/html/html.h"
#include "arena/v1/match_service.pb.h"

namespace arena::referee {

// ---- Text ----

// "Octrix".
std::string GameTitle(absl::string_view game);
// The player in a seat; "?" where it is not told.
std::string PlayerName(const v1::Match& match, int seat);
// "ada – bob".
std::string PlayersText(const v1::Match& match);
// "running".
std::string StateText(const v1::Match& match);
// "ada wins, 12 : 7"; why there is no result; empty before the end.
std::string ResultText(const v1::Match& match);
// "2026-11-26 20:31"; empty for none.
std::string TimeText(const google::protobuf::Timestamp& time);
absl::Time ToTime(const google::protobuf::Timestamp& time);

// ---- HTML ----

// <time>; empty for none.
Html TimeHtml(const google::protobuf::Timestamp& time);
Html Link(const std::string& address, const Html& text);
Html MatchLink(const v1::Match& match, const Html& text);
Html BotLink(absl::string_view name);
Html CompetitionLink(absl::string_view name);
Html GameLink(absl::string_view game);
// A link to the matches with the same deals, side by side.
Html SetLink(absl::string_view competition, uint32_t set, const Html& text);

// The name of a player, for a bot as a link; "?" where it is not told.
Html PlayerLink(const v1::SeatSpec& player);

// Links around a page of the viewer, as lines of a list; the viewer's page has
// no text of ours. `label` names the list for readers who cannot see it.
Html LinksAround(const std::string& label, const Html& links);

// A link to the same page with its results hidden, or shown again.
Html SpoilerLink(const std::string& address, bool spoilers);

// The names of the players, bots as links.
Html PlayersHtml(const v1::Match& match);

}  // namespace arena::referee

#endif  // REFEREE_SITE_WORDS_H_
