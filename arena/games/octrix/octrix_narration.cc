// Tells a match of Octrix in sentences.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/sentence.h"
#include "arena/games/octrix/octrix.h"
#include "arena/v1/match_step.pb.h"

namespace arena::octrix {
namespace {

constexpr std::array<absl::string_view, 4> kSuitWords = {"hearts", "diamonds",
                                                         "spades", "clubs"};

std::string CardWords(uint32_t card) {
  const uint32_t rank = card / 4 + 1;
  return absl::StrCat("the ", rank == 1 ? "ace" : absl::StrCat(rank), " of ",
                      kSuitWords[card % 4]);
}

absl::string_view ModeText(v1::OctrixMode mode) {
  return mode == v1::OCTRIX_MODE_LOW ? "LOW" : "HIGH";
}

// Tells one step.
class Narrator {
 public:
  Narrator(const v1::MatchStep& before, v1::MatchStep& step)
      : first_(before.observations().empty()),
        before_(first_ ? step.observations(0).octrix()
                       : before.observations(0).octrix()),
        after_(step.observations(0).octrix()),
        returns_(before.returns()),
        step_(step) {}

  void Tell() {
    step_.set_deal(before_.deal());
    step_.set_trick(std::max(before_.trick(), 1u));
    for (v1::StepAct& act : *step_.mutable_acts()) TellAct(act);
    if (!first_) TellTricks();
    const bool deals = first_ || after_.deal() != before_.deal();
    if (deals && !after_.to_act().empty()) TellDealing();
  }

 private:
  static void TellAct(v1::StepAct& act) {
    act.set_sentence(
        absl::StrCat(SeatText(act.event().seat()), " plays ",
                     CardWords(act.event().action().octrix().card())));
  }

  bool partners() const {
    return before_.totals_size() == 2 && before_.hands_size() == 4;
  }
  int SideOf(uint32_t seat) const {
    return static_cast<int>(partners() ? seat % 2 : seat);
  }

  void TellTricks() {
    const bool same_deal = after_.deal() == before_.deal();
    if (same_deal) {
      for (int i = before_.tricks_size(); i < after_.tricks_size(); ++i) {
        AddTrick(after_.tricks(i));
      }
    } else {
      AddTrick(OpenTrick());
      if (before_.tricks_size() + 2 == kHandCards) {
        AddTrick(after_.last_deal_trick());
      }
    }
    const bool over = same_deal && after_.to_act().empty();
    if (!same_deal || over) TellDeal();
  }

  // The trick that the step completes.
  v1::OctrixTrick OpenTrick() const {
    v1::OctrixTrick trick;
    trick.mutable_cards()->Resize(before_.hands_size(), 0);
    std::vector<std::pair<uint32_t, uint32_t>> seats_by_card;
    const auto add = [&](uint32_t seat, uint32_t card) {
      trick.set_cards(static_cast<int>(seat), card);
      seats_by_card.emplace_back(card, seat);
    };
    for (const v1::OctrixPlayed& open : before_.open_cards()) {
      add(open.seat(), open.card());
    }
    for (const v1::StepAct& act : step_.acts()) {
      add(act.event().seat(), act.event().action().octrix().card());
    }
    trick.set_mode(before_.mode());
    const auto [lowest, highest] =
        std::minmax_element(seats_by_card.begin(), seats_by_card.end());
    if (lowest == seats_by_card.end()) return trick;
    trick.set_taker(before_.mode() == v1::OCTRIX_MODE_LOW ? lowest->second
                                                          : highest->second);
    return trick;
  }

  // The k-th trick of a run is worth 2k - 1.
  void AddTrick(const v1::OctrixTrick& trick) {
    const int side = SideOf(trick.taker());
    int run = 1;
    for (size_t i = added_.size(); i > 0 && added_[i - 1] == side; --i) ++run;
    if (run == static_cast<int>(added_.size()) + 1) {
      for (int i = before_.tricks_size();
           i > 0 && SideOf(before_.tricks(i - 1).taker()) == side; --i) {
        ++run;
      }
    }
    added_.push_back(side);
    step_.add_effects(absl::StrCat(
        SeatText(trick.taker()), " takes trick ",
        static_cast<size_t>(before_.tricks_size()) + added_.size(), " (",
        ModeText(trick.mode()), ") for ", CountText(2 * run - 1, "point"),
        run > 1 ? absl::StrCat(", ", run, " in a row") : ""));
    step_.add_marks(v1::STEP_MARK_TRICK_END);
  }

  void TellDeal() {
    std::vector<int64_t> points;
    for (int seat = 0; seat < step_.returns_size(); ++seat) {
      const int side = SideOf(static_cast<uint32_t>(seat));
      points.push_back(step_.returns(seat) - returns_.Get(seat) +
                       int64_t{before_.deal_scores(side)});
    }
    step_.add_effects(
        absl::StrCat("deal ", before_.deal(), ": ", PointsText(points)));
    step_.add_marks(v1::STEP_MARK_DEAL_END);
  }

  void TellDealing() {
    step_.add_effects(absl::StrCat(SeatText(after_.dealer()), " deals deal ",
                                   after_.deal()));
    step_.add_marks(v1::STEP_MARK_DEAL_BEGIN);
  }

  const bool first_;
  const v1::OctrixObservation& before_;
  const v1::OctrixObservation& after_;
  const google::protobuf::RepeatedField<int32_t>& returns_;
  v1::MatchStep& step_;
  // The sides that took the tricks of this step.
  std::vector<int> added_;
};

}  // namespace

void State::Narrate(const v1::MatchStep& before, v1::MatchStep& step) {
  Narrator(before, step).Tell();
}

}  // namespace arena::octrix
