#include "referee/lobby/match_request.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/games/registry.h"
#include "arena/match/entry.h"
#include "arena/match/isolation.h"
#include "arena/match/player.h"
#include "referee/lobby/seating.h"

namespace arena::referee {
namespace {

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
  // Only the game knows whether seats and options go together.
  ARENA_ASSIGN_OR_RETURN(const MatchSettings settings, SettingsFor(row));
  ARENA_RETURN_IF_ERROR(Table::Create(settings.table).status());
  return row;
}

std::string RequestKey(const Caller& caller, const std::string& request_id) {
  // The slash keeps ids of different callers apart, because no id has one.
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

}  // namespace arena::referee
