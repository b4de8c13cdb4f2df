#include "referee/site/words.h"

#include <algorithm>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "arena/match/player.h"
#include "referee/site/visit.h"

namespace arena::referee {
namespace {

// Stands for a player that is not told, as in anonymous competitions.
constexpr char kUntold[] = "?";
// Non-breaking, so that a result stays on one line.
constexpr char kBetweenPoints[] = "\u00A0:\u00A0";

// Names a winner with several seats once.
std::string WinnersText(const v1::Match& match) {
  std::vector<std::string> winners;
  const v1::MatchResult& result = match.result();
  int first = 0;
  for (int seat = 0; seat < result.ranks_size(); ++seat) {
    if (result.ranks(seat) != 1) continue;
    ++first;
    const std::string name = PlayerName(match, seat);
    if (!absl::c_linear_search(winners, name)) winners.push_back(name);
  }
  if (winners.empty()) return "";
  if (first == result.ranks_size()) return "drawn";
  return absl::StrCat(absl::StrJoin(winners, " and "),
                      winners.size() == 1 ? " wins" : " win");
}

std::string EndText(v1::Termination termination) {
  switch (termination) {
    case v1::TERMINATION_FORFEIT:
      return "by forfeit";
    case v1::TERMINATION_CANCELLED:
      return "cancelled";
    case v1::TERMINATION_INFRASTRUCTURE:
      return "no result: the referee was away, or no bot was ready";
    default:
      return "";
  }
}

}  // namespace

std::string GameTitle(absl::string_view game) {
  std::string title(game);
  if (!title.empty()) title[0] = absl::ascii_toupper(title[0]);
  return title;
}

std::string PlayerName(const v1::Match& match, int seat) {
  std::string name;
  if (seat < match.players_size()) {
    name = match.players(seat).name();
  } else if (seat < match.seats_size()) {
    name = NameOfPlayer(match.seats(seat));
  }
  return name.empty() ? kUntold : name;
}

std::string PlayersText(const v1::Match& match) {
  const int seats = std::max(match.players_size(), match.seats_size());
  if (seats == 0) return "players not told yet";
  std::vector<std::string> names;
  for (int seat = 0; seat < seats; ++seat) {
    names.push_back(PlayerName(match, seat));
  }
  return absl::StrJoin(names, " – ");
}

std::string StateText(const v1::Match& match) {
  switch (match.state()) {
    case v1::Match::STATE_PENDING:
      return "waiting";
    case v1::Match::STATE_RUNNING:
      return "live";
    case v1::Match::STATE_FINISHED:
      return "over";
    case v1::Match::STATE_QUARANTINED:
      return "quarantined";
    default:
      return "unknown";
  }
}

std::string ResultText(const v1::Match& match) {
  if (!match.has_result()) return "";
  const v1::MatchResult& result = match.result();
  std::vector<std::string> parts;
  if (std::string winners = WinnersText(match); !winners.empty()) {
    parts.push_back(winners);
    parts.push_back(absl::StrReplaceAll(
        absl::StrJoin(result.returns(), kBetweenPoints), {{"-", "−"}}));
  }
  if (std::string end = EndText(result.termination()); !end.empty()) {
    parts.push_back(end);
  }
  return absl::StrJoin(parts, ", ");
}

absl::Time ToTime(const google::protobuf::Timestamp& time) {
  return absl::FromUnixSeconds(time.seconds()) +
         absl::Nanoseconds(time.nanos());
}

std::string TimeText(const google::protobuf::Timestamp& time) {
  if (time.seconds() == 0) return "";
  return absl::FormatTime("%Y-%m-%d %H:%M", ToTime(time), absl::UTCTimeZone());
}

Html TimeHtml(const google::protobuf::Timestamp& time) {
  if (time.seconds() == 0) return {};
  return Element(
      "time",
      {{"datetime", absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", ToTime(time),
                                     absl::UTCTimeZone())}},
      {TimeText(time)});
}

Html Link(const std::string& address, const Html& text) {
  return Element("a", {{"href", address}}, {text});
}

Html MatchLink(const v1::Match& match, const Html& text) {
  return Link(absl::StrCat("/match/", AddressPart(match.match_id())), text);
}

Html BotLink(absl::string_view name) {
  return Link(absl::StrCat("/bot/", AddressPart(name)), ForeignText(name));
}

Html CompetitionLink(absl::string_view name) {
  return Link(absl::StrCat("/competition/", AddressPart(name)),
              ForeignText(name));
}

Html GameLink(absl::string_view game) {
  return Link(absl::StrCat("/game/", AddressPart(game)), GameTitle(game));
}

Html SetLink(absl::string_view competition, uint32_t set, const Html& text) {
  return Link(absl::StrCat("/set/", AddressPart(competition), "/", set), text);
}

Html PlayerLink(const v1::SeatSpec& player) {
  if (player.has_bot()) return BotLink(player.bot());
  return player.has_built_in() ? ForeignText(player.built_in()) : kUntold;
}

Html LinksAround(const std::string& label, const Html& links) {
  return Element("nav", {{"class", "bar around"}, {"aria-label", label}},
                 {Element("ul", {links})});
}

Html SpoilerLink(const std::string& address, bool spoilers) {
  if (!spoilers) return Element("p", {Link(address, "Show results")});
  const char* const separator = address.find('?') == address.npos ? "?" : "&";
  return Element("p", {Link(absl::StrCat(address, separator, "spoilers=0"),
                            "Hide results")});
}

Html PlayersHtml(const v1::Match& match) {
  if (match.seats_size() == 0) return PlayersText(match);
  Html players;
  for (int seat = 0; seat < match.seats_size(); ++seat) {
    if (seat > 0) players += " – ";
    players += PlayerLink(match.seats(seat));
  }
  return players;
}

}  // namespace arena::referee
