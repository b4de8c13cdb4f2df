// Tells a match of Doppelkopf in sentences.
#include <array>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/sentence.h"
#include "arena/games/doppelkopf/doppelkopf.h"
#include "arena/games/doppelkopf/doppelkopf_messages_view.h"
#include "arena/v1/match_step.pb.h"

namespace arena::doppelkopf {
namespace {

constexpr std::array<absl::string_view, 4> kSuitWords = {"clubs", "spades",
                                                         "hearts", "diamonds"};
constexpr std::array<absl::string_view, 6> kRankWords = {
    "nine", "jack", "queen", "king", "ten", "ace"};

std::string CardWords(uint32_t card) {
  if (card >= kCardTypes) return "a card";
  return absl::StrCat("the ", kRankWords[card % kRanks], " of ",
                      kSuitWords[card / kRanks]);
}

template <typename Field>
std::string CardsWords(const Field& cards) {
  std::vector<std::string> words;
  for (const uint32_t card : cards) words.push_back(CardWords(card));
  return ListText(words);
}

std::string DeclarationWords(v1::DoppelkopfDeclaration declaration) {
  switch (declaration) {
    case v1::DOPPELKOPF_DECLARATION_HEALTHY:
      return "is healthy";
    case v1::DOPPELKOPF_DECLARATION_MARRIAGE:
      return "declares a marriage";
    case v1::DOPPELKOPF_DECLARATION_POVERTY:
      return "declares poverty";
    case v1::DOPPELKOPF_DECLARATION_QUEENS:
      return "declares a solo with queens as trumps";
    case v1::DOPPELKOPF_DECLARATION_JACKS:
      return "declares a solo with jacks as trumps";
    case v1::DOPPELKOPF_DECLARATION_FLESHLESS:
      return "declares a solo without trumps";
    case v1::DOPPELKOPF_DECLARATION_CLUBS:
      return "declares a solo in clubs";
    case v1::DOPPELKOPF_DECLARATION_SPADES:
      return "declares a solo in spades";
    case v1::DOPPELKOPF_DECLARATION_HEARTS:
      return "declares a solo in hearts";
    case v1::DOPPELKOPF_DECLARATION_DIAMONDS:
      return "declares a solo in diamonds";
    case v1::DOPPELKOPF_DECLARATION_REDEAL:
      return "wants the cards dealt again";
    default:
      return "has a reservation";
  }
}

std::string WordWords(v1::DoppelkopfWord word) {
  switch (word) {
    case v1::DOPPELKOPF_WORD_PASS:
      return "passes";
    case v1::DOPPELKOPF_WORD_RE:
      return "announces Re";
    case v1::DOPPELKOPF_WORD_KONTRA:
      return "announces Kontra";
    case v1::DOPPELKOPF_WORD_NO_90:
      return "announces keine 90";
    case v1::DOPPELKOPF_WORD_NO_60:
      return "announces keine 60";
    case v1::DOPPELKOPF_WORD_NO_30:
      return "announces keine 30";
    case v1::DOPPELKOPF_WORD_SCHWARZ:
      return "announces schwarz";
    case v1::DOPPELKOPF_WORD_ACCEPT:
      return "takes the cards of the poverty";
    case v1::DOPPELKOPF_WORD_DECLINE:
      return "does not take the cards of the poverty";
    default:
      return "acts";
  }
}

std::string ContractWords(v1::DoppelkopfContract contract) {
  switch (contract) {
    case v1::DOPPELKOPF_CONTRACT_MARRIAGE:
      return "a marriage";
    case v1::DOPPELKOPF_CONTRACT_POVERTY:
      return "a poverty";
    case v1::DOPPELKOPF_CONTRACT_QUEENS:
      return "a solo with queens as trumps";
    case v1::DOPPELKOPF_CONTRACT_JACKS:
      return "a solo with jacks as trumps";
    case v1::DOPPELKOPF_CONTRACT_FLESHLESS:
      return "a solo without trumps";
    case v1::DOPPELKOPF_CONTRACT_CLUBS:
      return "a solo in clubs";
    case v1::DOPPELKOPF_CONTRACT_SPADES:
      return "a solo in spades";
    case v1::DOPPELKOPF_CONTRACT_HEARTS:
      return "a solo in hearts";
    case v1::DOPPELKOPF_CONTRACT_DIAMONDS:
      return "a solo in diamonds";
    default:
      return "a normal deal";
  }
}

absl::string_view PartyWords(v1::DoppelkopfParty party) {
  return party == v1::DOPPELKOPF_PARTY_RE ? "Re" : "Kontra";
}

bool Complete(const v1::DoppelkopfTrick& trick) {
  return trick.cards_size() == kSeats;
}

// Tells one step.
class Narrator {
 public:
  Narrator(const v1::MatchStep& before, v1::MatchStep& step)
      : first_(before.observations().empty()),
        before_(first_ ? step.observations(0).doppelkopf()
                       : before.observations(0).doppelkopf()),
        after_(step.observations(0).doppelkopf()),
        step_(step) {}

  void Tell() {
    step_.set_deal(before_.deal());
    step_.set_trick(OpenTrick());
    for (v1::StepAct& act : *step_.mutable_acts()) TellAct(act);
    if (first_) return TellDealing();
    TellContract();
    TellTrick();
    TellPartners();
    if (deal_over()) TellDeal();
    const bool again = after_.redeals() > before_.redeals();
    if (again) step_.add_effects("the cards are dealt again");
    if (again || after_.deal() != before_.deal()) TellDealing();
  }

 private:
  // Number of the trick that the next card belongs to; 0 before the first card
  // may be played.
  uint32_t OpenTrick() const {
    if (before_.phase() != v1::DOPPELKOPF_PHASE_PLAY &&
        before_.phase() != v1::DOPPELKOPF_PHASE_WINDOW &&
        before_.tricks().empty()) {
      return 0;
    }
    const int tricks = before_.tricks_size();
    const bool goes_on = tricks > 0 && !Complete(before_.tricks(tricks - 1));
    const bool over = before_.phase() == v1::DOPPELKOPF_PHASE_OVER;
    return static_cast<uint32_t>(tricks) + (goes_on || over ? 0 : 1);
  }
  bool deal_over() const {
    return after_.has_last_deal() &&
           (!before_.has_last_deal() ||
            after_.last_deal().deal() != before_.last_deal().deal() ||
            after_.phase() == v1::DOPPELKOPF_PHASE_OVER);
  }

  void TellAct(v1::StepAct& act) const {
    act.set_sentence(
        absl::StrCat(SeatText(act.event().seat()), " ", ActWords(act.event())));
  }

  std::string ActWords(const v1::SeatEvent& event) const {
    const v1::DoppelkopfAction& action = event.action().doppelkopf();
    switch (action.kind_case()) {
      case v1::DoppelkopfAction::kCard:
        return absl::StrCat("plays ", CardWords(action.card()));
      case v1::DoppelkopfAction::kDeclaration:
        return DeclarationWords(action.declaration());
      case v1::DoppelkopfAction::kWord: {
        const v1::DoppelkopfParty party = event.reveal().doppelkopf().party();
        const bool level = action.word() >= v1::DOPPELKOPF_WORD_NO_90 &&
                           action.word() <= v1::DOPPELKOPF_WORD_SCHWARZ;
        return absl::StrCat(
            WordWords(action.word()),
            level && party != v1::DOPPELKOPF_PARTY_UNSPECIFIED
                ? absl::StrCat(" for ", PartyWords(party))
                : "");
      }
      case v1::DoppelkopfAction::kLay:
        return absl::StrCat("lays ", CardsWords(action.lay().cards()));
      case v1::DoppelkopfAction::kGiveBack:
        return absl::StrCat("gives back ",
                            CardsWords(action.give_back().cards()));
      default:
        return HiddenActWords();
    }
  }

  std::string HiddenActWords() const {
    switch (before_.phase()) {
      case v1::DOPPELKOPF_PHASE_LAY:
        return "lays three cards";
      case v1::DOPPELKOPF_PHASE_RETURN:
        return "gives three cards back";
      default:
        return "has a reservation";
    }
  }

  void TellContract() {
    if (after_.deal() != before_.deal() ||
        after_.contract() == before_.contract() ||
        after_.contract() == v1::DOPPELKOPF_CONTRACT_UNSPECIFIED) {
      return;
    }
    const std::string what = ContractWords(after_.contract());
    step_.add_effects(
        after_.has_declarer()
            ? absl::StrCat(SeatText(after_.declarer()), " plays ", what)
            : absl::StrCat(what, " is played"));
  }

  void TellTrick() {
    const v1::DoppelkopfTrick* trick = nullptr;
    const auto number = static_cast<int>(step_.trick());
    const bool played =
        step_.acts_size() == 1 &&
        step_.acts(0).event().action().doppelkopf().has_card();
    if (!played) return;
    if (deal_over()) {
      trick = &after_.last_deal().last_trick();
    } else if (number <= after_.tricks_size() &&
               Complete(after_.tricks(number - 1))) {
      trick = &after_.tricks(number - 1);
    }
    if (trick == nullptr || !trick->has_taker()) return;
    step_.add_effects(absl::StrCat(SeatText(trick->taker()), " takes trick ",
                                   number, " with ", trick->augen(), " Augen"));
    step_.add_marks(v1::STEP_MARK_TRICK_END);
  }

  // Tells the parties of the seats whose party comes to light.
  void TellPartners() {
    if (after_.deal() != before_.deal() || deal_over()) return;
    if (after_.has_marriage() && !before_.has_marriage()) {
      step_.add_effects(
          after_.marriage().has_partner()
              ? absl::StrCat(SeatText(after_.marriage().partner()),
                             " is the partner of the marriage")
              : "no partner is found: the marriage has become a solo");
    }
    for (int seat = 0; seat < after_.public_parties_size(); ++seat) {
      const v1::DoppelkopfParty party = after_.public_parties(seat);
      if (party == before_.public_parties(seat) ||
          party == v1::DOPPELKOPF_PARTY_UNSPECIFIED) {
        continue;
      }
      step_.add_effects(absl::StrCat(SeatText(static_cast<uint32_t>(seat)),
                                     " is ", PartyWords(party)));
    }
  }

  void TellDeal() {
    step_.add_effects(ResultText(after_.last_deal()));
    const auto& points = after_.last_deal().points();
    step_.add_effects(absl::StrCat(
        "deal ", before_.deal(), ": ",
        PointsText({points.begin(), points.end()})));
    step_.add_marks(v1::STEP_MARK_SHOWDOWN);
    step_.add_marks(v1::STEP_MARK_DEAL_END);
  }

  void TellDealing() {
    if (after_.phase() == v1::DOPPELKOPF_PHASE_OVER ||
        after_.phase() == v1::DOPPELKOPF_PHASE_DEAL) {
      return;
    }
    step_.add_effects(absl::StrCat(SeatText(after_.dealer()), " deals deal ",
                                   after_.deal()));
    step_.add_marks(v1::STEP_MARK_DEAL_BEGIN);
  }

  const bool first_;
  const v1::DoppelkopfObservation& before_;
  const v1::DoppelkopfObservation& after_;
  v1::MatchStep& step_;
};

}  // namespace

void State::Narrate(const v1::MatchStep& before, v1::MatchStep& step) {
  Narrator(before, step).Tell();
}

}  // namespace arena::doppelkopf
