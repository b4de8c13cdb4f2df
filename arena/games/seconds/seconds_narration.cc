// Tells a match of Seconds in sentences.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/sentence.h"
#include "arena/games/seconds/seconds.h"
#include "arena/v1/match_step.pb.h"

namespace arena::seconds {
namespace {

constexpr std::array<absl::string_view, 13> kRankWords = {
    "two",  "three", "four",  "five", "six",   "seven", "eight",
    "nine", "ten",   "jack",  "queen", "king", "ace"};
constexpr std::array<absl::string_view, 4> kSuitWords = {"clubs", "diamonds",
                                                         "hearts", "spades"};
constexpr int kAutomatic = 2;  // tricks that one card may complete

std::string CardWords(uint32_t card) {
  return absl::StrCat("the ", kRankWords[card / 4 % 13], " of ",
                      kSuitWords[card % 4]);
}

// The reason why a trick went to its taker.
std::string ReasonText(const v1::SecondsTrick& trick) {
  if (trick.cards_size() != kSeats) return "";
  const uint32_t suit = trick.cards(0) % 4;
  const auto of_suit =
      std::count_if(trick.cards().begin(), trick.cards().end(),
                    [&](uint32_t card) { return card % 4 == suit; });
  if (of_suit == 1) return ", as nobody followed suit: the second by rank";
  return absl::StrCat(", the second of ", of_suit, " ", kSuitWords[suit]);
}

std::string TrickText(size_t number, const v1::SecondsTrick& trick) {
  return absl::StrCat(SeatText(trick.taker()), " takes trick ", number,
                      ReasonText(trick));
}

// Tells one step.
class Narrator {
 public:
  Narrator(const v1::MatchStep& before, v1::MatchStep& step)
      : first_(before.observations().empty()),
        before_(first_ ? step.observations(0).seconds()
                       : before.observations(0).seconds()),
        after_(step.observations(0).seconds()),
        step_(step) {}

  void Tell() {
    step_.set_deal(before_.deal());
    step_.set_trick(static_cast<uint32_t>(before_.tricks_size()) + 1);
    if (step_.trick() > kTricks) step_.set_trick(kTricks);
    for (v1::StepAct& act : *step_.mutable_acts()) TellAct(act);
    if (!first_) TellTricks();
    const bool dealt = first_ || after_.deal() != before_.deal();
    if (dealt && !after_.to_act().empty()) TellDealing();
  }

 private:
  static void TellAct(v1::StepAct& act) {
    act.set_sentence(
        absl::StrCat(SeatText(act.event().seat()), " plays ",
                     CardWords(act.event().action().seconds().card())));
  }

  bool scored() const {
    return after_.results_size() > before_.results_size();
  }

  void TellTricks() {
    if (scored()) return TellDeal();
    for (int i = before_.tricks_size(); i < after_.tricks_size(); ++i) {
      AddTrick(static_cast<size_t>(i) + 1, after_.tricks(i));
    }
  }

  void AddTrick(size_t number, const v1::SecondsTrick& trick) {
    step_.add_effects(TrickText(number, trick));
    step_.add_marks(v1::STEP_MARK_TRICK_END);
  }

  // The deal is over, and its result holds only the last of its tricks.
  void TellDeal() {
    const v1::SecondsDealResult& result =
        after_.results(after_.results_size() - 1);
    if (before_.tricks_size() == kTricks - kAutomatic) {
      v1::SecondsTrick trick = OpenTrick();
      trick.set_taker(result.last_trick().leader());
      AddTrick(kTricks - 1, trick);
      TellLastCards(result.last_trick());
    }
    AddTrick(kTricks, result.last_trick());
    step_.add_effects(absl::StrCat(
        "deal ", before_.deal(), ": ",
        PointsText({result.points().begin(), result.points().end()})));
    step_.add_marks(v1::STEP_MARK_DEAL_END);
  }

  // The trick that the step completes.
  v1::SecondsTrick OpenTrick() const {
    v1::SecondsTrick trick;
    trick.set_leader(before_.leader());
    *trick.mutable_cards() = before_.open_cards();
    for (const v1::StepAct& act : step_.acts()) {
      trick.add_cards(act.event().action().seconds().card());
    }
    return trick;
  }

  void TellLastCards(const v1::SecondsTrick& trick) {
    std::vector<std::string> cards;
    for (const uint32_t card : trick.cards()) {
      cards.push_back(CardWords(card));
    }
    step_.add_effects(absl::StrCat("the last cards follow from ",
                                   SeatText(trick.leader()), " on: ",
                                   ListText(cards)));
  }

  void TellDealing() {
    step_.add_effects(absl::StrCat(SeatText(after_.dealer()), " deals deal ",
                                   after_.deal()));
    step_.add_marks(v1::STEP_MARK_DEAL_BEGIN);
  }

  const bool first_;
  const v1::SecondsObservation& before_;
  const v1::SecondsObservation& after_;
  v1::MatchStep& step_;
};

}  // namespace

void State::Narrate(const v1::MatchStep& before, v1::MatchStep& step) {
  Narrator(before, step).Tell();
}

}  // namespace arena::seconds
