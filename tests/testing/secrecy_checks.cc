// Checks of secrecy and sufficiency: an observation tells a seat everything
// that the seat may know, and nothing else.
#include <algorithm>
#include <map>

#include "absl/algorithm/container.h"
#include "arena/match/step_maker.h"
#include "arena/v1/observation.pb.h"
#include "tests/testing/game_checks.h"

namespace arena {
namespace {

constexpr int kSampleLooks = 40;
// One in this many looks goes on into the future.
constexpr int kFutureEvery = 8;
constexpr int kFuturePlies = 40;
constexpr int kTwinPlies = 120;
// How often a twin tries to find a ply that both can make.
constexpr int kTwinTries = 12;
// Outcomes or actions of one state compared with each other.
constexpr size_t kCompared = 6;
constexpr int kVarietyLooks = 20;
constexpr int kVarietySamples = 6;

std::string Name(Seat seat) {
  return seat == kSpectator ? "a spectator" : absl::StrCat("seat ", seat);
}

bool IsPossible(const AnyState& state, const Ply& ply) {
  return absl::c_all_of(ply, [&](const SeatAction& part) {
    return absl::c_binary_search(LegalList(state, part.seat), part.action) ||
           absl::c_binary_search(AnnouncementList(state, part.seat),
                                 part.action);
  });
}

// OK if two states are the same to a seat; otherwise the difference.
absl::Status CheckLooksEqual(const AnyState& a, const AnyState& b, Seat seat) {
  if (a->node() != b->node() || !(a->ToAct() == b->ToAct())) {
    return Broken("who acts differs for ", Name(seat));
  }
  if (ObservationBytes(a, seat) != ObservationBytes(b, seat)) {
    v1::Observation one;
    v1::Observation two;
    a->ObservationFor(seat, one);
    b->ObservationFor(seat, two);
    return Broken("the observation of ", Name(seat), " differs:\n",
                  one.ShortDebugString(), "\n", two.ShortDebugString());
  }
  if (seat == kSpectator) return absl::OkStatus();
  if (LegalList(a, seat) != LegalList(b, seat)) {
    return Broken("the legal list of ", Name(seat), " differs");
  }
  if (AnnouncementList(a, seat) != AnnouncementList(b, seat)) {
    return Broken("the announcements of ", Name(seat), " differ");
  }
  return absl::OkStatus();
}

absl::StatusOr<AnyState> SampleFor(const GameSetup& setup,
                                   const AnyState& state, Seat seat, Rng& rng) {
  v1::Observation observation;
  state->ObservationFor(seat, observation);
  absl::StatusOr<AnyState> sample =
      setup.game->sample(setup.seats, setup.options, seat, observation, rng);
  if (sample.ok()) return sample;
  return Broken("Sample refuses what ", Name(seat),
                " observes: ", sample.status().ToString());
}

// ---- Samples ----

// Whether a ply turns up hidden things, such as hands that are compared. Then
// the observation tells them afterwards, and so differs.
bool TurnsUp(AnyState state, AnyState sample, Seat viewer, const Ply& ply) {
  state->Apply(ply);
  sample->Apply(ply);
  return ObservationBytes(state, viewer) != ObservationBytes(sample, viewer);
}

absl::Status CheckSample(const AnyState& state, const AnyState& sample,
                         Seat seat, const Ply& ply) {
  for (const Seat viewer : {seat, kSpectator}) {
    ARENA_RETURN_IF_ERROR(CheckLooksEqual(state, sample, viewer));
    if (IsPossible(sample, ply) &&
        EventBytes(state, viewer, ply) != EventBytes(sample, viewer, ply) &&
        !TurnsUp(state, sample, viewer, ply)) {
      return Broken("the event of the next ply differs for ", Name(viewer));
    }
  }
  if (state->DealIndex() != sample->DealIndex() ||
      state->TurnGoesOn() != sample->TurnGoesOn()) {
    return Broken("the number of the deal or TurnGoesOn differs");
  }
  return absl::OkStatus();
}

// Without secrets a sample must have the same future as the state itself.
absl::Status CheckSameFuture(AnyState state, AnyState sample, int seats,
                             Rng& rng) {
  for (int i = 0; i < kFuturePlies && state->node() != Node::kTerminal; ++i) {
    const Ply ply = RandomPly(state, seats, rng, rng);
    if (!IsPossible(sample, ply)) {
      return Broken("after ", i, " plies the next one is impossible");
    }
    state->Apply(ply);
    sample->Apply(ply);
    const absl::Status status = CheckLooksEqual(state, sample, kSpectator);
    if (!status.ok()) {
      return Broken("after ", i + 1, " more plies ", status.message());
    }
  }
  if (state->Returns() != sample->Returns()) return Broken("returns differ");
  return absl::OkStatus();
}

// ---- Twins ----

// A ply of `twin` that the seat cannot tell from `ply` of `state`; empty if
// none was found.
Ply Mirror(const AnyState& state, const AnyState& twin, Seat seat,
           const Ply& ply, Rng& rng) {
  const std::string seen = EventBytes(state, seat, ply);
  const auto mirrors = [&](const Ply& candidate) {
    return IsPossible(twin, candidate) &&
           EventBytes(twin, seat, candidate) == seen;
  };
  // Other plies first, so that the twin drifts away where it can.
  for (int i = 0; i < kTwinTries; ++i) {
    Ply other = ply;
    for (SeatAction& part : other) {
      const std::vector<Action> list = LegalList(twin, part.seat);
      if (part.seat == seat || list.empty()) continue;
      part.action = list[rng.Below(static_cast<uint32_t>(list.size()))];
    }
    if (mirrors(other)) return other;
  }
  return mirrors(ply) ? ply : Ply();
}

// Whether the ply is a secret announcement, of which the seat is told nothing.
bool IsInvisible(const AnyState& state, Seat seat, const Ply& ply) {
  v1::PlyEvent event;
  state->EventFor(seat, ply, event);
  return event.actions().empty();
}

// Two single plies of one seat that lead to the same observation must look
// the same, and the other way round.
absl::Status CheckAlternatives(const AnyState& state, Seat actor, Seat seat) {
  std::map<std::string, std::string> event_of;
  std::map<std::string, std::string> observation_of;
  const std::vector<Action> all = LegalList(state, actor);
  for (size_t i = 0; i < std::min(all.size(), kCompared); ++i) {
    const Ply ply = {{actor, all[i]}};
    AnyState next = state;
    next->Apply(ply);
    const std::string event = EventBytes(state, seat, ply);
    const std::string observation = ObservationBytes(next, seat);
    if (event_of.try_emplace(observation, event).first->second != event) {
      return Broken(
          "an event shows ", Name(seat),
          " what is in no observation: ", state->ActionToString(actor, all[i]));
    }
    if (next->node() != Node::kTerminal &&
        observation_of.try_emplace(event, observation).first->second !=
            observation) {
      return Broken(
          "an observation shows ", Name(seat),
          " what is in no event: ", state->ActionToString(actor, all[i]));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckAllAlternatives(const AnyState& state, Seat seat) {
  if (state->node() == Node::kChance) {
    return CheckAlternatives(state, kChance, seat);
  }
  const SeatSet to_act = state->ToAct();
  if (!state->info().hidden || to_act.size() != 1 || to_act.contains(seat)) {
    return absl::OkStatus();
  }
  return CheckAlternatives(state, to_act.first(), seat);
}

// The steps of one match as one viewer sees them, without two things that a
// table counts: numbers, which no card changes, and times.
class StepsSeen {
 public:
  StepsSeen(Seat viewer, int seats) : viewer_(viewer), seats_(seats) {}

  // Before a ply is made.
  void See(const AnyState& state, const Ply& ply) {
    if (ply[0].seat == kChance) return;
    v1::PlyEvent event = EventSeen(state, viewer_, ply);
    for (v1::SeatEvent& part : *event.mutable_actions()) {
      step_.add_acts()->mutable_event()->Swap(&part);
    }
  }
  // The step of the plies since the last step, or nothing while chance goes on.
  std::string Take(const AnyState& state) {
    if (state->node() == Node::kChance) return "";
    FillPosition(state, seats_, viewer_, /*text=*/true, step_);
    state->Narrate(before_, step_);
    before_ = step_;
    step_.Clear();
    return before_.DebugString();
  }

 private:
  const Seat viewer_;
  const int seats_;
  v1::MatchStep before_;
  v1::MatchStep step_;
};

// Walks through both matches until the match is over or no common ply is found.
absl::Status WalkTwins(const GameSetup& setup, Seat seat, Rng& rng) {
  ARENA_ASSIGN_OR_RETURN(AnyState state,
                         setup.game->create(setup.seats, setup.options));
  AnyState twin = state;
  StepsSeen steps(seat, setup.seats);
  StepsSeen twin_steps(seat, setup.seats);
  for (int i = 0; i < kTwinPlies && state->node() != Node::kTerminal; ++i) {
    ARENA_RETURN_IF_ERROR(CheckAllAlternatives(state, seat));
    Ply ply;
    Ply mirrored;
    // The twin does not repeat a ply that the seat cannot see.
    bool invisible = false;
    for (int t = 0; t < kTwinTries && mirrored.empty() && !invisible; ++t) {
      ply = RandomPly(state, setup.seats, rng, rng);
      invisible = IsInvisible(state, seat, ply);
      if (!invisible) mirrored = Mirror(state, twin, seat, ply, rng);
    }
    if (mirrored.empty() && !invisible) break;
    steps.See(state, ply);
    state->Apply(ply);
    if (!invisible) {
      twin_steps.See(twin, mirrored);
      twin->Apply(mirrored);
    }
    // The end may show everything.
    if (state->node() == Node::kTerminal) break;
    const absl::Status status = CheckLooksEqual(state, twin, seat);
    if (!status.ok()) {
      return Broken(status.message(), "\n  although all events were equal, in ",
                    setup.ToString(), ", after ply ", i, ":\n",
                    state->ToString(), twin->ToString());
    }
    const std::string step = steps.Take(state);
    const std::string twin_step = twin_steps.Take(twin);
    if (step != twin_step) {
      return Broken("the steps shown to ", Name(seat),
                    " differ, although all events were equal, in ",
                    setup.ToString(), ", after ply ", i, ":\n", step,
                    twin_step);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckSamples(const GameSetup& setup, absl::string_view seed) {
  if (setup.game->sample == nullptr) return absl::OkStatus();
  Rng rng(absl::StrCat("samples ", seed));
  int looks = 0;
  const auto look = [&](const AnyState& state, const Ply& ply) -> absl::Status {
    if (state->node() != Node::kDecision) return absl::OkStatus();
    const bool future =
        !setup.game->info->hidden && looks++ % kFutureEvery == 0;
    for (Seat seat = 0; seat < setup.seats; ++seat) {
      ARENA_ASSIGN_OR_RETURN(const AnyState sample,
                             SampleFor(setup, state, seat, rng));
      const absl::Status status = CheckSample(state, sample, seat, ply);
      if (!status.ok()) {
        return Broken("sampled for seat ", seat, ": ", status.message());
      }
      if (!future) continue;
      ARENA_RETURN_IF_ERROR(CheckSameFuture(state, sample, setup.seats, rng));
    }
    return absl::OkStatus();
  };
  return WalkRandomly(setup, seed, kSampleLooks, look).status();
}

absl::Status CheckResamples(const GameSetup& setup, absl::string_view seed) {
  if (!setup.game->resamples) return absl::OkStatus();
  Rng rng(absl::StrCat("resamples ", seed));
  const auto look = [&](const AnyState& state, const Ply&) -> absl::Status {
    for (Seat seat = 0; seat < setup.seats; ++seat) {
      AnyState resample = state;
      Rng same_numbers = rng;
      resample->Resample(seat, rng);
      ARENA_RETURN_IF_ERROR(CheckLooksEqual(state, resample, seat));
      if (state->node() != Node::kDecision) continue;
      ARENA_ASSIGN_OR_RETURN(const AnyState sample,
                             SampleFor(setup, state, seat, same_numbers));
      if (sample == resample && rng.Next() == same_numbers.Next()) continue;
      return Broken("drawn for seat ", seat, " from the state:\n",
                    resample->ToString(), "and from its observation:\n",
                    sample->ToString());
    }
    return absl::OkStatus();
  };
  return WalkRandomly(setup, seed, kSampleLooks, look).status();
}

absl::Status CheckTwins(const GameSetup& setup, absl::string_view seed) {
  Rng rng(absl::StrCat("twins ", seed));
  for (Seat seat = 0; seat < setup.seats; ++seat) {
    ARENA_RETURN_IF_ERROR(WalkTwins(setup, seat, rng));
  }
  return WalkTwins(setup, kSpectator, rng);
}

absl::Status CheckVariety(const GameSetup& setup, absl::string_view seed) {
  if (setup.game->sample == nullptr || !setup.game->info->hidden) {
    return absl::OkStatus();
  }
  Rng rng(absl::StrCat("variety ", seed));
  SeatSet varied;
  const auto look = [&](const AnyState& state, const Ply&) -> absl::Status {
    if (state->node() != Node::kDecision) return absl::OkStatus();
    for (Seat seat = 0; seat < setup.seats; ++seat) {
      ARENA_ASSIGN_OR_RETURN(const AnyState first,
                             SampleFor(setup, state, seat, rng));
      for (int i = 1; i < kVarietySamples; ++i) {
        ARENA_ASSIGN_OR_RETURN(const AnyState other,
                               SampleFor(setup, state, seat, rng));
        if (!(first == other)) varied.insert(seat);
      }
    }
    return absl::OkStatus();
  };
  ARENA_RETURN_IF_ERROR(
      WalkRandomly(setup, seed, kVarietyLooks, look).status());
  if (varied == SeatSet::All(setup.seats)) return absl::OkStatus();
  return Broken(setup.ToString(),
                ": all samples are equal, though seats have secrets");
}

}  // namespace arena
