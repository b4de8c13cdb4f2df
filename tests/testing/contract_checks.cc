// Checks of the contract: lists, copies, results, notation, replays, README.
#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/match/table.h"
#include "arena/v1/observation.pb.h"
#include "tests/testing/game_checks.h"

namespace arena {
namespace {

// Looks at one match.
constexpr int kPlayLooks = 60;
constexpr int kNotationLooks = 24;
// A long list is read back in part.
constexpr size_t kActionsReadBack = 40;
// A table is played no further than this.
constexpr uint32_t kTablePlies = 400;

bool IsAscending(const std::vector<Action>& list) {
  return std::adjacent_find(list.begin(), list.end(),
                            std::greater_equal<Action>()) == list.end();
}

bool Contains(const std::vector<Action>& list, Action action) {
  return absl::c_binary_search(list, action);
}

// ---- One state ----

absl::Status CheckWhoActs(const AnyState& state, int seats) {
  const SeatSet to_act = state->ToAct();
  if (state->node() != Node::kDecision) {
    if (!to_act.empty()) return Broken("ToAct is not empty at no decision");
    return absl::OkStatus();
  }
  if (to_act.empty()) return Broken("no seat acts at a decision");
  for (const Seat seat : to_act) {
    if (seat >= seats) return Broken("seat ", seat, " acts, of ", seats);
  }
  return absl::OkStatus();
}

absl::Status CheckLists(const AnyState& state, const Game& game, Seat seat) {
  const std::vector<Action> legal = LegalList(state, seat);
  const std::vector<Action> announcements = AnnouncementList(state, seat);
  if (!IsAscending(legal) || !IsAscending(announcements)) {
    return Broken("a list of seat ", seat,
                  " is not ascending and unique: ", absl::StrJoin(legal, " "),
                  "; announcements ", absl::StrJoin(announcements, " "));
  }
  for (const Action action : announcements) {
    if (Contains(legal, action)) {
      return Broken("announcement ", action, " of seat ", seat,
                    " is a legal action too");
    }
  }
  if (!state->ToAct().contains(seat)) {
    if (legal.empty()) return absl::OkStatus();
    return Broken("seat ", seat, " owes nothing, but has legal actions");
  }
  if (legal.empty()) return Broken("seat ", seat, " must act, but cannot");
  if (!Contains(legal, state->Substitute(seat))) {
    return Broken("the substitute of seat ", seat, " is not legal");
  }
  if (game.suggests && !Contains(legal, state->Suggest(seat))) {
    return Broken("the suggestion to seat ", seat, " is not legal");
  }
  return absl::OkStatus();
}

absl::Status CheckChance(const AnyState& state) {
  const std::vector<Action> outcomes = LegalList(state, kChance);
  if (outcomes.empty() || !IsAscending(outcomes)) {
    return Broken("the outcomes are none, or not ascending and unique");
  }
  return absl::OkStatus();
}

absl::Status CheckCopies(const AnyState& state, const Ply& ply) {
  const AnyState before = state;
  AnyState one = state;
  AnyState two = state;
  one->Apply(ply);
  if (!(state == before)) return Broken("a ply on a copy alters the original");
  if (one == before) return Broken("a ply alters nothing");
  two->Apply(ply);
  if (!(one == two) || one->ToString() != two->ToString()) {
    return Broken("the same ply on equal states gives different ones");
  }
  return absl::OkStatus();
}

absl::Status CheckEvent(const AnyState& state, const Ply& ply, Seat receiver) {
  v1::PlyEvent event;
  state->EventFor(receiver, ply, event);
  // Only an announcement may be entirely secret.
  const bool hidden = event.actions().empty() && ply[0].seat != receiver;
  if (hidden && absl::c_binary_search(AnnouncementList(state, ply[0].seat),
                                      ply[0].action)) {
    return absl::OkStatus();
  }
  if (event.actions_size() != static_cast<int>(ply.size())) {
    return Broken("an event of ", event.actions_size(),
                  " actions for a ply of ", ply.size());
  }
  for (size_t i = 0; i < ply.size(); ++i) {
    const v1::SeatEvent& shown = event.actions(static_cast<int>(i));
    const Seat actor =
        shown.has_seat() ? static_cast<Seat>(shown.seat()) : kChance;
    if (actor != ply[i].seat) {
      return Broken("the event names seat ", actor, ", not ", ply[i].seat);
    }
    if (shown.has_action() == shown.text().empty()) {
      return Broken("an event has an action without text, or text without one");
    }
    if (!shown.has_action()) {
      if (ply[i].seat != receiver) continue;
      return Broken("seat ", receiver, " does not see its own action");
    }
    const absl::StatusOr<Action> action =
        state->ActionFromMessage(ply[i].seat, shown.action());
    if (!action.ok() || *action != ply[i].action) {
      return Broken("the event shows another action than the ply's");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckWhoseObservation(const AnyState& state, Seat seat) {
  v1::Observation observation;
  state->ObservationFor(seat, observation);
  const Seat named = observation.has_seat()
                         ? static_cast<Seat>(observation.seat())
                         : kSpectator;
  if (named == seat) return absl::OkStatus();
  return Broken("the observation of seat ", seat, " names seat ", named);
}

void Note(const AnyState& state, int seats, const Ply& ply, Abilities& seen) {
  seen.chance |= state->node() == Node::kChance;
  seen.simultaneous |= state->ToAct().size() > 1;
  seen.announcements |=
      state->node() == Node::kDecision && !state->ToAct().contains(ply[0].seat);
  const std::string spectator = ObservationBytes(state, kSpectator);
  for (Seat seat = 0; seat < seats; ++seat) {
    seen.announcements |= !AnnouncementList(state, seat).empty();
    seen.hidden |= ObservationBytes(state, seat) != spectator;
  }
}

// ---- The end ----

absl::Status CheckEnd(const AnyState& state, int seats) {
  ARENA_RETURN_IF_ERROR(CheckWhoActs(state, seats));
  if (state->EndReason().empty()) return Broken("no EndReason");
  const SeatRanks ranks = state->Ranks();
  for (Seat seat = 0; seat < seats; ++seat) {
    const auto better =
        std::count_if(ranks.begin(), ranks.begin() + seats,
                      [&](int rank) { return rank < ranks[seat]; });
    if (ranks[seat] != 1 + better) {
      return Broken("seat ", seat, " has rank ", ranks[seat], " behind ",
                    better, " others");
    }
    for (Seat mate = 0; mate < seats; ++mate) {
      if (state->TeamOf(mate) == state->TeamOf(seat) &&
          ranks[mate] != ranks[seat]) {
        return Broken("seats ", seat, " and ", mate,
                      " are one team with two ranks");
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CheckReadsBack(const AnyState& state, Seat seat, Action action) {
  const std::string text = state->ActionToString(seat, action);
  const absl::StatusOr<Action> from_text = state->ParseAction(seat, text);
  if (!from_text.ok() || *from_text != action) {
    return Broken("action ", action, " is written \"", text, "\" and read ",
                  from_text.ok() ? absl::StrCat(*from_text)
                                 : from_text.status().ToString());
  }
  v1::GameAction message;
  state->ActionToMessage(seat, action, message);
  const absl::StatusOr<Action> from_message =
      state->ActionFromMessage(seat, message);
  if (!from_message.ok() || *from_message != action) {
    return Broken("action ", action, " becomes the message ",
                  message.ShortDebugString(), " and is read ",
                  from_message.ok() ? absl::StrCat(*from_message)
                                    : from_message.status().ToString());
  }
  return absl::OkStatus();
}

// ---- Replays ----

std::string Playthrough(const GameSetup& setup, absl::string_view seed,
                        std::string& chance) {
  std::string text;
  const absl::StatusOr<AnyState> end = WalkRandomly(
      setup, seed, kPlayLooks, [&](const AnyState& state, const Ply& ply) {
        for (const auto [seat, action] : ply) {
          const std::string line = absl::StrCat(
              seat, ": ", state->ActionToString(seat, action), "\n");
          absl::StrAppend(&text, line);
          if (seat == kChance) absl::StrAppend(&chance, line);
        }
        return absl::OkStatus();
      });
  return absl::StrCat(text,
                      end.ok() ? (*end)->ToString() : end.status().ToString());
}

// Plays a table at random, simultaneous choices from the first or from the last
// seat on.
absl::Status PlayTable(Table& table, bool from_last) {
  Rng unused("chance");
  Rng choices("choices");
  while (!table.over() && table.plies() < kTablePlies) {
    if (const std::optional<MatchEntry> outcome = table.NextChance()) {
      ARENA_RETURN_IF_ERROR(table.Play(*outcome).status());
      continue;
    }
    Ply ply = RandomPly(table.state(), table.config().seats, unused, choices);
    const bool choice =
        table.Owing().contains(ply[0].seat) &&
        Contains(LegalList(table.state(), ply[0].seat), ply[0].action);
    if (from_last) std::reverse(ply.begin(), ply.end());
    for (const auto [seat, action] : ply) {
      const MatchEntry entry{
          .kind = choice ? EntryKind::kChoice : EntryKind::kAnnouncement,
          .seat = seat,
          .action = action};
      ARENA_RETURN_IF_ERROR(table.Play(entry).status());
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckPlay(const GameSetup& setup, absl::string_view seed,
                       Abilities& seen) {
  const auto look = [&](const AnyState& state, const Ply& ply) -> absl::Status {
    ARENA_RETURN_IF_ERROR(CheckWhoActs(state, setup.seats));
    if (state->node() == Node::kChance) {
      ARENA_RETURN_IF_ERROR(CheckChance(state));
    }
    for (Seat seat = 0; seat < setup.seats; ++seat) {
      ARENA_RETURN_IF_ERROR(CheckLists(state, *setup.game, seat));
      ARENA_RETURN_IF_ERROR(CheckEvent(state, ply, seat));
      ARENA_RETURN_IF_ERROR(CheckWhoseObservation(state, seat));
    }
    ARENA_RETURN_IF_ERROR(CheckWhoseObservation(state, kSpectator));
    ARENA_RETURN_IF_ERROR(CheckEvent(state, ply, kSpectator));
    ARENA_RETURN_IF_ERROR(CheckCopies(state, ply));
    Note(state, setup.seats, ply, seen);
    return absl::OkStatus();
  };
  ARENA_ASSIGN_OR_RETURN(const AnyState end,
                         WalkRandomly(setup, seed, kPlayLooks, look));
  const absl::Status status = CheckEnd(end, setup.seats);
  if (status.ok()) return status;
  return Broken(status.message(), " at the end of ", setup.ToString(), ":\n",
                end->ToString());
}

absl::Status CheckOptionsInEffect(const GameSetup& setup) {
  const Game& game = *setup.game;
  const auto in_effect = game.options_in_effect(setup.seats, setup.options);
  if (in_effect.size() != game.info->options.size()) {
    return Broken(setup.ToString(), ": ", in_effect.size(),
                  " options in effect, of ", game.info->options.size());
  }
  ARENA_ASSIGN_OR_RETURN(const GameOptions given,
                         GameOptions::FromMap(game.info->options, in_effect));
  ARENA_ASSIGN_OR_RETURN(const AnyState state,
                         game.create(setup.seats, setup.options));
  ARENA_ASSIGN_OR_RETURN(const AnyState again, game.create(setup.seats, given));
  if (!(state == again)) {
    return Broken(setup.ToString(), ": another match when the options in ",
                  "effect are given: ", given.ToString());
  }
  if (game.options_in_effect(setup.seats, given) == in_effect) {
    return absl::OkStatus();
  }
  return Broken(setup.ToString(), ": options in effect change when given");
}

absl::Status CheckNotation(const GameSetup& setup, absl::string_view seed) {
  Rng rng("part of a list");
  const auto look = [&](const AnyState& state, const Ply&) -> absl::Status {
    for (Seat seat = kChance; seat < setup.seats; ++seat) {
      std::vector<Action> all = LegalList(state, seat);
      if (seat != kChance) {
        const std::vector<Action> more = AnnouncementList(state, seat);
        all.insert(all.end(), more.begin(), more.end());
      }
      const size_t count = std::min(all.size(), kActionsReadBack);
      for (size_t i = 0; i < count; ++i) {
        const size_t chosen =
            all.size() == count ? i
                                : rng.Below(static_cast<uint32_t>(all.size()));
        ARENA_RETURN_IF_ERROR(CheckReadsBack(state, seat, all[chosen]));
      }
    }
    return absl::OkStatus();
  };
  return WalkRandomly(setup, seed, kNotationLooks, look).status();
}

absl::Status CheckReplays(const GameSetup& setup) {
  std::string chance_a;
  std::string chance_again;
  std::string chance_b;
  const std::string a = Playthrough(setup, "a", chance_a);
  if (a != Playthrough(setup, "a", chance_again)) {
    return Broken(setup.ToString(), ": the same seed gives two matches");
  }
  Playthrough(setup, "b", chance_b);
  // Some options may leave nothing to chance.
  if (!chance_a.empty() && chance_a == chance_b) {
    return Broken(setup.ToString(), ": two seeds give the same outcomes");
  }
  const TableConfig config{.game = setup.game,
                           .seats = setup.seats,
                           .options = setup.options,
                           .seed = ParseSeed("table").value()};
  ARENA_ASSIGN_OR_RETURN(Table forward, Table::Create(config));
  ARENA_ASSIGN_OR_RETURN(Table backward, Table::Create(config));
  ARENA_ASSIGN_OR_RETURN(Table again, Table::Create(config));
  ARENA_RETURN_IF_ERROR(PlayTable(forward, false));
  ARENA_RETURN_IF_ERROR(PlayTable(backward, true));
  if (forward.entries() != backward.entries() ||
      !(forward.state() == backward.state())) {
    return Broken(setup.ToString(),
                  ": the order of simultaneous choices matters");
  }
  for (const MatchEntry& entry : forward.entries()) {
    ARENA_RETURN_IF_ERROR(again.Play(entry).status());
  }
  if (!(again.state() == forward.state())) {
    return Broken(setup.ToString(), ": entries give another match");
  }
  return absl::OkStatus();
}

absl::Status CheckAbilities(const GameInfo& info, const Abilities& seen) {
  const auto compare = [&](const char* name, bool declared, bool was_seen) {
    if (declared == was_seen) return absl::OkStatus();
    return Broken(info.name, ": ", name, " is declared ",
                  declared ? "true but was never seen" : "false but was seen");
  };
  ARENA_RETURN_IF_ERROR(compare("chance", info.chance, seen.chance));
  ARENA_RETURN_IF_ERROR(
      compare("simultaneous", info.simultaneous, seen.simultaneous));
  ARENA_RETURN_IF_ERROR(
      compare("announcements", info.announcements, seen.announcements));
  return compare("hidden", info.hidden, seen.hidden);
}

absl::Status CheckReadme(const GameInfo& info, absl::string_view readme) {
  const std::vector<absl::string_view> lines = absl::StrSplit(readme, '\n');
  for (const OptionSpec& option : info.options) {
    const bool found = absl::c_any_of(lines, [&](absl::string_view line) {
      return absl::StrContains(line, option.name) &&
             absl::StrContains(line, option.default_value);
    });
    if (!found) {
      return Broken("the README of ", info.name, " has no line with option ",
                    option.name, " and its default ", option.default_value);
    }
  }
  if (!absl::StrContains(absl::AsciiStrToLower(readme), "substitute")) {
    return Broken("the README of ", info.name,
                  " does not say what the substitute actions are");
  }
  return absl::OkStatus();
}

}  // namespace arena
