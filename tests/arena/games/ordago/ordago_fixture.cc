#include "tests/arena/games/ordago/ordago_fixture.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/games/base/game_of.h"
#include "gtest/gtest.h"

namespace arena::ordago {

// ---- Matches ----

absl::StatusOr<State> TryMatch(int seats, absl::string_view options) {
  return State::Create(
      seats, GameOptions::Parse(State::kInfo.options, options).value());
}

namespace {

std::string WithDefaults(absl::string_view options) {
  std::vector<std::string> all;
  if (!absl::StrContains(options, "first_dealer")) {
    all.emplace_back("first_dealer=3");
  }
  if (!absl::StrContains(options, "signs=")) all.emplace_back("signs=off");
  if (!options.empty()) all.emplace_back(options);
  return absl::StrJoin(all, ",");
}

}  // namespace

State NewMatch(absl::string_view options, int seats) {
  return TryMatch(seats, WithDefaults(options)).value();
}

State Dealt(const HandTexts& hands, absl::string_view options, int seats) {
  State state = NewMatch(options, seats);
  Deal(state, hands);
  return state;
}

State Betting(const HandTexts& hands, absl::string_view options, int seats) {
  State state = Dealt(hands, options, seats);
  Say(state, "0 keep");
  return state;
}

std::string ErrorOf(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInvalidArgument
             ? std::string(status.message())
             : absl::StrCat("not INVALID_ARGUMENT: ", status.ToString());
}

// ---- Plies ----

Cards CardsOf(absl::string_view text) {
  Cards cards = 0;
  for (const char letter : text) cards += One(RankFromLetter(letter));
  return cards;
}

void Ply1(State& state, Seat seat, absl::string_view text) {
  const Action action = state.ParseAction(seat, text).value();
  ActionList legal;
  state.LegalActions(seat, legal);
  ActionList more;
  if (seat >= 0) state.Announcements(seat, more);
  const bool possible = std::count(legal.begin(), legal.end(), action) +
                            std::count(more.begin(), more.end(), action) ==
                        1;
  ASSERT_TRUE(possible) << "seat " << seat << " cannot " << text << " in\n"
                        << state.ToString();
  const SeatAction ply = {seat, action};
  state.Apply({&ply, 1});
}

void Deal(State& state, const HandTexts& hands) {
  for (int i = 0; i < kHandSize * kPlaces; ++i) {
    const Place place = After(state.start(), i % kPlaces);
    Ply1(state, kChance, hands[place].substr(i / kPlaces, 1));
  }
}

void DealCards(State& state, absl::string_view cards) {
  for (const char card : cards) {
    Ply1(state, kChance, absl::string_view(&card, 1));
  }
}

void DealAny(State& state) {
  Rng rng("deal");
  while (state.node() == Node::kChance) {
    const SeatAction ply = {kChance, state.SampleChance(rng)};
    state.Apply({&ply, 1});
  }
}

void Say(State& state, absl::string_view words) {
  for (const absl::string_view part : absl::StrSplit(words, ", ")) {
    const Place place = part[0] - '0';
    const Seat seat = state.SeatOf(place);
    ASSERT_TRUE(state.ToAct().contains(seat) &&
                state.ActingPlace(seat) == place)
        << "before \"" << part << "\" of \"" << words << "\" in\n"
        << state.ToString();
    Ply1(state, seat, part.substr(2));
  }
}

void WaitToTheEnd(State& state) {
  while (state.phase() == Phase::kBet) {
    Ply1(state, state.ToAct().first(), "wait");
  }
}

void Together(State& state, const std::vector<std::string>& texts) {
  Ply ply;
  for (const Seat seat : state.ToAct()) {
    ply.push_back({seat, state.ParseAction(seat, texts[ply.size()]).value()});
  }
  state.Apply(ply);
}

// ---- Looking ----

namespace {

std::vector<std::string> TextsOf(const State& state, Seat seat,
                                 const ActionList& list) {
  std::vector<std::string> texts;
  for (const Action action : list) {
    texts.push_back(state.ActionToString(seat, action));
  }
  return texts;
}

}  // namespace

std::vector<std::string> LegalTexts(const State& state, Seat seat) {
  ActionList list;
  state.LegalActions(seat, list);
  return TextsOf(state, seat, list);
}

std::vector<std::string> AnnouncementTexts(const State& state, Seat seat) {
  ActionList list;
  state.Announcements(seat, list);
  return TextsOf(state, seat, list);
}

std::string ScoreText(const State& state) {
  return absl::StrCat(state.score(0), ":", state.score(1));
}

std::string SetsText(const State& state) {
  return absl::StrCat(state.sets(0), ":", state.sets(1));
}

std::string LastScore(const State& state) {
  return absl::StrJoin(state.last_hand().score, ":");
}

std::string PointsOf(const HandTexts& hands, absl::string_view options) {
  State state = Betting(hands, options);
  WaitToTheEnd(state);
  return LastScore(state);
}

v1::OrdagoObservation Seen(const State& state, Seat seat) {
  v1::Observation observation;
  AnyStateOf(state)->ObservationFor(seat, observation);
  return observation.ordago();
}

v1::PlyEvent EventOf(const State& state, Seat viewer, Seat actor,
                     absl::string_view text) {
  const SeatAction ply = {actor, state.ParseAction(actor, text).value()};
  v1::PlyEvent event;
  state.EventFor(viewer, {&ply, 1}, event);
  return event;
}

std::string SignsSeen(const State& state, Seat seat) {
  std::vector<std::string> texts;
  const v1::OrdagoObservation seen = Seen(state, seat);
  for (const v1::OrdagoSignSeen& sign : seen.signs()) {
    const std::string code =
        sign.sign().has_official()
            ? absl::StrCat("s", static_cast<int>(sign.sign().official()))
        : sign.sign().has_private_code()
            ? absl::StrCat("p", sign.sign().private_code())
            : absl::StrCat("say ", sign.sign().public_code());
    texts.push_back(absl::StrCat(sign.seat(), " ", code));
  }
  return absl::StrJoin(texts, ", ");
}

State AtScore(int a, int b, const HandTexts& hands, absl::string_view options,
              int seats) {
  State fresh = NewMatch(options, seats);
  v1::Observation observation;
  AnyStateOf(fresh)->ObservationFor(0, observation);
  observation.mutable_ordago()->set_score(0, static_cast<uint32_t>(a));
  observation.mutable_ordago()->set_score(1, static_cast<uint32_t>(b));
  Rng rng("score");
  const std::string all = WithDefaults(options);
  State state =
      DrawState<State>(seats,
                       GameOptions::Parse(State::kInfo.options, all).value(), 0,
                       observation, rng)
          .value();
  Deal(state, hands);
  return state;
}

}  // namespace arena::ordago
