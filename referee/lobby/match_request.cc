#include "referee/lobby/match_request.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/games/registry.h"
#include "arena/match/bot_name.h"
#include "arena/match/isolation.h"
#include "arena/match/player.h"
#include "arena/match/result.h"
#include "arena/match/seed_commitment.h"
#include "google/protobuf/util/time_util.h"
#include "referee/access/replies.h"
#include "referee/lobby/seating.h"
#include "referee/lobby/waits_for.h"

namespace arena::referee {
namespace {

using google::protobuf::util::TimeUtil;

constexpr size_t kMaxVersion = 64;
constexpr size_t kMaxLabel = 200;
constexpr uint32_t kDefaultMaxFaults = 3;

absl::StatusOr<Seed> SeedFor(const v1::CreateMatchRequest& request) {
  if (request.seed().empty()) return SystemSeed();
  Seed seed;
  if (request.seed().size() != seed.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "seed has ", request.seed().size(), " bytes; expected 32 or none"));
  }
  absl::c_copy(request.seed(), seed.begin());
  return seed;
}

}  // namespace

absl::StatusOr<MatchRow> RowForRequest(const v1::CreateMatchRequest& request,
                                       const ClockSettings& default_clock,
                                       const std::string& match_id) {
  MatchRow row;
  row.match_id = match_id;
  if (!request.request_id().empty()) {
    ARENA_RETURN_IF_ERROR(CheckName("request_id", request.request_id()));
  }
  row.request_id = request.request_id();
  ARENA_RETURN_IF_ERROR(CheckText("label", request.label(), kMaxLabel));
  row.label = request.label();
  absl::StatusOr<const Game*> game = FindGame(request.game());
  if (!game.ok()) return absl::InvalidArgumentError(game.status().message());
  row.game = (*game)->info->name;
  row.rules_version = (*game)->info->rules_version;
  row.seats.assign(request.seats().begin(), request.seats().end());
  ARENA_ASSIGN_OR_RETURN(
      const GameOptions options,
      GameOptions::FromMap((*game)->info->options, {request.options().begin(),
                                                    request.options().end()}));
  row.options = options.ToString();
  ARENA_ASSIGN_OR_RETURN(const ClockSettings clock,
                         request.has_clock()
                             ? ClockFromMessage(request.clock())
                             : absl::StatusOr<ClockSettings>(default_clock));
  ClockToMessage(clock, row.clock.emplace());
  row.max_faults =
      request.max_faults() == 0 ? kDefaultMaxFaults : request.max_faults();
  ARENA_ASSIGN_OR_RETURN(
      row.isolation, IsolationInEffect(request.isolation(), *(*game)->info));
  ARENA_ASSIGN_OR_RETURN(row.seed, SeedFor(request));
  // Only the game can say whether seats and options go together.
  ARENA_ASSIGN_OR_RETURN(const MatchSettings settings, SettingsFor(row));
  ARENA_RETURN_IF_ERROR(Table::Create(settings.table).status());
  return row;
}

std::string RequestKey(const Caller& caller, const std::string& request_id) {
  // No id has a slash in it.
  if (request_id.empty() || caller.anonymous()) return request_id;
  return absl::StrCat(RoleName(caller.role), "/", caller.owner, "/",
                      request_id);
}

absl::Status CheckVersionsPlay(Store& store,
                               absl::Span<const v1::SeatSpec> seats) {
  for (size_t i = 0; i < seats.size(); ++i) {
    const v1::SeatSpec& seat = seats[i];
    if (seat.version().empty()) continue;
    if (!seat.has_bot()) {
      return absl::InvalidArgumentError(
          absl::StrCat("seats[", i, "].version is \"",
                       Shortened(seat.version()),
                       "\", and built-in players have no versions"));
    }
    ARENA_ASSIGN_OR_RETURN(const VersionRow row,
                           store.versions().Find(seat.bot(), seat.version()));
    const v1::SubmittedVersion::State state = row.message.state();
    const bool plays = state == v1::SubmittedVersion::STATE_ACTIVE ||
                       state == v1::SubmittedVersion::STATE_INACTIVE ||
                       state == v1::SubmittedVersion::STATE_VALIDATING;
    if (plays && row.damage.empty()) continue;
    return absl::FailedPreconditionError(absl::StrCat(
        "seats[", i, "]: version ", seat.version(), " of ", seat.bot(),
        " cannot play: it is ",
        EnumWord(v1::SubmittedVersion::State_Name(state), "STATE_")));
  }
  return absl::OkStatus();
}

absl::Status CheckMayTake(Store& store, const Caller& caller,
                          const ClockSettings& most, const MatchRow& row) {
  if (caller.role == v1::ROLE_ADMIN) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(const ClockSettings clock,
                         ClockFromMessage(*row.clock));
  std::string limit;
  const auto check = [&](const char* name, absl::Duration time,
                         absl::Duration at_most) {
    if (time <= at_most || !limit.empty()) return;
    limit = absl::StrCat("clock.", name, " is ", absl::FormatDuration(time),
                         "; expected at most ", absl::FormatDuration(at_most));
  };
  if (clock.untimed && !most.untimed) limit = "clock.untimed is set";
  check("start_budget", clock.start_budget, most.start_budget);
  if (!clock.untimed && !most.untimed) {
    check("allowance", clock.allowance, most.allowance);
    check("bank", clock.bank, most.bank);
    check("increment", clock.increment, most.increment);
  }
  if (limit.empty()) return absl::OkStatus();
  const std::set<std::string> bots = BotsOf(row.seats);
  ARENA_ASSIGN_OR_RETURN(
      const std::set<std::string> submitted,
      store.versions().FindActiveOf(std::vector(bots.begin(), bots.end())));
  const auto named =
      absl::c_find_if(row.seats, [&](const v1::SeatSpec& seat) {
        return !seat.version().empty() || submitted.contains(seat.bot());
      });
  if (named == row.seats.end()) return absl::OkStatus();
  return absl::PermissionDeniedError(absl::StrCat(
      limit, " in a match of a submitted bot (", named->bot(),
      "), because its processes keep places at runners from others"));
}

absl::Status CheckRepetition(const v1::CreateMatchRequest& request,
                             const MatchRow& row, const MatchRow& first) {
  const auto same_message = [](const auto& a, const auto& b) {
    return a.SerializeAsString() == b.SerializeAsString();
  };
  const bool same_clock =
      first.clock.has_value() && same_message(*row.clock, *first.clock);
  std::vector<absl::string_view> different;
  if (row.game != first.game) different.push_back("game");
  if (row.options != first.options) different.push_back("options");
  if (!absl::c_equal(row.seats, first.seats, same_message)) {
    different.push_back("seats");
  }
  if (request.has_clock() && !same_clock) different.push_back("clock");
  if (row.max_faults != first.max_faults) different.push_back("max_faults");
  if (!request.seed().empty() && row.seed != first.seed) {
    different.push_back("seed");
  }
  if (row.isolation != first.isolation) different.push_back("isolation");
  if (row.label != first.label) different.push_back("label");
  if (different.empty()) return absl::OkStatus();
  return absl::AlreadyExistsError(absl::StrCat(
      "request_id \"", request.request_id(), "\" belongs to match ",
      first.match_id, ", whose request differs in ",
      absl::StrJoin(different, ", "), "; use a new id for another match"));
}

absl::StatusOr<MatchSettings> SettingsFor(const MatchRow& row) {
  ARENA_ASSIGN_OR_RETURN(const Game* game, FindGame(row.game));
  if (row.rules_version != static_cast<uint32_t>(game->info->rules_version)) {
    return absl::FailedPreconditionError(
        absl::StrCat("match ", row.match_id, " was begun under rules version ",
                     row.rules_version, " of ", row.game,
                     "; this referee has version ", game->info->rules_version));
  }
  ARENA_ASSIGN_OR_RETURN(GameOptions options,
                         GameOptions::Parse(game->info->options, row.options));
  MatchSettings settings{
      .id = row.match_id,
      .table = {.game = game,
                .seats = static_cast<int>(row.seats.size()),
                .options = std::move(options),
                .seed = row.seed,
                .max_faults = static_cast<int>(
                    std::min<uint32_t>(row.max_faults, 1000000))},
      .clock = std::nullopt,
      .players = {},
      .label = row.label,
      .sealed = row.place.has_value(),
      .player_infos = row.player_infos,
      .anonymous = row.anonymous};
  if (row.clock.has_value()) {
    ARENA_ASSIGN_OR_RETURN(settings.clock, ClockFromMessage(*row.clock));
  }
  for (const v1::SeatSpec& seat : row.seats) {
    ARENA_RETURN_IF_ERROR(CheckSeatSpec(
        absl::StrCat("seats[", settings.players.size(), "]"), seat, *game));
    settings.players.push_back(NameOfPlayer(seat));
  }
  return settings;
}

namespace {

// A match that ended without a result is played again, by the same players and
// with the same deals, so what is hidden of it stays hidden.
bool HasResult(const MatchRow& row) {
  return row.state == v1::Match::STATE_FINISHED && row.result.has_value() &&
         arena::HasResult(row.result->termination());
}

bool HidesPlayers(const MatchRow& row) {
  return row.anonymous && !HasResult(row);
}

// Empty seats, as long as the players must not be known.
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

// The matches of a set are created at the same time, which would name it.
void FillTimes(const MatchRow& row, v1::Match& match) {
  const bool tells_its_set = row.place.has_value() && !HasResult(row);
  if (row.created.has_value() && !tells_its_set) {
    *match.mutable_create_time() = ToTimestamp(*row.created);
  }
  if (row.started.has_value()) {
    *match.mutable_start_time() = ToTimestamp(*row.started);
  }
  if (row.ended.has_value()) *match.mutable_end_time() = ToTimestamp(*row.ended);
}

// While the match is played, its set would tell which matches have the same
// deals, and by the schedule also who plays.
void FillPlace(const MatchRow& row, v1::CompetitionPlace& place) {
  place.set_competition(row.place->competition);
  if (!HasResult(row)) return;
  place.set_set(row.place->set);
  place.set_match(row.place->match);
  place.set_attempt(row.place->attempt);
  place.set_rated(true);
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
      // Seats and options of a row that is damaged need not go together.
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
    // What it waits for would tell who plays.
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
        "; expected a FaultKind, e.g. FAULT_KIND_LATE, or none for all"));
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

absl::StatusOr<BotProfile> ProfileFor(const v1::Hello& hello,
                                      uint32_t max_matches) {
  ARENA_RETURN_IF_ERROR(CheckBotName("hello.name", hello.name()));
  if (!hello.instance().empty()) {
    ARENA_RETURN_IF_ERROR(CheckName("hello.instance", hello.instance()));
  }
  ARENA_RETURN_IF_ERROR(
      CheckText("hello.version", hello.version(), kMaxVersion));
  ARENA_RETURN_IF_ERROR(
      CheckText("hello.language", hello.language(), kMaxVersion));
  BotProfile profile;
  profile.process = {hello.name(), hello.instance()};
  profile.one_match = hello.one_match();
  profile.version = hello.version();
  profile.language = hello.language();
  ARENA_ASSIGN_OR_RETURN(profile.repertoire, Repertoire::Of(hello.plays()));
  profile.max_matches = static_cast<int>(
      std::clamp<uint32_t>(hello.max_matches(), 1, max_matches));
  for (const int capability : hello.capabilities()) {
    if (capability == v1::CAPABILITY_EVENTS) profile.wishes.events = true;
    if (capability == v1::CAPABILITY_TEXT) profile.wishes.text = true;
    if (capability == v1::CAPABILITY_REDIRECT) profile.moves = true;
  }
  return profile;
}

void FillWelcome(const SessionLimits& limits, int max_matches,
                 v1::Welcome& welcome) {
  welcome.set_server("pentathlon referee " PENTATHLON_VERSION);
  v1::Limits& message = *welcome.mutable_limits();
  message.set_max_request_bytes(limits.max_request_bytes);
  message.set_max_matches(max_matches);
  message.set_max_superfluous_requests(limits.max_superfluous_requests);
  message.set_max_unread_responses(limits.max_unread_responses);
  message.set_max_response_bytes(kMaxResponseBytes);
  message.set_max_declines(limits.max_declines);
  message.set_max_note_bytes(kMaxNoteBytes);
  ToMessage(limits.pong_timeout, *message.mutable_pong_timeout());
  ToMessage(limits.ping_interval, *message.mutable_ping_interval());
  ToMessage(limits.min_keepalive, *message.mutable_min_keepalive());
  ToMessage(limits.resume_grace, *message.mutable_resume_grace());
}

}  // namespace arena::referee
