// The functions of the header are all that the library shows.
#pragma GCC visibility push(default)
#include "arena/library/pentathlon.h"
#pragma GCC visibility pop

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/rng.h"
#include "arena/games/rules_registry.h"
#include "arena/search/win_share.h"

struct pentathlon_rng {
  arena::Rng rng;
};

struct pentathlon_state {
  arena::AnyPosition position;
  int seats;
};

namespace arena {
namespace {

static_assert(PENTATHLON_MAX_SEATS == kMaxSeats);
static_assert(PENTATHLON_CHANCE == kChance);
static_assert(PENTATHLON_DECISION == static_cast<int>(Node::kDecision) &&
              PENTATHLON_CHANCE_NODE == static_cast<int>(Node::kChance) &&
              PENTATHLON_TERMINAL == static_cast<int>(Node::kTerminal));

// Writes a text and a 0, cut to `size` bytes; returns the length of the text.
size_t Write(absl::string_view from, char* text, size_t size) {
  if (size > 0) {
    const size_t length = std::min(from.size(), size - 1);
    std::memcpy(text, from.data(), length);
    text[length] = '\0';
  }
  return from.size();
}

void Tell(const absl::Status& status, pentathlon_error* error) {
  if (error == nullptr) return;
  Write(status.message(), error->text, sizeof(error->text));
}

size_t WriteList(const ActionList& list, uint32_t* actions, size_t capacity) {
  std::copy_n(list.begin(), std::min(list.size(), capacity), actions);
  return list.size();
}

absl::StatusOr<GameOptions> OptionsOf(const GameInfo& info,
                                      const char* options) {
  return GameOptions::Parse(info.options, options == nullptr ? "" : options);
}

absl::StatusOr<pentathlon_state> Create(const char* name, int seats,
                                        const char* text) {
  ARENA_ASSIGN_OR_RETURN(const GameRules* game, FindRules(name));
  const GameInfo& info = *game->info;
  if (seats == 0) seats = info.default_seats;
  ARENA_RETURN_IF_ERROR(CheckSeats(info, seats));
  ARENA_ASSIGN_OR_RETURN(const GameOptions options, OptionsOf(info, text));
  ARENA_ASSIGN_OR_RETURN(AnyPosition position, game->create(seats, options));
  return pentathlon_state{std::move(position), seats};
}

absl::StatusOr<pentathlon_state> ReadPosition(const char* name,
                                              const char* options_text,
                                              const char* text) {
  ARENA_ASSIGN_OR_RETURN(const GameRules* game, FindRules(name));
  ARENA_ASSIGN_OR_RETURN(const GameOptions options,
                         OptionsOf(*game->info, options_text));
  ARENA_ASSIGN_OR_RETURN(AnyPosition position, game->from_text(options, text));
  // Only games of one number of seats have positions.
  return pentathlon_state{std::move(position), game->info->default_seats};
}

pentathlon_state* Released(absl::StatusOr<pentathlon_state> state,
                           pentathlon_error* error) {
  if (state.ok()) return new pentathlon_state(*std::move(state));
  Tell(state.status(), error);
  return nullptr;
}

absl::Status NotLegal(const SeatAction& choice) {
  return Wrong("action ", choice.action, " of seat ", choice.seat,
               " is not legal now");
}

bool IsLegal(const AnyPosition& position, const SeatAction& choice) {
  ActionList legal;
  position->LegalActions(choice.seat, legal);
  return absl::c_binary_search(legal, choice.action);
}

bool IsAnnouncement(const AnyPosition& position, const SeatAction& choice) {
  ActionList list;
  position->Announcements(choice.seat, list);
  return absl::c_binary_search(list, choice.action);
}

absl::Status CheckPly(const pentathlon_state& state, const Ply& ply) {
  const AnyPosition& position = state.position;
  if (position->node() == Node::kTerminal) return Wrong("the match is over");
  if (position->node() == Node::kChance) {
    if (ply.size() != 1 || ply[0].seat != kChance) {
      return Wrong("expected one outcome of chance, of seat -1");
    }
    return IsLegal(position, ply[0])
               ? absl::OkStatus()
               : Wrong("outcome ", ply[0].action, " is not possible");
  }
  for (const SeatAction& choice : ply) {
    if (choice.seat >= 0 && choice.seat < state.seats) continue;
    return Wrong("seat ", choice.seat, ": expected 0..", state.seats - 1);
  }
  if (ply.size() == 1 && IsAnnouncement(position, ply[0])) {
    return absl::OkStatus();
  }
  const SeatSet to_act = position->ToAct();
  size_t place = 0;
  for (const Seat seat : to_act) {
    if (place == ply.size() || ply[place].seat != seat) {
      return Wrong("expected one action of each of the ", to_act.size(),
                   " seats to act, ascending; seat ", seat,
                   " has none at its place");
    }
    if (!IsLegal(position, ply[place])) return NotLegal(ply[place]);
    ++place;
  }
  if (place == ply.size()) return absl::OkStatus();
  return Wrong(ply.size(), " actions: expected ", to_act.size());
}

// Nothing if there are too many.
Ply PlyOf(const pentathlon_choice* choices, size_t count) {
  Ply ply;
  for (size_t i = 0; i < std::min<size_t>(count, kMaxSeats); ++i) {
    ply.push_back({choices[i].seat, choices[i].action});
  }
  return ply;
}

}  // namespace
}  // namespace arena

using arena::ActionList;
using arena::SeatRanks;

// No exception leaves the functions: they are noexcept.

const char* pentathlon_version(void) noexcept { return PENTATHLON_VERSION; }

// ---- Games ----

size_t pentathlon_game_count(void) noexcept { return arena::AllRules().size(); }

void pentathlon_game_at(size_t index, pentathlon_game_info* info) noexcept {
  ARENA_CHECK(index < arena::AllRules().size(), "game ", index);
  const arena::GameInfo& from = *arena::AllRules()[index].info;
  *info = {.name = from.name,
           .summary = from.summary,
           .rules_version = from.rules_version,
           .min_seats = from.min_seats,
           .max_seats = from.max_seats,
           .default_seats = from.default_seats,
           .max_plies = from.max_plies,
           .action_space = from.action_space,
           .chance = from.chance,
           .simultaneous = from.simultaneous,
           .announcements = from.announcements,
           .hidden = from.hidden};
}

size_t pentathlon_options(const char* game, char* text, size_t size) noexcept {
  std::string lines;
  if (const auto rules = arena::FindRules(game); rules.ok()) {
    for (const arena::OptionSpec& spec : (*rules)->info->options) {
      absl::StrAppend(&lines, spec.name, "\t", spec.Allowed(), "\t",
                      spec.default_value, "\t", spec.meaning, "\n");
    }
  }
  return arena::Write(lines, text, size);
}

// ---- Random numbers ----

pentathlon_rng* pentathlon_rng_new(const char* seed) noexcept {
  const absl::StatusOr<arena::Seed> read = arena::ParseSeed(seed);
  return read.ok() ? new pentathlon_rng{arena::Rng(*read)} : nullptr;
}

void pentathlon_rng_free(pentathlon_rng* rng) noexcept { delete rng; }

uint32_t pentathlon_rng_below(pentathlon_rng* rng, uint32_t n) noexcept {
  ARENA_CHECK(n > 0);
  return rng->rng.Below(n);
}

// ---- States ----

pentathlon_state* pentathlon_new(const char* game, int seats,
                                 const char* options,
                                 pentathlon_error* error) noexcept {
  return arena::Released(arena::Create(game, seats, options), error);
}

pentathlon_state* pentathlon_from_text(const char* game, const char* options,
                                       const char* position,
                                       pentathlon_error* error) noexcept {
  return arena::Released(arena::ReadPosition(game, options, position), error);
}

pentathlon_state* pentathlon_clone(const pentathlon_state* state) noexcept {
  return new pentathlon_state(*state);
}

void pentathlon_free(pentathlon_state* state) noexcept { delete state; }

int pentathlon_equal(const pentathlon_state* a,
                     const pentathlon_state* b) noexcept {
  return a->position == b->position ? 1 : 0;
}

int pentathlon_seats(const pentathlon_state* state) noexcept {
  return state->seats;
}

int pentathlon_node(const pentathlon_state* state) noexcept {
  return static_cast<int>(state->position->node());
}

uint32_t pentathlon_to_act(const pentathlon_state* state) noexcept {
  uint32_t bits = 0;
  for (const arena::Seat seat : state->position->ToAct()) bits |= 1u << seat;
  return bits;
}

int pentathlon_turn_goes_on(const pentathlon_state* state) noexcept {
  return state->position->TurnGoesOn() ? 1 : 0;
}

int pentathlon_deal(const pentathlon_state* state) noexcept {
  return state->position->DealIndex();
}

// ---- Actions ----

size_t pentathlon_legal(const pentathlon_state* state, int seat,
                        uint32_t* actions, size_t capacity) noexcept {
  const bool acts = seat == arena::kChance
                        ? state->position->node() == arena::Node::kChance
                        : state->position->ToAct().contains(seat);
  if (!acts) return 0;
  ActionList list;
  state->position->LegalActions(seat, list);
  return arena::WriteList(list, actions, capacity);
}

size_t pentathlon_announcements(const pentathlon_state* state, int seat,
                                uint32_t* actions, size_t capacity) noexcept {
  if (seat < 0 || seat >= state->seats) return 0;
  ActionList list;
  state->position->Announcements(seat, list);
  return arena::WriteList(list, actions, capacity);
}

int pentathlon_apply(pentathlon_state* state, const pentathlon_choice* choices,
                     size_t count, pentathlon_error* error) noexcept {
  const arena::Ply ply = arena::PlyOf(choices, count);
  absl::Status status = arena::CheckPly(*state, ply);
  if (status.ok() && count > ply.size()) {
    status = arena::Wrong(count, " actions: expected at most ", ply.size());
  }
  if (!status.ok()) {
    arena::Tell(status, error);
    return PENTATHLON_INVALID;
  }
  state->position->Apply(ply);
  return PENTATHLON_OK;
}

void pentathlon_apply_unchecked(pentathlon_state* state,
                                const pentathlon_choice* choices,
                                size_t count) noexcept {
  state->position->Apply(arena::PlyOf(choices, count));
}

uint32_t pentathlon_draw_chance(const pentathlon_state* state,
                                pentathlon_rng* rng) noexcept {
  ARENA_CHECK(state->position->node() == arena::Node::kChance);
  return state->position->SampleChance(rng->rng);
}

uint32_t pentathlon_draw_legal(const pentathlon_state* state, int seat,
                               pentathlon_rng* rng) noexcept {
  ARENA_CHECK(state->position->ToAct().contains(seat), "seat ", seat);
  return state->position->SampleLegal(seat, rng->rng);
}

uint32_t pentathlon_suggest(const pentathlon_state* state, int seat) noexcept {
  ARENA_CHECK(state->position->ToAct().contains(seat), "seat ", seat);
  return state->position->Suggest(seat);
}

uint32_t pentathlon_substitute(const pentathlon_state* state,
                               int seat) noexcept {
  ARENA_CHECK(state->position->ToAct().contains(seat), "seat ", seat);
  return state->position->Substitute(seat);
}

uint32_t pentathlon_dense_index(const pentathlon_state* state,
                                uint32_t action) noexcept {
  return state->position->DenseIndex(action);
}

size_t pentathlon_action_text(const pentathlon_state* state, int seat,
                              uint32_t action, char* text,
                              size_t size) noexcept {
  return arena::Write(state->position->ActionToString(seat, action), text,
                      size);
}

int pentathlon_parse_action(const pentathlon_state* state, int seat,
                            const char* text, uint32_t* action,
                            pentathlon_error* error) noexcept {
  const auto read = state->position->ParseAction(seat, text);
  if (!read.ok()) {
    arena::Tell(read.status(), error);
    return PENTATHLON_INVALID;
  }
  *action = *read;
  return PENTATHLON_OK;
}

// ---- Results ----

void pentathlon_returns(const pentathlon_state* state,
                        int64_t points[PENTATHLON_MAX_SEATS]) noexcept {
  const arena::SeatScores returns = state->position->Returns();
  std::copy(returns.begin(), returns.end(), points);
}

void pentathlon_ranks(const pentathlon_state* state,
                      int32_t ranks[PENTATHLON_MAX_SEATS]) noexcept {
  ARENA_CHECK(state->position->node() == arena::Node::kTerminal);
  const SeatRanks all = state->position->Ranks();
  std::copy(all.begin(), all.end(), ranks);
}

void pentathlon_win_shares(const pentathlon_state* state,
                           double shares[PENTATHLON_MAX_SEATS]) noexcept {
  ARENA_CHECK(state->position->node() == arena::Node::kTerminal);
  const SeatRanks ranks = state->position->Ranks();
  std::fill_n(shares, PENTATHLON_MAX_SEATS, 0.0);
  for (arena::Seat seat = 0; seat < state->seats; ++seat) {
    shares[seat] = arena::WinShareOf(ranks, seat, state->seats);
  }
}

int pentathlon_team(const pentathlon_state* state, int seat) noexcept {
  ARENA_CHECK(seat >= 0 && seat < state->seats, "seat ", seat);
  return state->position->TeamOf(seat);
}

size_t pentathlon_end_reason(const pentathlon_state* state, char* text,
                             size_t size) noexcept {
  ARENA_CHECK(state->position->node() == arena::Node::kTerminal);
  return arena::Write(state->position->EndReason(), text, size);
}

// ---- Search ----

void pentathlon_resample(pentathlon_state* state, int seat,
                         pentathlon_rng* rng) noexcept {
  ARENA_CHECK(state->position->node() != arena::Node::kTerminal && seat >= 0 &&
                  seat < state->seats,
              "seat ", seat);
  state->position->Resample(seat, rng->rng);
}

int pentathlon_play_out(pentathlon_state* state, pentathlon_rng* rng) noexcept {
  return state->position->PlayOut(rng->rng);
}
