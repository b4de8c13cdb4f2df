// Octrix: notation, messages, observations and sampling.
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "google/protobuf/text_format.h"
#include "tests/arena/games/octrix/octrix_fixture.h"

namespace arena::octrix {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// ---- Notation ----

TEST(OctrixViewTest, ActionsReadBack) {
  const State state = NewMatch(4, "");
  for (Action action = 0; action < kFirstDealer + 4; ++action) {
    const std::string text = state.ActionToString(0, action);
    EXPECT_EQ(state.ParseAction(0, text).value(), action) << text;
  }
}

TEST(OctrixViewTest, ActionsAreWrittenSuitFirst) {
  const State state = NewMatch(4, "");
  EXPECT_EQ(state.ActionToString(0, 31), "C8");
  EXPECT_EQ(state.ActionToString(0, 0), "H1");
  EXPECT_EQ(state.ActionToString(kChance, kFirstDealer + 3), "dealer3");
}

TEST(OctrixViewTest, LowerCaseIsAccepted) {
  const State state = NewMatch(4, "");
  EXPECT_EQ(state.ParseAction(0, "c8").value(), 31u);
}

TEST(OctrixViewTest, OtherTextIsNoAction) {
  const State state = NewMatch(3, "");
  for (const char* text : {"", "C", "C0", "C9", "8C", "X1", "C88", " C8",
                           "dealer", "dealer3", "dealer-1", "31"}) {
    EXPECT_THAT(ErrorOf(state.ParseAction(0, text).status()),
                HasSubstr(absl::StrCat("action \"", text, "\": expected")));
  }
}

// ---- Messages ----

TEST(OctrixViewTest, ActionMessagesReadBack) {
  const State state = NewMatch(4, "");
  for (Action action = 0; action < kFirstDealer + 4; ++action) {
    v1::GameAction message;
    state.ActionToMessage(0, action, message);
    EXPECT_EQ(state.ActionFromMessage(0, message).value(), action);
  }
}

std::string ActionError(absl::string_view text) {
  v1::GameAction message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(std::string(text),
                                                            &message));
  return ErrorOf(NewMatch(3, "").ActionFromMessage(0, message).status());
}

TEST(OctrixViewTest, MessagesWithoutAnActionAreRefused) {
  EXPECT_THAT(ActionError(""), HasSubstr("nothing is set"));
  EXPECT_THAT(ActionError("octrix {}"), HasSubstr("nothing is set"));
  EXPECT_THAT(ActionError("ordo {}"), HasSubstr("nothing is set"));
  EXPECT_THAT(ActionError("octrix { card: 32 }"),
              HasSubstr("card 32: expected 0..31"));
  EXPECT_THAT(ActionError("octrix { first_dealer: 3 }"),
              HasSubstr("first_dealer 3: expected 0..2"));
}

TEST(OctrixViewTest, EventsShowEveryCardOfThePly) {
  const State state = Dealt({kClubs, kSpades});
  v1::PlyEvent event;
  const Ply ply = {{0, 31}, {1, 2}};
  state.EventFor(1, ply, event);
  ASSERT_THAT(event.actions(), SizeIs(2));
  EXPECT_EQ(event.actions(0).seat(), 0u);
  EXPECT_EQ(event.actions(0).text(), "C8");
  EXPECT_EQ(event.actions(1).action().octrix().card(), 2u);
}

// ---- Observations ----

TEST(OctrixViewTest, EverySeatAndSpectatorSeesTheSame) {
  State state = Dealt(kSuits, "variant=partners");
  PlayBy(state, Adapt);
  const std::string seen = Seen(state, kSpectator).octrix().SerializeAsString();
  for (Seat seat = 0; seat < 4; ++seat) {
    EXPECT_EQ(Seen(state, seat).octrix().SerializeAsString(), seen);
  }
}

TEST(OctrixViewTest, TheTrickThatIsPlayedByItselfIsShownInTheNextDeal) {
  State state = Dealt({kClubs, kSpades, kHearts});
  EXPECT_FALSE(Seen(state).octrix().has_last_deal_trick());
  PlayDeal(state, AlwaysLowest);
  const v1::OctrixTrick last = Seen(state).octrix().last_deal_trick();
  EXPECT_THAT(last.cards(), ElementsAre(31, 30, 28));
  // The seventh trick was high and held a black and a red card, so the mode is
  // now low.
  EXPECT_EQ(last.mode(), v1::OCTRIX_MODE_LOW);
  EXPECT_EQ(last.taker(), 2u);
}

TEST(OctrixViewTest, TheEndShowsTheLastTrickOfTheMatch) {
  State state = Dealt({kClubs, kSpades, kHearts}, "max_deals=1");
  PlayDeal(state, AlwaysLowest);
  ASSERT_EQ(state.node(), Node::kTerminal);
  ASSERT_EQ(Seen(state).octrix().tricks_size(), 8);
  EXPECT_THAT(Seen(state).octrix().tricks(7).cards(), ElementsAre(31, 30, 28));
}

TEST(OctrixViewTest, UnusedCardsAreListed) {
  const State state = Dealt({kClubs, kSpades, kHearts});
  EXPECT_THAT(Seen(state).octrix().unused(),
              ElementsAre(1, 5, 9, 13, 17, 21, 25, 29));
}

TEST(OctrixViewTest, UnusedCardsAreNotListedWithoutShowUnused) {
  const State state = Dealt({kClubs, kSpades, kHearts}, "show_unused=false");
  EXPECT_THAT(Seen(state).octrix().unused(), SizeIs(0));
}

TEST(OctrixViewTest, TextShowsTheTable) {
  State state = Dealt({"H1 D4 S5 H6 H7 H8 S8 C8", "S1 C1 H2 D2 H3 S6 D7 S7"});
  PlayTrick(state, "C8 S7");
  PlayTrick(state, "S8 D7");
  EXPECT_EQ(state.ToString(),
            "deal 1, trick 3, LOW: the lowest card wins; seat 0 deals\n"
            "          hand                     deal  total\n"
            "seat 0    H1 D4 S5 H6 H7 H8           4      4\n"
            "seat 1    S1 C1 H2 D2 H3 S6           0      0\n"
            "unused    D1 S2 C2 D3 S3 C3 H4 S4 C4 H5 D5 C5 D6 C6 C7 D8\n"
            "trick  mode  seat 0  seat 1\n"
            "1      HIGH  C8*     S7\n"
            "2      HIGH  S8*     D7\n"
            "to act: 0 1\n");
}

TEST(OctrixViewTest, TextShowsRolesAndOpenCards) {
  State state = Dealt(kSuits, "variant=partners,first_dealer=1");
  PlayBy(state, AlwaysLowest);
  EXPECT_THAT(state.ToString(), HasSubstr("seat 1 N  S2 S3"));
  EXPECT_THAT(state.ToString(), HasSubstr("seat 0 W  C1 C2"));
  EXPECT_THAT(state.ToString(), HasSubstr("open: seat 2 D1\n"));
}

// ---- Sampling ----

struct Setting {
  int seats;
  const char* options;
};
const Setting kSettings[] = {
    {2, "target=40"},
    {3, "target=40,show_unused=false,rotate_dealer=false"},
    {4, "target=30,finish=immediate,first_dealer=2"},
    {4, "variant=partners,target=60,auto_last_trick=false"},
    {4, "variant=partners,max_deals=2,tie=shared,colour_rule=suit"},
    {2, "duplicate=cyclic,target=60"},
    {3, "duplicate=cyclic,max_deals=4,rotate_dealer=false"},
    {4, "variant=partners,duplicate=cyclic,max_deals=5,first_dealer=1"},
    {4, "duplicate=cyclic,finish=immediate,target=50"},
};

class OctrixSampleTest : public testing::TestWithParam<Setting> {};

TEST_P(OctrixSampleTest, SampleIsTheStateItself) {
  const auto& [seats, options] = GetParam();
  Rng rng("sample");
  for (int match = 0; match < 3; ++match) {
    State state = NewMatch(seats, options);
    for (;; PlayLegal(state, rng)) {
      const absl::StatusOr<State> sample =
          SampleOf(seats, options, Seen(state));
      ASSERT_TRUE(sample.ok()) << sample.status() << state.ToString();
      ASSERT_TRUE(*sample == state) << state.ToString();
      if (state.node() == Node::kTerminal) break;
    }
  }
}

// Changes one number somewhere in a message.
void Spoil(google::protobuf::Message& message, Rng& rng) {
  const auto& reflection = *message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  if (fields.empty()) return;
  const auto* field = fields[rng.Below(static_cast<uint32_t>(fields.size()))];
  const uint32_t values[] = {0, 1, 2, 3, 4, 7, 8, 31, 32, 100, 0xffffffff};
  const uint32_t value = values[rng.Below(11)];
  const int size =
      field->is_repeated() ? reflection.FieldSize(message, field) : 0;
  const int index = size == 0 ? 0 : static_cast<int>(rng.Below(size));
  const bool is_message =
      field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE;
  if (field->is_repeated() && rng.Below(4) == 0) {
    reflection.RemoveLast(&message, field);
  } else if (is_message && field->is_repeated()) {
    Spoil(*reflection.MutableRepeatedMessage(&message, field, index), rng);
  } else if (is_message) {
    Spoil(*reflection.MutableMessage(&message, field), rng);
  } else if (field->cpp_type() ==
             google::protobuf::FieldDescriptor::CPPTYPE_ENUM) {
    if (field->is_repeated()) return;
    reflection.SetEnumValue(&message, field, static_cast<int>(value % 4));
  } else if (field->is_repeated()) {
    reflection.SetRepeatedUInt32(&message, field, index, value);
  } else {
    reflection.SetUInt32(&message, field, value);
  }
}

TEST_P(OctrixSampleTest, SpoiledObservationsAreRefusedOrShownAgain) {
  const auto& [seats, options] = GetParam();
  Rng rng("spoil");
  State state = NewMatch(seats, options);
  int refused = 0;
  for (; state.node() != Node::kTerminal; PlayLegal(state, rng)) {
    for (int i = 0; i < 20; ++i) {
      v1::Observation spoiled = Seen(state);
      Spoil(spoiled, rng);
      EXPECT_NE(State::ObservationToString(spoiled), "");
      const absl::StatusOr<State> sample = SampleOf(seats, options, spoiled);
      if (!sample.ok()) {
        ++refused;
        ASSERT_EQ(sample.status().code(), absl::StatusCode::kInvalidArgument);
      } else {
        ASSERT_EQ(Seen(*sample).SerializeAsString(),
                  spoiled.SerializeAsString());
      }
    }
  }
  EXPECT_GT(refused, 0);
}

INSTANTIATE_TEST_SUITE_P(Settings, OctrixSampleTest,
                         testing::ValuesIn(kSettings), [](const auto& info) {
                           return absl::StrCat("Setting", info.index);
                         });

// The error of a sample after a change to the third trick of a partnership
// deal.
std::string SampleError(
    const std::function<void(v1::OctrixObservation&)>& change) {
  const std::string options = "variant=partners,first_dealer=0";
  State state = Dealt(kSuits, options);
  for (int half = 0; half < 5; ++half) PlayBy(state, AlwaysLowest);
  v1::Observation observation = Seen(state);
  change(*observation.mutable_octrix());
  return ErrorOf(SampleOf(4, options, observation).status());
}
using Octrix = v1::OctrixObservation;

TEST(OctrixViewTest, SampleRefusesAnotherGame) {
  v1::Observation observation;
  observation.mutable_ordo();
  EXPECT_THAT(ErrorOf(SampleOf(2, "", observation).status()),
              HasSubstr("another game"));
}

TEST(OctrixViewTest, SampleRefusesACardTwice) {
  EXPECT_THAT(SampleError([](Octrix& seen) {
                seen.mutable_hands(0)->set_cards(0, CardsOf("S4")[0]);
              }),
              HasSubstr("S4 occurs twice"));
}

TEST(OctrixViewTest, SampleRefusesANumberThatIsNoCard) {
  EXPECT_THAT(SampleError([](Octrix& seen) {
                seen.mutable_hands(0)->set_cards(0, 32);
              }),
              HasSubstr("card 32: expected 0..31"));
}

TEST(OctrixViewTest, SampleRefusesHandsOfTheWrongLength) {
  EXPECT_THAT(SampleError([](Octrix& seen) {
                seen.mutable_hands(1)->mutable_cards()->RemoveLast();
              }),
              HasSubstr("seat 1 had 7 cards: expected one more"));
}

TEST(OctrixViewTest, SampleRefusesHandsThatAreTooLong) {
  State state = Dealt({kClubs, kSpades}, "");
  v1::Observation observation = Seen(state);
  observation.mutable_octrix()->mutable_hands(1)->add_cards(0);
  EXPECT_THAT(ErrorOf(SampleOf(2, "", observation).status()),
              HasSubstr("seat 1 had 9 cards: expected 8"));
}

TEST(OctrixViewTest, SampleRefusesTricksOfADealThatIsNotComplete) {
  EXPECT_THAT(SampleError([](Octrix& seen) {
                seen.mutable_hands(0)->mutable_cards()->RemoveLast();
              }),
              HasSubstr("31 cards are dealt: expected 32 before a trick"));
}

TEST(OctrixViewTest, SampleRefusesTheWrongNumberOfHands) {
  EXPECT_THAT(SampleError([](Octrix& seen) { seen.add_hands(); }),
              HasSubstr("5 hands: expected 4"));
}

TEST(OctrixViewTest, SampleRefusesTheWrongDealer) {
  EXPECT_THAT(SampleError([](Octrix& seen) { seen.set_dealer(1); }),
              HasSubstr("dealer 1: the options give 0"));
}

TEST(OctrixViewTest, SampleRefusesADealBeyondTheCap) {
  EXPECT_THAT(SampleError([](Octrix& seen) { seen.set_deal(101); }),
              HasSubstr("deal 101: expected 1..100"));
}

TEST(OctrixViewTest, SampleRefusesImpossibleTotals) {
  EXPECT_THAT(SampleError([](Octrix& seen) { seen.set_totals(0, 3); }),
              HasSubstr("totals of 3 points after 0 deals"));
}

TEST(OctrixViewTest, SampleRefusesTotalsThatHaveEndedTheMatch) {
  EXPECT_THAT(SampleError([](Octrix& seen) {
                seen.set_deal(5);
                seen.set_totals(0, 90);
              }),
              HasSubstr("the match has ended before deal 5"));
}

TEST(OctrixViewTest, SampleRefusesALastDealWithoutItsLastTrick) {
  EXPECT_THAT(
      SampleError([](Octrix& seen) {
        seen.set_deal(5);
        seen.set_totals(0, 32);
      }),
      HasSubstr("last_deal_trick: expected in all deals but the first"));
}

TEST(OctrixViewTest, SampleRefusesCardsThatCannotBeOpen) {
  EXPECT_THAT(SampleError([](Octrix& seen) {
                seen.mutable_open_cards(0)->set_seat(0);
              }),
              HasSubstr("octrix observation: "));
}

TEST(OctrixViewTest, SampleNamesWhatDoesNotFollow) {
  EXPECT_THAT(SampleError([](Octrix& seen) { seen.set_deal_scores(1, 60); }),
              HasSubstr("deal_scores[1]: 60 ->"));
}

}  // namespace
}  // namespace arena::octrix
