// Tells a match of Ordago in sentences.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/sentence.h"
#include "arena/games/ordago/ordago_messages_view.h"
#include "arena/v1/match_step.pb.h"

namespace arena::ordago {
namespace {

constexpr std::array<absl::string_view, 9> kRankWords = {
    "?", "ace", "four", "five", "six", "seven", "jack", "queen", "king"};
constexpr std::array<absl::string_view, 5> kBetWords = {"?", "Big", "Small",
                                                        "Pairs", "Game"};
constexpr std::array<absl::string_view, 10> kSignWords = {
    "?",         "bad cards", "two kings", "three kings", "two aces",
    "three aces", "two pairs", "a triple",  "31",          "three kings and an "
                                                           "ace"};

template <size_t kSize>
absl::string_view WordOf(const std::array<absl::string_view, kSize>& words,
                         int number) {
  return number > 0 && number < static_cast<int>(kSize) ? words[number] : "?";
}

// "king, king, seven and ace"
std::string CardsWords(const v1::OrdagoCards& cards) {
  std::vector<std::string> words;
  for (const int rank : cards.ranks()) {
    words.emplace_back(WordOf(kRankWords, rank));
  }
  return ListText(words);
}

// The words after "seat 2 signs", or after "seat 2" for table talk.
std::string SignWords(const v1::OrdagoSign& sign) {
  switch (sign.kind_case()) {
    case v1::OrdagoSign::kOfficial:
      return absl::StrCat("signs ", WordOf(kSignWords, sign.official()));
    case v1::OrdagoSign::kPrivateCode:
      return absl::StrCat("signs private code ", sign.private_code());
    case v1::OrdagoSign::kPublicCode:
      return absl::StrCat("says code ", sign.public_code());
    default:
      return "signs";
  }
}

std::string WordWords(v1::OrdagoWord word) {
  switch (word) {
    case v1::ORDAGO_WORD_KEEP:
      return "keeps";
    case v1::ORDAGO_WORD_SWAP:
      return "wants to swap";
    case v1::ORDAGO_WORD_WAIT:
      return "waits";
    case v1::ORDAGO_WORD_PASS:
      return "passes";
    case v1::ORDAGO_WORD_ACCEPT:
      return "accepts";
    case v1::ORDAGO_WORD_ORDAGO:
      return "says ordago";
    case v1::ORDAGO_WORD_NO_SIGN:
      return "gives no sign";
    default:
      return "acts";
  }
}

// The words for an act that the viewer sees: "bids 4".
std::string ActWords(const v1::OrdagoAction& action) {
  switch (action.kind_case()) {
    case v1::OrdagoAction::kWord:
      return WordWords(action.word());
    case v1::OrdagoAction::kBid:
      return absl::StrCat("bids ", action.bid());
    case v1::OrdagoAction::kRaiseTo:
      return absl::StrCat("raises to ", action.raise_to());
    case v1::OrdagoAction::kDiscard:
      return absl::StrCat("throws away ", CardsWords(action.discard()));
    case v1::OrdagoAction::kSign:
      return SignWords(action.sign());
    default:
      return "acts";
  }
}

std::string BetEndWords(const v1::OrdagoBetResult& result) {
  switch (result.status()) {
    case v1::ORDAGO_BET_STATUS_PASSED_OUT:
      return "is passed out";
    case v1::ORDAGO_BET_STATUS_CONCLUDED:
      return absl::StrCat("is concluded at ", result.amount());
    case v1::ORDAGO_BET_STATUS_DECLINED:
      return absl::StrCat("is declined: team ", result.team(), " gets ",
                          CountText(result.amount(), "point"));
    default:
      return "is an accepted ordago: the cards decide the set";
  }
}

bool Decided(const v1::OrdagoBetResult& result) {
  return result.status() != v1::ORDAGO_BET_STATUS_UNSPECIFIED;
}

// Tells one step.
class Narrator {
 public:
  Narrator(const v1::MatchStep& before, v1::MatchStep& step)
      : first_(before.observations().empty()),
        before_(first_ ? step.observations(0).ordago()
                       : before.observations(0).ordago()),
        after_(step.observations(0).ordago()),
        step_before_(before),
        step_(step) {}

  void Tell() {
    step_.set_deal(before_.hand());
    step_.set_trick(before_.bet());
    for (v1::StepAct& act : *step_.mutable_acts()) TellAct(act);
    if (first_) return TellDealing();
    TellSigns();
    TellExchange();
    TellBets(ended() ? after_.last_hand().results() : after_.results());
    if (ended()) TellHand();
    if (after_.hand() != before_.hand()) TellDealing();
  }

 private:
  bool ended() const {
    return after_.hand() != before_.hand() ||
           (after_.phase() == v1::ORDAGO_PHASE_OVER &&
            before_.phase() != v1::ORDAGO_PHASE_OVER);
  }
  bool open_dummy() const { return before_.has_dummy_hand(); }

  void TellAct(v1::StepAct& act) {
    const v1::SeatEvent& event = act.event();
    const bool announces = !Chooses(event);
    for (int i = 0; i < before_.to_act_size() && !announces; ++i) {
      if (before_.to_act(i) == event.seat() && !act.has_place()) {
        act.set_place(before_.places_to_act(i));
      }
    }
    std::string sentence = SeatText(event.seat());
    if (open_dummy() && act.has_place() && event.seat() == 0) {
      absl::StrAppend(&sentence, " at place ", act.place());
    }
    absl::StrAppend(&sentence, " ", ActWordsOf(event),
                    announces ? " with the next choice" : "");
    if (before_.phase() == v1::ORDAGO_PHASE_BET && !announces) {
      absl::StrAppend(&sentence, " on ", WordOf(kBetWords, before_.bet()));
    }
    act.set_sentence(std::move(sentence));
  }

  // A sign is a choice only in a sign window; table talk never is.
  bool Chooses(const v1::SeatEvent& event) const {
    const v1::OrdagoAction& action = event.action().ordago();
    return !action.has_sign() ||
           (before_.phase() == v1::ORDAGO_PHASE_SIGN_WINDOW &&
            !action.sign().has_public_code());
  }

  std::string ActWordsOf(const v1::SeatEvent& event) const {
    if (event.has_action()) return ActWords(event.action().ordago());
    const uint32_t count = event.reveal().ordago().discard_count();
    if (count > 0) {
      return absl::StrCat("throws away ", CountText(count, "card"));
    }
    return before_.phase() == v1::ORDAGO_PHASE_SIGN_WINDOW
               ? "may have given a sign"
               : "throws cards away, face down";
  }

  // Tells the signs that a viewer got; for the table, also which seat got each.
  void TellSigns() {
    const bool table = step_.observations_size() > 1;
    for (int i = 0; i < step_.observations_size(); ++i) {
      const v1::OrdagoObservation& now = step_.observations(i).ordago();
      for (const v1::OrdagoSignSeen* sign : NewSigns(i, now)) {
        const auto viewer = static_cast<uint32_t>(i);
        if (table && sign->seat() == viewer) continue;
        step_.add_effects(absl::StrCat(
            table ? absl::StrCat(SeatText(viewer), " sees that ") : "",
            SeatText(sign->seat()), " ", SignWords(sign->sign())));
      }
    }
  }

  // The signs in the log of a viewer that were not there before. A new hand
  // begins a new log, except for signs that came with the end of the last one.
  std::vector<const v1::OrdagoSignSeen*> NewSigns(
      int viewer, const v1::OrdagoObservation& now) const {
    const v1::OrdagoObservation& then =
        step_before_.observations(viewer).ordago();
    const bool same = now.hand() == then.hand();
    const int known =
        same ? static_cast<int>(then.forgotten_signs()) + then.signs_size()
             : 0;
    std::vector<const v1::OrdagoSignSeen*> signs;
    int number = static_cast<int>(now.forgotten_signs());
    for (const v1::OrdagoSignSeen& sign : now.signs()) {
      const bool own = !IsTable() && now.has_own_place() &&
                       sign.seat() == OwnSeat(now) && !IsCode(sign);
      if (number++ >= known && !own) signs.push_back(&sign);
    }
    return signs;
  }
  bool IsTable() const { return step_.observations_size() > 1; }
  static bool IsCode(const v1::OrdagoSignSeen& sign) {
    return sign.sign().has_public_code();
  }
  static uint32_t OwnSeat(const v1::OrdagoObservation& seen) {
    const uint32_t place = seen.own_place();
    return seen.has_dummy_hand() ? (place + 1) / 2 : place;
  }

  void TellExchange() {
    if (after_.hand() == before_.hand() &&
        after_.completed_exchanges() > before_.completed_exchanges()) {
      step_.add_effects(absl::StrCat("exchange ", after_.completed_exchanges(),
                                     " is complete"));
      step_.add_marks(v1::STEP_MARK_TRICK_END);
    }
    if (after_.hand() == before_.hand() &&
        after_.rebuilds() > before_.rebuilds()) {
      step_.add_effects("the old discards become the stock");
    }
  }

  template <typename Results>
  void TellBets(const Results& results) {
    for (int i = 0; i < results.size(); ++i) {
      const bool known =
          i < before_.results_size() && Decided(before_.results(i));
      if (known || !Decided(results.Get(i))) continue;
      step_.add_effects(absl::StrCat(WordOf(kBetWords, i + 1), " ",
                                     BetEndWords(results.Get(i))));
      step_.add_marks(v1::STEP_MARK_TRICK_END);
    }
  }

  void TellHand() {
    const v1::OrdagoLastHand& last = after_.last_hand();
    if (last.shown()) TellShowdown(last);
    std::vector<std::string> scores;
    for (int team = 0; team < last.score_size(); ++team) {
      scores.push_back(absl::StrCat("team ", team, " has ", last.score(team)));
    }
    step_.add_effects(absl::StrCat("hand ", before_.hand(), " is over: ",
                                   ListText(scores), " in this set"));
    step_.add_marks(v1::STEP_MARK_DEAL_END);
    if (!last.has_winning_team()) return;
    step_.add_effects(absl::StrCat("team ", last.winning_team(),
                                   " wins the set; sets ", after_.sets(0),
                                   " : ", after_.sets(1)));
    step_.add_marks(v1::STEP_MARK_SET_END);
  }

  // Tells the best place of each bet, and the bonus of each team's hands.
  void TellShowdown(const v1::OrdagoLastHand& last) {
    std::array<Cards, kPlaces> hands = {};
    std::vector<std::string> shown;
    for (int place = 0; place < kPlaces && place < last.hands_size();
         ++place) {
      hands[place] = FromMessage(last.hands(place)).value_or(0);
      shown.push_back(absl::StrCat("place ", place, " ",
                                   CardsText(hands[place])));
    }
    step_.add_effects(absl::StrCat("the hands are shown: ", ListText(shown)));
    step_.add_marks(v1::STEP_MARK_SHOWDOWN);
    for (int i = 0; i < kBets && i < last.results_size(); ++i) {
      const v1::OrdagoBetResult& result = last.results(i);
      if (Decided(result)) TellBest(static_cast<Bet>(i), result, hands);
    }
  }

  void TellBest(Bet bet, const v1::OrdagoBetResult& result,
                const std::array<Cards, kPlaces>& hands) {
    const int best =
        BestPlace(bet, hands, static_cast<int>(after_.last_hand().start()));
    const bool declined =
        result.status() == v1::ORDAGO_BET_STATUS_DECLINED;
    const int team = declined ? static_cast<int>(result.team()) : best % 2;
    step_.add_effects(absl::StrCat(
        WordOf(kBetWords, static_cast<int>(bet) + 1), ": place ", best,
        " is best", BonusWords(bet, team, hands)));
  }

  // The reason for the bonus of a team's hands. Only the options tell the
  // points of 31.
  static std::string BonusWords(Bet bet, int team,
                                const std::array<Cards, kPlaces>& hands) {
    const Cards first = hands[team];
    const Cards second = hands[team + 2];
    const int bonus = BonusOf(bet, first) + BonusOf(bet, second);
    if (bonus == 0) return "";
    const std::string whose = absl::StrCat("; the hands of team ", team);
    if (bet == Bet::kPairs) {
      return absl::StrCat(whose, " hold a bonus of ", bonus);
    }
    return absl::StrCat(whose, " count ", SumOf(first), " and ",
                        SumOf(second));
  }

  void TellDealing() {
    if (!after_.has_dealer() || after_.phase() == v1::ORDAGO_PHASE_OVER) {
      return;
    }
    step_.add_effects(absl::StrCat("place ", after_.dealer(), " deals hand ",
                                   after_.hand()));
    step_.add_marks(v1::STEP_MARK_DEAL_BEGIN);
  }

  const bool first_;
  const v1::OrdagoObservation& before_;
  const v1::OrdagoObservation& after_;
  const v1::MatchStep& step_before_;
  v1::MatchStep& step_;
};

}  // namespace

void State::Narrate(const v1::MatchStep& before, v1::MatchStep& step) {
  Narrator(before, step).Tell();
}

}  // namespace arena::ordago
