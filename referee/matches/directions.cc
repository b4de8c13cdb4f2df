#include "referee/matches/directions.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace arena::referee {
namespace {

using Place = Whereabouts::Place;

// The referees of a bot, and whether the bot follows redirects. A bot can be
// sent elsewhere only if it is at one referee.
struct Location {
  std::set<int64_t> referees;
  bool moves = false;

  bool CanGo() const { return moves && referees.size() == 1; }
};

using Locations = std::map<std::string, Location>;

Locations LocationsOf(const Whereabouts& whereabouts) {
  Locations locations;
  for (const Whereabouts::Guest& guest : whereabouts.guests) {
    Location& location = locations[guest.bot];
    location.referees.insert(guest.referee);
    location.moves = guest.moves;
  }
  return locations;
}

const Place* FindPlace(const Whereabouts& whereabouts, int64_t referee) {
  const auto place = absl::c_find_if(
      whereabouts.places,
      [&](const Place& place) { return place.referee == referee; });
  return place == whereabouts.places.end() ? nullptr : &*place;
}

std::string Name(const Whereabouts& whereabouts, int64_t referee) {
  const Place* const place = FindPlace(whereabouts, referee);
  return place == nullptr ? "?" : place->name;
}

v1::Redirect RedirectTo(const Place& place) {
  v1::Redirect redirect;
  redirect.set_address(place.address);
  redirect.set_referee(place.name);
  return redirect;
}

// Finds out whether the bots of one match are apart: each bot is at some
// referee, but no referee has all of them.
class ApartMatch {
 public:
  ApartMatch(const Whereabouts& whereabouts, const Locations& locations,
             const Whereabouts::ApartMatch& match)
      : whereabouts_(whereabouts),
        locations_(locations),
        bots_(match.bots),
        anonymous_(match.anonymous) {}

  bool IsApart() const {
    return absl::c_all_of(
               bots_,
               [&](const auto& bot) { return locations_.contains(bot); }) &&
           absl::c_none_of(whereabouts_.places, [&](const Place& place) {
             return absl::c_all_of(
                 bots_, [&](const auto& bot) { return IsAt(bot, place); });
           });
  }
  // The same place for all matches; null if a bot of this match cannot go
  // there.
  const Place* MeetingPlace() const {
    const auto place = absl::c_find_if(
        whereabouts_.places,
        [](const Place& place) { return !place.address.empty(); });
    const bool all = place != whereabouts_.places.end() &&
                     absl::c_all_of(bots_, [&](const auto& bot) {
                       return IsAt(bot, *place) || locations_.at(bot).CanGo();
                     });
    return all ? &*place : nullptr;
  }
  // A description for one of the bots: "x is at a, y is at b". In an anonymous
  // match: "x is at a, other bots of its match are not".
  std::string DescriptionFor(const std::string& bot) const {
    if (anonymous_) {
      return absl::StrCat(Whereabout(bot), ", other bots of its match are not");
    }
    return absl::StrJoin(bots_, ", ", [&](std::string* out, const auto& name) {
      absl::StrAppend(out, Whereabout(name));
    });
  }

 private:
  bool IsAt(const std::string& bot, const Place& place) const {
    return locations_.at(bot).referees.contains(place.referee);
  }
  std::string Whereabout(const std::string& bot) const {
    const std::string names =
        absl::StrJoin(locations_.at(bot).referees, " and ",
                      [&](std::string* out, int64_t referee) {
                        absl::StrAppend(out, Name(whereabouts_, referee));
                      });
    return absl::StrCat(bot, " is at ", names);
  }

  const Whereabouts& whereabouts_;
  const Locations& locations_;
  const std::vector<std::string>& bots_;
  const bool anonymous_;
};

}  // namespace

std::map<std::string, Direction> FindDirections(
    const std::vector<Present>& here, const Whereabouts& whereabouts) {
  std::map<std::string, Direction> directions;
  for (const Whereabouts::EmptySeat& seat : whereabouts.empty_seats) {
    const auto holder = absl::c_find_if(here, [&](const Present& session) {
      return session.session == seat.session;
    });
    const Place* const place = FindPlace(whereabouts, seat.referee);
    if (holder == here.end() || place == nullptr ||
        directions.contains(seat.session)) {
      continue;
    }
    Direction& direction = directions[seat.session];
    direction.reason =
        absl::StrCat("a match of its session is under way at ", place->name);
    if (holder->moves && !place->address.empty()) {
      direction.destination = RedirectTo(*place);
    }
  }
  const Locations locations = LocationsOf(whereabouts);
  for (const Whereabouts::ApartMatch& apart : whereabouts.matches) {
    const ApartMatch match(whereabouts, locations, apart);
    if (!match.IsApart()) continue;
    const Place* const place = match.MeetingPlace();
    for (const Present& session : here) {
      if (!absl::c_linear_search(apart.bots, session.bot)) continue;
      if (place == nullptr) {
        directions.try_emplace(
            session.session, Direction{{}, match.DescriptionFor(session.bot)});
      } else if (!locations.at(session.bot).referees.contains(place->referee)) {
        // The direction may so far only have the reason of another match.
        Direction& direction = directions[session.session];
        if (direction.destination.has_value()) continue;
        direction = {RedirectTo(*place), match.DescriptionFor(session.bot)};
      }
    }
  }
  return directions;
}

}  // namespace arena::referee
