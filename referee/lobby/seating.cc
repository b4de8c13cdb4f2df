#include "referee/lobby/seating.h"

#include <algorithm>
#include <set>
#include <string>

#include "absl/algorithm/container.h"

namespace arena::referee {
namespace {

using SessionPtr = std::shared_ptr<Session>;

// Seats the sessions of one bot.
class BotSeating {
 public:
  BotSeating(const SessionDirectory& directory, const MatchRow& match,
             const std::string& bot, Demand demand, const MatchKind* kind)
      : match_(match), kind_(kind) {
    for (size_t seat = 0; seat < match.seats.size(); ++seat) {
      if (match.seats[seat].bot() == bot) seats_.push_back(seat);
    }
    for (const SessionPtr& session : directory.LiveOf(bot)) {
      if (Meets(directory, *session, demand)) sessions_.push_back(session);
    }
    // The best sessions first. Sessions for one match are kept for matches that
    // need them.
    absl::c_stable_sort(sessions_, [](const auto& a, const auto& b) {
      const bool a_once = a->profile().one_match;
      const bool b_once = b->profile().one_match;
      return a_once != b_once ? b_once : a->room() > b->room();
    });
  }

  void Fill(Seating& seating) {
    for (const size_t seat : seats_) {
      Give(seat, seating,
           [&](const Session& session) { return HadSeat(session, seat); });
    }
    for (const size_t seat : seats_) {
      Give(seat, seating,
           [&](const Session& session) { return IsInstanceOf(session, seat); });
    }
    for (const size_t seat : seats_) {
      Give(seat, seating, [&](const Session& session) {
        return match_.isolation == v1::ISOLATION_NONE ||
               absl::c_none_of(seats_, [&](size_t other) {
                 return HadSeat(session, other) || IsInstanceOf(session, other);
               });
      });
    }
  }

 private:
  bool Begun() const { return match_.state == v1::Match::STATE_RUNNING; }
  bool HadSeat(const Session& session, size_t seat) const {
    return Begun() && match_.sessions[seat] == session.token_sha256();
  }
  // Whether the process of this session had the seat in an earlier session.
  bool IsInstanceOf(const Session& session, size_t seat) const {
    return Begun() && match_.instances[seat] == session.process().instance;
  }

  // Whether the process may have met the deal. A process of a submitted bot
  // that goes on after its matches meets no deal twice, so it gains nothing by
  // remembering deals.
  bool KnowsDeal(const Session& session) const {
    const BotProfile profile = session.profile();
    return profile.submitted && !profile.one_match &&
           session.deals().MayHave(match_.seed);
  }

  // A version under validation plays only matches that name it.
  bool IsOfVersion(const Session& session, size_t seat) const {
    if (Begun()) return true;
    const std::string& wanted = match_.seats[seat].version();
    const BotProfile profile = session.profile();
    return wanted.empty() ? profile.active
                          : profile.submitted && profile.version == wanted;
  }

  bool Meets(const SessionDirectory& directory, const Session& session,
             Demand demand) const {
    const bool had_seat = absl::c_any_of(
        seats_, [&](size_t seat) { return HadSeat(session, seat); });
    if (!session.attached()) return false;
    // A session for one match comes back to that match.
    if (had_seat && session.profile().one_match) return session.room() > 0;
    if (match_.isolation == v1::ISOLATION_MATCHES && !session.fresh()) {
      return false;
    }
    if (!Begun() && KnowsDeal(session)) return false;
    // A match that has begun is of a game that its bots play, so any kind will
    // do.
    const MatchKind* const kind = Begun() ? nullptr : kind_;
    if (demand == Demand::kConnected) return true;
    return demand == Demand::kMayPlay ? directory.MayPlay(session, kind)
                                      : directory.HasRoom(session, kind);
  }

  template <typename Condition>
  void Give(size_t seat, Seating& seating, Condition condition) {
    if (seating[seat] != nullptr) return;
    const auto session =
        absl::c_find_if(sessions_, [&](const SessionPtr& s) {
          return condition(*s) && IsOfVersion(*s, seat);
        });
    if (session == sessions_.end()) return;
    seating[seat] = *session;
    // Submitted bots have a process for each seat.
    if (match_.isolation != v1::ISOLATION_NONE ||
        (*session)->profile().submitted) {
      sessions_.erase(session);
    }
  }

  const MatchRow& match_;
  const MatchKind* const kind_;
  std::vector<size_t> seats_;
  std::vector<SessionPtr> sessions_;
};

}  // namespace

Seating FindSeating(const SessionDirectory& directory, const MatchRow& match,
                    Demand demand, const MatchKind* kind) {
  Seating seating(match.seats.size());
  for (const std::string& bot : BotsOf(match.seats)) {
    BotSeating(directory, match, bot, demand, kind).Fill(seating);
  }
  return seating;
}

bool IsComplete(const MatchRow& match, const Seating& seating) {
  for (size_t seat = 0; seat < match.seats.size(); ++seat) {
    if (match.seats[seat].has_bot() && seating[seat] == nullptr) return false;
  }
  return true;
}

bool AreConnected(const SessionDirectory& directory, const MatchRow& match) {
  return IsComplete(match, FindSeating(directory, match, Demand::kConnected));
}

bool NeedsSeveralSessions(const MatchRow& match) {
  if (match.isolation == v1::ISOLATION_NONE) return false;
  std::set<std::string> bots;
  return absl::c_any_of(match.seats, [&](const v1::SeatSpec& seat) {
    return seat.has_bot() && !bots.insert(seat.bot()).second;
  });
}

}  // namespace arena::referee
