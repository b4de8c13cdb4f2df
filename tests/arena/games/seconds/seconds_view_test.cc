// Seconds: notation, messages, observations and sampling.
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "google/protobuf/text_format.h"
#include "tests/arena/games/seconds/seconds_fixture.h"

namespace arena::seconds {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// ---- Notation ----

TEST(SecondsViewTest, ActionsReadBack) {
  const State state = NewMatch();
  for (Action action = 0; action < kFirstDealer + kSeats; ++action) {
    const std::string text = state.ActionToString(0, action);
    EXPECT_EQ(state.ParseAction(0, text).value(), action) << text;
  }
}

TEST(SecondsViewTest, ActionsAreWrittenSuitFirst) {
  const State state = NewMatch();
  EXPECT_EQ(state.ActionToString(0, 0), "C2");
  EXPECT_EQ(state.ActionToString(0, 4 * 8 + 2), "HT");
  EXPECT_EQ(state.ActionToString(0, 47), "SK");
  EXPECT_EQ(state.ActionToString(0, 51), "SA");
  EXPECT_EQ(state.ActionToString(kChance, kFirstDealer + 2), "dealer2");
}

TEST(SecondsViewTest, LowerCaseIsAccepted) {
  EXPECT_EQ(NewMatch().ParseAction(0, "sk").value(), 47u);
}

TEST(SecondsViewTest, OtherTextIsNoAction) {
  for (const char* text :
       {"", "S", "S1", "KS", "X2", "S10", " SK", "dealer", "dealer4", "?"}) {
    EXPECT_THAT(ErrorOf(NewMatch().ParseAction(0, text).status()),
                HasSubstr(absl::StrCat("action \"", text, "\": expected")));
  }
}

// ---- Messages ----

TEST(SecondsViewTest, ActionMessagesReadBack) {
  const State state = NewMatch();
  for (Action action = 0; action < kFirstDealer + kSeats; ++action) {
    v1::GameAction message;
    state.ActionToMessage(0, action, message);
    EXPECT_EQ(state.ActionFromMessage(0, message).value(), action);
  }
}

std::string ActionError(const std::string& text) {
  v1::GameAction message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message));
  return ErrorOf(NewMatch().ActionFromMessage(0, message).status());
}

TEST(SecondsViewTest, WrongActionMessagesAreExplained) {
  EXPECT_EQ(ActionError("seconds { card: 52 }"),
            "seconds action: card 52: expected 0..51");
  EXPECT_EQ(ActionError("seconds { first_dealer: 4 }"),
            "seconds action: first_dealer 4: expected 0..3");
  EXPECT_EQ(ActionError("octrix { card: 1 }"),
            "seconds action: nothing is set; expected seconds.card, 0..51");
}

// ---- Events ----

v1::PlyEvent EventOf(const State& state, Seat receiver, SeatAction action) {
  v1::PlyEvent event;
  state.EventFor(receiver, {&action, 1}, event);
  return event;
}

TEST(SecondsViewTest, OnlyTheReceiverSeesACardDealt) {
  const State state = NewMatch();
  EXPECT_EQ(EventOf(state, 1, {kChance, 47}).actions(0).text(), "SK");
  for (const Seat other : {0, 2, 3, kSpectator}) {
    const v1::PlyEvent event = EventOf(state, other, {kChance, 47});
    EXPECT_FALSE(event.actions(0).has_seat());
    EXPECT_FALSE(event.actions(0).has_action());
    EXPECT_THAT(event.actions(0).text(), IsEmpty());
  }
}

TEST(SecondsViewTest, EverybodySeesWhoIsDrawnAsNorth) {
  const v1::PlyEvent event =
      EventOf(NewMatch(""), kSpectator, {kChance, kFirstDealer + 1});
  EXPECT_EQ(event.actions(0).text(), "dealer1");
}

TEST(SecondsViewTest, EverybodySeesACardPlayed) {
  const State state = Dealt(OneSuitEach());
  for (const Seat receiver : {0, 1, 2, 3, kSpectator}) {
    EXPECT_EQ(EventOf(state, receiver, {1, 1}).actions(0).text(), "D2");
  }
}

// ---- Observations ----

TEST(SecondsViewTest, ASeatSeesItsOwnHand) {
  const State state = Dealt(OneSuitEach());
  EXPECT_THAT(Seen(state, 3).seconds().hand(),
              ElementsAre(3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51));
}

TEST(SecondsViewTest, ASpectatorSeesNoHand) {
  EXPECT_THAT(Seen(Dealt(OneSuitEach()), kSpectator).seconds().hand(),
              IsEmpty());
}

TEST(SecondsViewTest, HandsOfOthersChangeNothingThatASeatSees) {
  std::vector<std::string> hands = OneSuitEach();
  const State state = Dealt(hands);
  std::swap(hands[1], hands[2]);
  EXPECT_EQ(Seen(Dealt(hands), 3).SerializeAsString(),
            Seen(state, 3).SerializeAsString());
}

TEST(SecondsViewTest, BeforeNorthIsDrawnThereIsNoDealer) {
  const v1::Observation observation = Seen(NewMatch(""));
  const v1::SecondsObservation& seen = observation.seconds();
  EXPECT_FALSE(seen.has_north() || seen.has_dealer() || seen.has_leader());
  EXPECT_THAT(seen.counts_with(), IsEmpty());
}

TEST(SecondsViewTest, TheCurrentTrickIsOpen) {
  State state = Dealt(OneSuitEach());
  PlayCards(state, "D2 H5");
  const v1::Observation observation = Seen(state);
  EXPECT_EQ(observation.seconds().leader(), 1u);
  EXPECT_THAT(observation.seconds().open_cards(), ElementsAre(1, 14));
  EXPECT_EQ(observation.seconds().to_act(0), 3u);
  EXPECT_THAT(observation.seconds().hand_sizes(), ElementsAre(13, 12, 12, 13));
}

TEST(SecondsViewTest, CompletedTricksAreListed) {
  State state = Dealt(OneSuitEach());
  PlayCards(state, "D2 H5 SA C3");
  const v1::Observation observation = Seen(state);
  ASSERT_THAT(observation.seconds().tricks(), SizeIs(1));
  const v1::SecondsTrick& trick = observation.seconds().tricks(0);
  EXPECT_EQ(trick.leader(), 1u);
  EXPECT_THAT(trick.cards(), ElementsAre(1, 14, 51, 4));
  EXPECT_EQ(trick.taker(), 2u);
  EXPECT_THAT(observation.seconds().taken(), ElementsAre(0, 0, 1, 0));
}

// The last trick is forced, so no event shows its cards.
TEST(SecondsViewTest, AScoredDealTellsItsLastTrick) {
  Rng rng("scored");
  State state = Dealt(OneSuitEach());
  PlayDeal(state, LowestLegal, rng);
  const v1::Observation observation = Seen(state);
  ASSERT_THAT(observation.seconds().results(), SizeIs(1));
  const v1::SecondsDealResult& result = observation.seconds().results(0);
  std::vector<Card> cards(result.last_trick().cards().begin(),
                          result.last_trick().cards().end());
  std::ranges::sort(cards);
  EXPECT_EQ(TextOf(cards), "CA DA HA SA");
}

TEST(SecondsViewTest, AScoredDealTellsTricksAndPoints) {
  Rng rng("scored");
  State state = Dealt(OneSuitEach());
  PlayDeal(state, LowestLegal, rng);
  const v1::Observation observation = Seen(state);
  const v1::SecondsDealResult& result = observation.seconds().results(0);
  for (Seat seat = 0; seat < kSeats; ++seat) {
    EXPECT_EQ(result.taken(seat), state.result(0).taken[seat]);
    EXPECT_EQ(result.points(seat),
              result.taken(seat) * result.taken((seat + 2) % 4));
    EXPECT_EQ(observation.seconds().totals(seat), result.points(seat));
  }
}

// ---- Text ----

TEST(SecondsViewTest, ObservationsAreReadable) {
  State state = Dealt(OneSuitEach());
  PlayCards(state, "D2 H5 SA C3 H6 S2");
  EXPECT_EQ(State::ObservationToString(Seen(state, 3)),
            "deal 1, tricks times the partner's; seat 0 deals\n"
            "          seat 0  seat 1  seat 2  seat 3\n"
            "total     0       0       0       0\n"
            "with      seat 2  seat 3  seat 0  seat 1\n"
            "cards     12      12      11      11\n"
            "tricks    0       0       1       0\n"
            "trick 1    C3     >D2      H5*     SA\n"
            "trick 2                   >H6      S2\n"
            "own hand  SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3\n"
            "to act: seat 0\n");
}

TEST(SecondsViewTest, TextOfTheTableShowsAllHands) {
  EXPECT_THAT(Dealt(OneSuitEach()).ToString(),
              HasSubstr("seat 2    HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2\n"));
}

// ---- Sample ----

// A match after so many random choices.
State After(int choices, absl::string_view seed, absl::string_view options) {
  Rng rng(seed);
  State state = NewMatch(options);
  for (; choices >= 0; --choices) {
    DealAny(state, rng);
    if (choices > 0) PlayCard(state, AnyLegal(rng)(state, ActorOf(state)));
  }
  return state;
}

TEST(SecondsSampleTest, SamplesLookTheSameToTheSeat) {
  Rng rng("samples");
  for (const int choices : {0, 1, 30, 47, 48, 70, 383}) {
    const State state = After(choices, "walk", "first_dealer=seat0");
    for (Seat seat = 0; seat < kSeats; ++seat) {
      const State sample = SampleOf(seat, Seen(state, seat), rng).value();
      EXPECT_EQ(Seen(sample, seat).SerializeAsString(),
                Seen(state, seat).SerializeAsString());
    }
  }
}

TEST(SecondsSampleTest, TheEndIsSampledAsItself) {
  Rng rng("end");
  const State state = After(384, "walk", "first_dealer=seat0");
  ASSERT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(SampleOf(0, Seen(state), rng).value(), state);
}

TEST(SecondsSampleTest, MatchesAreSampledWhileCardsAreDealt) {
  Rng rng("dealing");
  State state = NewMatch();
  for (int dealt = 0; dealt < kCards; ++dealt) {
    const State sample = SampleOf(2, Seen(state, 2), rng).value();
    EXPECT_EQ(Seen(sample, 2).SerializeAsString(),
              Seen(state, 2).SerializeAsString());
    ApplyChance(state, state.SampleChance(rng));
  }
}

TEST(SecondsSampleTest, BeforeNorthIsDrawnThereIsNothingToSample) {
  Rng rng("north");
  const State state = NewMatch("");
  EXPECT_EQ(SampleOf(1, Seen(state, 1), rng, "").value(), state);
}

TEST(SecondsSampleTest, WhoDidNotFollowHasNoCardOfTheSuit) {
  Rng rng("voids");
  std::vector<std::string> hands = OneSuitEach();
  State state = Dealt(hands);
  PlayCards(state, "D2 H5 SA C3");
  for (int i = 0; i < 50; ++i) {
    const State sample = SampleOf(0, Seen(state, 0), rng).value();
    EXPECT_EQ((sample.hand(2) | sample.hand(3)) & OfSuit(1), 0u);
  }
}

// Seats 2 and 3 have shown that they have no diamonds, and seat 0 knows 12
// cards.
TEST(SecondsSampleTest, ForcedCardsAreAlwaysRight) {
  Rng rng("forced");
  const State state = [] {
    State at = Dealt(OneSuitEach());
    PlayCards(at, "D2 H5 SA C3");
    return at;
  }();
  for (int i = 0; i < 20; ++i) {
    const State sample = SampleOf(0, Seen(state, 0), rng).value();
    EXPECT_EQ(sample.hand(1), state.hand(1));
  }
}

// The error of Sample for a changed observation of seat 0.
template <typename Change>
std::string ErrorAfter(int choices, Change change) {
  Rng rng("wrong");
  v1::Observation observation =
      Seen(After(choices, "walk", "first_dealer=seat0"));
  change(*observation.mutable_seconds());
  return ErrorOf(SampleOf(0, observation, rng).status());
}

TEST(SecondsSampleTest, ObservationsOfOtherGamesAreRefused) {
  Rng rng("other");
  EXPECT_EQ(ErrorOf(SampleOf(0, v1::Observation(), rng).status()),
            "seconds observation: it belongs to another game");
}

TEST(SecondsSampleTest, SpectatorsHaveNoSamples) {
  Rng rng("spectator");
  EXPECT_EQ(ErrorOf(SampleOf(kSpectator, Seen(NewMatch()), rng).status()),
            "seconds observation: it belongs to no seat");
}

using Seconds = v1::SecondsObservation;

TEST(SecondsSampleTest, WrongFactsOfTheDealAreExplained) {
  EXPECT_THAT(ErrorAfter(9, [](Seconds& seen) { seen.set_deal(9); }),
              HasSubstr("deal 9: expected 1..8"));
  EXPECT_THAT(ErrorAfter(9, [](Seconds& seen) { seen.set_north(2); }),
              HasSubstr("north 2: the options give 0"));
  EXPECT_THAT(ErrorAfter(9, [](Seconds& seen) { seen.set_north(4); }),
              HasSubstr("north 4: expected 0..3"));
  EXPECT_THAT(ErrorAfter(9, [](Seconds& seen) { seen.set_dealer(2); }),
              HasSubstr("contradicts itself"));
}

TEST(SecondsSampleTest, WrongCardsAreExplained) {
  EXPECT_THAT(ErrorAfter(9, [](Seconds& seen) { seen.set_hand(0, 99); }),
              HasSubstr("card 99: expected 0..51"));
  EXPECT_THAT(
      ErrorAfter(9, [](Seconds& seen) { seen.set_hand(0, seen.hand(1)); }),
      HasSubstr("occurs twice"));
  EXPECT_THAT(ErrorAfter(9, [](Seconds& seen) { seen.add_open_cards(99); }),
              HasSubstr("card 99: expected 0..51"));
  EXPECT_THAT(ErrorAfter(9, [](Seconds& seen) { seen.set_leader(4); }),
              HasSubstr("leader 4: expected 0..3"));
}

TEST(SecondsSampleTest, WrongHandSizesAreExplained) {
  EXPECT_THAT(ErrorAfter(9, [](Seconds& seen) { seen.set_hand_sizes(1, 14); }),
              HasSubstr("a hand of 14 cards: expected at most 13"));
  EXPECT_THAT(ErrorAfter(9, [](Seconds& seen) { seen.clear_hand_sizes(); }),
              HasSubstr("0 hand_sizes: expected 4"));
  EXPECT_THAT(ErrorAfter(9, [](Seconds& seen) { seen.set_hand_sizes(1, 13); }),
              HasSubstr("the others hold"));
}

TEST(SecondsSampleTest, WrongResultsAreExplained) {
  const auto change_result = [](const auto& change) {
    return ErrorAfter(50,
                      [&](Seconds& seen) { change(*seen.mutable_results(0)); });
  };
  EXPECT_THAT(change_result([](auto& result) { result.set_taken(0, 14); }),
              HasSubstr("seats: expected 13 by 4"));
  EXPECT_THAT(change_result([](auto& result) { result.set_points(0, 99); }),
              HasSubstr("contradicts itself"));
  EXPECT_THAT(change_result([](auto& result) { result.clear_last_trick(); }),
              HasSubstr("0 cards in a trick: expected 4"));
  EXPECT_THAT(ErrorAfter(50, [](Seconds& seen) { seen.clear_results(); }),
              HasSubstr("0 results: expected 1 before deal 2"));
}

TEST(SecondsSampleTest, ResultsMustAgreeWithTheirLastTrick) {
  EXPECT_THAT(ErrorAfter(50,
                         [](Seconds& seen) {
                           auto& result = *seen.mutable_results(0);
                           const auto leader =
                               static_cast<int>(result.last_trick().leader());
                           for (int seat = 0; seat < kSeats; ++seat) {
                             result.set_taken(seat, 0);
                           }
                           result.set_taken((leader + 1) % kSeats, 13);
                         }),
              HasSubstr("expected at least"));
}

// The seat's own first card of the deal broke the duty to follow suit.
TEST(SecondsSampleTest, TricksAgainstTheRulesAreRefused) {
  Rng rng("revoke");
  State state = Dealt(OneSuitEach());
  PlayCards(state, "D2 H5 SA C3");
  v1::Observation observation = Seen(state, 0);
  Seconds& seen = *observation.mutable_seconds();
  // Seat 0 held the card that it now played, a diamond. A diamond had to be
  // followed.
  seen.set_hand(0, 49);
  EXPECT_THAT(ErrorOf(SampleOf(0, observation, rng).status()),
              HasSubstr("cannot have been played"));
}

}  // namespace
}  // namespace arena::seconds
