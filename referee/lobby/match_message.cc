#include "referee/lobby/match_message.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "arena/match/entry.h"
#include "arena/match/isolation.h"
#include "arena/match/player.h"
#include "arena/match/private_seed.h"
#include "google/protobuf/util/time_util.h"
#include "referee/access/replies.h"
#include "referee/lobby/seating.h"

namespace arena::referee {
namespace {

using google::protobuf::util::TimeUtil;

// Whether the match has ended with a result. A match that ended without one is
// played again, by the same players and with the same deals, so its secrets
// stay hidden.
bool RowHasResult(const MatchRow& row) {
  return row.state == v1::Match::STATE_FINISHED && row.result.has_value() &&
         arena::HasResult(row.result->termination());
}

bool HidesPlayers(const MatchRow& row) {
  return row.anonymous && !RowHasResult(row);
}

// Leaves the seats empty for as long as the players must not be known.
void FillPlayers(const MatchRow& row, v1::Match& match) {
  const bool hidden = HidesPlayers(row);
  for (size_t seat = 0; seat < row.seats.size(); ++seat) {
    v1::SeatSpec& spec = *match.add_seats();
    v1::PlayerInfo& player = *match.add_players();
    if (hidden) continue;
    spec = row.seats[seat];
    if (seat < row.player_infos.size()) {
      player = row.player_infos[seat];
    } else {
      player.set_name(NameOfPlayer(spec));
    }
  }
}

// Hides times that would name the set: the matches of a set are created at the
// same time.
void FillTimes(const MatchRow& row, v1::Match& match) {
  const bool tells_its_set = row.place.has_value() && !RowHasResult(row);
  if (row.created.has_value() && !tells_its_set) {
    *match.mutable_create_time() = ToTimestamp(*row.created);
  }
  if (row.started.has_value()) {
    *match.mutable_start_time() = ToTimestamp(*row.started);
  }
  if (row.ended.has_value())
    *match.mutable_end_time() = ToTimestamp(*row.ended);
}

// While the match is played, its set would tell which matches have the same
// deals, and by the schedule also who plays.
void FillPlace(const MatchRow& row, v1::CompetitionPlace& place) {
  place.set_competition(row.place->competition);
  if (!RowHasResult(row)) return;
  place.set_set(row.place->set);
  place.set_match(row.place->match);
  place.set_attempt(row.place->attempt);
  place.set_rated(true);
}

SessionCount CountAt(const Referees::Presences& presences,
                     const std::string& bot, const std::string& referee) {
  const auto here = presences.find(bot);
  if (here == presences.end()) return {};
  const auto count = here->second.find(referee);
  return count == here->second.end() ? SessionCount() : count->second;
}

// The places of the bots, if no referee has all of them.
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

// Names the bots that have too few sessions at a referee for the isolation of a
// match.
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
    // A session for one match that has had its match counts nowhere.
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

v1::Match MatchMessage(const MatchRow& row) {
  v1::Match match;
  match.set_match_id(row.match_id);
  match.set_state(row.state);
  match.set_game(row.game);
  match.set_rules_version(row.rules_version);
  const absl::StatusOr<const Game*> game = FindGame(row.game);
  if (game.ok()) {
    const auto options =
        GameOptions::Parse((*game)->info->options, row.options);
    if (options.ok()) {
      const int seats = static_cast<int>(row.seats.size());
      // Seats and options of a damaged row need not go together.
      if ((*game)->create(seats, *options).ok()) {
        const auto in_effect = (*game)->options_in_effect(seats, *options);
        match.mutable_options()->insert(in_effect.begin(), in_effect.end());
      }
      match.mutable_given_options()->insert(options->given().begin(),
                                            options->given().end());
    }
  }
  FillPlayers(row, match);
  FillTimes(row, match);
  if (row.place.has_value()) FillPlace(row, *match.mutable_competition());
  if (row.clock.has_value()) *match.mutable_clock() = *row.clock;
  match.set_seed_commitment(CommitmentOf(row.match_id, row.seed));
  if (row.result.has_value()) {
    *match.mutable_result() = *row.result;
    match.set_plies(row.result->plies());
  }
  match.set_record_sha256(row.record_sha256);
  match.set_label(row.label);
  match.set_max_faults(row.max_faults);
  match.set_isolation(row.isolation);
  match.set_quarantine(row.quarantine);
  if (row.quarantine.empty() && !row.damage.empty() &&
      !row.result.has_value()) {
    match.set_state(v1::Match::STATE_QUARANTINED);
    match.set_quarantine(row.damage);
  }
  return match;
}

absl::StatusOr<std::vector<v1::Match>> MatchMessages(
    Store& store, const std::vector<MatchRow>& rows) {
  const auto waits = [](const MatchRow& row) {
    return row.state == v1::Match::STATE_PENDING || row.left;
  };
  std::set<std::string> bots;
  for (const MatchRow& row : rows) {
    if (waits(row)) bots.merge(BotsOf(row.seats));
  }
  Referees::Presences presences;
  if (!bots.empty()) {
    ARENA_ASSIGN_OR_RETURN(
        presences, store.referees().FindRefereesOf(
                       std::vector<std::string>(bots.begin(), bots.end())));
  }
  std::vector<v1::Match> messages;
  for (const MatchRow& row : rows) {
    messages.push_back(MatchMessage(row));
    if (!waits(row)) continue;
    // The reason for waiting would tell who plays.
    messages.back().set_waits_for(
        row.anonymous ? "an anonymous match does not say what it waits for"
                      : WaitsFor(row, presences));
  }
  return messages;
}

absl::Status NotHere(const MatchRow& row) {
  if (!row.damage.empty()) return absl::FailedPreconditionError(row.damage);
  return absl::FailedPreconditionError(absl::StrCat(
      "match ", row.match_id,
      row.state == v1::Match::STATE_PENDING
          ? " waits until all its bots are connected to one referee; watch it "
            "when it is running"
          : " is played at another referee on this store; watch it there"));
}

namespace {

absl::StatusOr<std::optional<absl::Time>> TimeOf(
    absl::string_view field, bool present,
    const google::protobuf::Timestamp& timestamp) {
  std::optional<absl::Time> time;
  if (!present) return time;
  if (timestamp.seconds() < TimeUtil::kTimestampMinSeconds ||
      timestamp.seconds() > TimeUtil::kTimestampMaxSeconds ||
      timestamp.nanos() < 0 || timestamp.nanos() > 999'999'999) {
    return absl::InvalidArgumentError(absl::StrCat(
        field, " has ", timestamp.seconds(), " seconds and ", timestamp.nanos(),
        " nanoseconds; expected a time in the years 1 to 9999"));
  }
  time = absl::FromUnixMicros(TimeUtil::TimestampToMicroseconds(timestamp));
  return time;
}

// INVALID_ARGUMENT.
absl::StatusOr<MatchFilter> FilterFor(const v1::ListMatchesRequest& request) {
  if (!v1::FaultKind_IsValid(request.fault())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "fault is ", static_cast<int>(request.fault()),
        "; expected a v1::FaultKind, e.g. FAULT_KIND_LATE, or none for all"));
  }
  if (!v1::Match::State_IsValid(request.state())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "state is ", static_cast<int>(request.state()),
        "; expected a Match.State, e.g. STATE_FINISHED, or none for all"));
  }
  MatchFilter filter{.game = request.game(),
                     .state = request.state(),
                     .player = request.player(),
                     .competition = request.competition(),
                     .fault = request.fault()};
  ARENA_ASSIGN_OR_RETURN(filter.created_from,
                         TimeOf("created_from", request.has_created_from(),
                                request.created_from()));
  ARENA_ASSIGN_OR_RETURN(filter.created_before,
                         TimeOf("created_before", request.has_created_before(),
                                request.created_before()));
  return filter;
}

}  // namespace

absl::StatusOr<v1::ListMatchesResponse> ListPage(
    Store& store, const v1::ListMatchesRequest& request) {
  const std::string list = ListOf(request);
  ARENA_ASSIGN_OR_RETURN(const int size, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(const int64_t before,
                         ReadPageNumber(list, request.page_token()));
  ARENA_ASSIGN_OR_RETURN(const MatchFilter filter, FilterFor(request));
  ARENA_ASSIGN_OR_RETURN(const std::vector<MatchRow> rows,
                         store.matches().List(filter, size + 1, before));
  ARENA_ASSIGN_OR_RETURN(std::vector<v1::Match> messages,
                         MatchMessages(store, rows));
  v1::ListMatchesResponse response;
  PageRoom room(size);
  for (size_t i = 0; i < messages.size(); ++i) {
    // The extra row only says that there are more.
    if (i == static_cast<size_t>(size) || !room.Take(messages[i])) {
      response.set_next_page_token(
          MakePageToken(list, absl::StrCat(rows[i - 1].number)));
      break;
    }
    // A player is not found in a match that hides its players.
    if (!request.player().empty() && HidesPlayers(rows[i])) continue;
    *response.add_matches() = std::move(messages[i]);
  }
  return response;
}

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
