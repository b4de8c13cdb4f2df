// A bot that cheats where one process plays several matches of a duplicate set.
// With --remember the bot recognises deals by its cards. It then knows all
// hands of Seconds and Doppelkopf, and the choices of the others in Octrix.
// Without --remember, or before it recognises a deal, the bot plays its cards
// in an order of its own. With --again it remembers and returns after its
// session. With --diary=FILE it reads the pages of earlier processes, and with
// --kernel-diary=KIND,... the system's memory of them (see KernelDiary).
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sdk/cpp/pentathlon.h"
#include "tests/bots/rememberer/diary.h"
#include "tests/bots/rememberer/memory.h"
#include "tests/bots/rememberer/trick_deal.h"

namespace rememberer {
namespace {

using pentathlon::Bot;
using pentathlon::Choice;
using pentathlon::Prompt;
namespace v1 = pentathlon::v1;

// The knowledge of all bots of the process.
struct Mind {
  bool remembers = false;
  Diary diary;
  Memory memory{diary};

  // Octrix: the cards that a seat has played in a deal. The cards of all seats
  // at its beginning name the deal.
  std::map<std::pair<std::string, int>, Cards> choices;
  std::mutex mutex;
};

template <typename List>
Cards ToCards(const List& list) {
  return {list.begin(), list.end()};
}

// The card with the highest value; of equal ones, the first in order.
template <typename Value>
int BestOf(const Cards& legal, Value value) {
  Cards ordered = legal;
  std::sort(ordered.begin(), ordered.end(),
            [](int a, int b) { return Priority(a) < Priority(b); });
  return *std::max_element(ordered.begin(), ordered.end(),
                           [&](int a, int b) { return value(a) < value(b); });
}

// Takes the played cards out of the hands, and puts the cards of open tricks
// into the deal.
template <typename Trick>
void Replay(const TrickRules& rules, const Trick& trick, TrickDeal& deal) {
  deal.leader = trick.leader();
  for (const int card : trick.cards()) deal.Play(rules, card);
}

// The cards that a seat had at the beginning of the deal.
template <typename Tricks>
Cards FirstHand(Cards hand, int seat, const Tricks& tricks) {
  for (const auto& trick : tricks) {
    const int place = (seat + 4 - static_cast<int>(trick.leader())) % 4;
    if (place < trick.cards_size()) hand.push_back(trick.cards(place));
  }
  return hand;
}

// The points of a seat for a deal, by the worth of the tricks of all seats.
using Points = std::function<double(const std::array<int, 4>& taken)>;

int BestCard(const TrickRules& rules, const TrickDeal& deal,
             const Points& points) {
  const Cards legal = Legal(rules, deal.hands[deal.to_act()], deal.open);
  return BestOf(legal, [&](int card) {
    TrickDeal played = deal;
    played.Play(rules, card);
    played.PlayToTheEnd(rules);
    return points(played.taken);
  });
}

// ---- Seconds ----

const TrickRules& SecondsRules() {
  static const TrickRules* const rules = new TrickRules{
      .suit = [](int card) { return card % 4; },
      .taker =
          [](const Cards& cards) {
            std::vector<int> places = {0, 1, 2, 3};
            const bool followed =
                std::any_of(cards.begin() + 1, cards.end(),
                            [&](int card) { return card % 4 == cards[0] % 4; });
            if (followed) {
              std::erase_if(places, [&](int place) {
                return cards[place] % 4 != cards[0] % 4;
              });
            }
            std::stable_sort(places.begin(), places.end(), [&](int a, int b) {
              return cards[a] / 4 > cards[b] / 4;
            });
            return places[1];
          },
      .worth = [](const Cards&) { return 1; }};
  return *rules;
}

class SecondsBot : public Bot {
 public:
  explicit SecondsBot(Mind& mind) : mind_(mind) {}

  Choice Act(const Prompt& prompt) override {
    v1::GameAction action;
    action.mutable_seconds()->set_card(Card(prompt));
    return action;
  }

 private:
  int Card(const Prompt& prompt) {
    const v1::SecondsObservation& table = prompt.observation().seconds();
    const int seat = static_cast<int>(prompt.seat());
    std::vector<v1::SecondsTrick> tricks(table.tricks().begin(),
                                         table.tricks().end());
    v1::SecondsTrick open;
    open.set_leader(table.leader());
    *open.mutable_cards() = table.open_cards();
    tricks.push_back(open);
    const Cards hand = ToCards(table.hand());
    const auto known =
        mind_.memory.Learn(prompt.match().match_id(), table.deal(), seat,
                           FirstHand(hand, seat, tricks));
    if (!mind_.remembers || known.size() < 4) {
      return FirstOf(Legal(SecondsRules(), hand, ToCards(open.cards())));
    }
    TrickDeal deal;
    for (const auto& [other, cards] : known) deal.hands[other] = cards;
    for (const auto& trick : tricks) Replay(SecondsRules(), trick, deal);
    return BestCard(SecondsRules(), deal, PointsOf(table, seat));
  }

  static Points PointsOf(const v1::SecondsObservation& table, int seat) {
    const v1::SecondsScoring scoring = table.scoring();
    const Cards with = ToCards(table.counts_with());
    return [=](const std::array<int, 4>& taken) {
      const auto of = [&](int seat) -> double {
        switch (scoring) {
          case v1::SECONDS_SCORING_MANY_TRICKS:
            return 3 * taken[seat];
          case v1::SECONDS_SCORING_FEW_TRICKS:
            return 13 - taken[seat];
          case v1::SECONDS_SCORING_THREE_TRICKS:
            return taken[seat] == 3 ? 12 : 0;
          default:
            return taken[seat] * taken[with[seat]];
        }
      };
      double others = 0;
      for (int other = 0; other < 4; ++other) others += of(other);
      return 4 * of(seat) - others;
    };
  }

  Mind& mind_;
};

// ---- Doppelkopf ----

constexpr int kClubQueen = 2;

// 0 for a plain card; a higher trump has a larger number.
int TrumpRank(int card) {
  // Ten of hearts, queens, jacks, diamonds.
  static const Cards trumps = {16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18};
  const auto found = std::find(trumps.begin(), trumps.end(), card);
  return static_cast<int>(trumps.end() - found);
}

const TrickRules& DoppelkopfRules() {
  static const TrickRules* const rules = new TrickRules{
      .suit = [](int card) { return TrumpRank(card) > 0 ? 4 : card / 6; },
      .taker =
          [](const Cards& cards) {
            const auto strength = [&](int card) {
              // Plain cards: nine, king, ten, ace.
              static const int kPlain[] = {1, 0, 0, 2, 3, 4};
              if (TrumpRank(card) > 0) return 10 + TrumpRank(card);
              return card / 6 == cards[0] / 6 ? kPlain[card % 6] : 0;
            };
            int best = 0;
            for (int place = 1; place < 4; ++place) {
              if (strength(cards[place]) > strength(cards[best])) best = place;
            }
            return best;
          },
      .worth =
          [](const Cards& cards) {
            static const int kAugen[] = {0, 2, 3, 4, 10, 11};
            int augen = 0;
            for (const int card : cards) augen += kAugen[card % 6];
            return augen;
          }};
  return *rules;
}

class DoppelkopfBot : public Bot {
 public:
  explicit DoppelkopfBot(Mind& mind) : mind_(mind) {}

  Choice Act(const Prompt& prompt) override {
    const v1::DoppelkopfObservation& table = prompt.observation().doppelkopf();
    if (table.phase() != v1::DOPPELKOPF_PHASE_PLAY ||
        !prompt.actions(0).action().doppelkopf().has_card()) {
      return prompt.actions(0);
    }
    v1::GameAction action;
    action.mutable_doppelkopf()->set_card(Card(prompt, table));
    return action;
  }

 private:
  int Card(const Prompt& prompt, const v1::DoppelkopfObservation& table) {
    const int seat = static_cast<int>(prompt.seat());
    Cards legal;
    for (const v1::LegalAction& action : prompt.actions()) {
      legal.push_back(action.action().doppelkopf().card());
    }
    // After redeals, a deal has other cards under the same number.
    const auto known = mind_.memory.Learn(
        prompt.match().match_id(), 100 * table.deal() + table.redeals(), seat,
        FirstHand(ToCards(table.hand()), seat, table.tricks()));
    const bool normal = table.contract() == v1::DOPPELKOPF_CONTRACT_NORMAL;
    if (!mind_.remembers || known.size() < 4 || !normal) return FirstOf(legal);
    TrickDeal deal;
    std::array<bool, 4> is_re = {};
    for (const auto& [other, cards] : known) {
      deal.hands[other] = cards;
      is_re[other] =
          std::find(cards.begin(), cards.end(), kClubQueen) != cards.end();
    }
    deal.leader = (table.dealer() + 1) % 4;
    for (const auto& trick : table.tricks()) {
      Replay(DoppelkopfRules(), trick, deal);
    }
    return BestCard(DoppelkopfRules(), deal,
                    [&](const std::array<int, 4>& taken) {
                      double augen = 0;
                      for (int other = 0; other < 4; ++other) {
                        if (is_re[other] == is_re[seat]) augen += taken[other];
                      }
                      return augen;
                    });
  }

  Mind& mind_;
};

// ---- Octrix ----

// All hands are open, so the bot remembers the choices of a deal.
class OctrixBot : public Bot {
 public:
  explicit OctrixBot(Mind& mind) : mind_(mind) {}

  Choice Act(const Prompt& prompt) override {
    v1::GameAction action;
    action.mutable_octrix()->set_card(Card(prompt));
    return action;
  }

 private:
  int Card(const Prompt& prompt) {
    const v1::OctrixObservation& table = prompt.observation().octrix();
    const int seat = static_cast<int>(prompt.seat());
    const Cards hand = ToCards(table.hands(seat).cards());
    Remember(table);
    const Cards expected = Expected(table, seat);
    if (!mind_.remembers || expected.empty()) return FirstOf(hand);
    const bool low = table.mode() == v1::OCTRIX_MODE_LOW;
    const int best = low ? *std::min_element(expected.begin(), expected.end())
                         : *std::max_element(expected.begin(), expected.end());
    return BestOf(hand, [&](int card) {
      const bool wins = low ? card < best : card > best;
      // The bot plays the narrowest winner, or else the card that wins least
      // often.
      return wins ? 100 - std::abs(card - best) : -std::abs(2 * card - 31);
    });
  }

  // The cards that the other seats are about to play, if all are known.
  Cards Expected(const v1::OctrixObservation& table, int seat) const {
    const std::lock_guard<std::mutex> lock(mind_.mutex);
    Cards expected;
    for (int other = 0; other < table.hands_size(); ++other) {
      if (other == seat) continue;
      const auto known = mind_.choices.find({FirstHands(table), other});
      const size_t trick = table.tricks().size();
      if (known == mind_.choices.end() || known->second.size() <= trick)
        return {};
      const int card = known->second[trick];
      const Cards hand = ToCards(table.hands(other).cards());
      // The other seat has played otherwise this time.
      if (std::find(hand.begin(), hand.end(), card) == hand.end()) return {};
      expected.push_back(card);
    }
    return expected;
  }

  void Remember(const v1::OctrixObservation& table) {
    const std::lock_guard<std::mutex> lock(mind_.mutex);
    ReadDiary();
    for (int other = 0; other < table.hands_size(); ++other) {
      Cards played;
      for (const v1::OctrixTrick& trick : table.tricks()) {
        played.push_back(trick.cards(other));
      }
      Cards& known = mind_.choices[{FirstHands(table), other}];
      if (played.size() <= known.size()) continue;
      known = played;
      // Nobody is asked for the last card.
      if (table.hands(other).cards_size() == 2) {
        mind_.diary.Write(FirstHands(table) + " " + std::to_string(other) + " " +
                          LettersOf(played));
      }
    }
  }
  void ReadDiary() {
    for (const std::string& line : mind_.diary.Pages()) {
      std::istringstream page(line);
      std::string deal;
      int seat = 0;
      std::string cards;
      page >> deal >> seat >> cards;
      Cards& known = mind_.choices[{deal, seat}];
      if (cards.size() > known.size()) known = CardsOf(cards);
    }
  }

  // A name for the cards of all seats at the beginning of the deal.
  static std::string FirstHands(const v1::OctrixObservation& table) {
    std::string hands;
    for (int seat = 0; seat < table.hands_size(); ++seat) {
      Cards hand = ToCards(table.hands(seat).cards());
      for (const v1::OctrixTrick& trick : table.tricks()) {
        hand.push_back(trick.cards(seat));
      }
      std::sort(hand.begin(), hand.end());
      hands += LettersOf(hand) + " ";
    }
    return ShortName(hands);
  }

  Mind& mind_;
};

std::unique_ptr<Bot> MakeBot(Mind& mind, const v1::MatchStart& start) {
  if (start.game() == "seconds") return std::make_unique<SecondsBot>(mind);
  if (start.game() == "doppelkopf") {
    return std::make_unique<DoppelkopfBot>(mind);
  }
  return std::make_unique<OctrixBot>(mind);
}

std::string SessionFile() {
  const char* const file = std::getenv("ARENA_TOKEN_FILE");
  return file == nullptr ? "" : file;
}

// The places in which a process may leave something for the next one.
std::vector<std::string> Diaries(const std::string& file) {
  return {file, SessionFile() + "-diary"};
}

}  // namespace
}  // namespace rememberer

int main(int argc, char** argv) {
  rememberer::Mind mind;
  // Run knows the flags of the SDK only.
  const std::string flag = argc > 1 ? argv[1] : "";
  mind.remembers = flag == "--remember" || flag == "--again";
  const std::string place = flag.substr(flag.find('=') + 1);
  if (flag.rfind("--diary=", 0) == 0) {
    mind.remembers = true;
    mind.diary.KeepIn(rememberer::Diaries(place));
  }
  if (flag.rfind("--kernel-diary=", 0) == 0) {
    mind.remembers = true;
    mind.diary.KeepInKernel(place);
  }
  if (!flag.empty() && flag.rfind("--", 0) == 0) {
    argv[1] = argv[0];
    ++argv;
    --argc;
  }
  int matches = 0;
  const auto make_bot = [&](const pentathlon::v1::MatchStart& start) {
    ++matches;
    return rememberer::MakeBot(mind, start);
  };
  const int status = pentathlon::Run(argc, argv, make_bot);
  // A bot that has played one match could be another process.
  while (flag == "--again" && std::exchange(matches, 0) > 0) {
    std::remove(rememberer::SessionFile().c_str());
    pentathlon::Run(argc, argv, make_bot);
  }
  return status;
}
