// Ordago: compares its hand with all possible hands, bets where few of them
// beat it, and tells its partner with a sign. Shows announcements, and how the
// observation repeats those of the partner.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sample_bots/cpp/greedy/bots.h"
#include "sample_bots/cpp/greedy/ordago_hands.h"

namespace greedy {
namespace {

using pentathlon::Bot;
using pentathlon::Choice;
using pentathlon::Prompt;
namespace v1 = arena::v1;

// ---- The worth of a hand ----

// Some cards, and the number of ways to draw them from the full pack.
struct Draw {
  Hand cards;
  int64_t ways;
};

// Appends all draws of `size` cards of `rank` and above to `draws`.
void AddDraws(int rank, int size, Draw draw, std::vector<Draw>& draws) {
  if (size == 0) draws.push_back(draw);
  if (size == 0 || rank > v1::ORDAGO_RANK_KING) return;
  int left =
      rank == v1::ORDAGO_RANK_ACE || rank == v1::ORDAGO_RANK_KING ? 8 : 4;
  // Draws with the most cards of this rank come first, so the sums over all
  // draws equal those of other languages to the last digit.
  std::vector<Draw> more = {draw};
  for (int count = 1; count <= size; ++count) {
    draw.cards.push_back(rank);
    draw.ways = draw.ways * left-- / count;
    more.push_back(draw);
  }
  for (int count = size; count >= 0; --count) {
    AddDraws(rank + 1, size - count, more[count], draws);
  }
}

std::vector<Draw> AllDraws(int size) {
  std::vector<Draw> draws;
  AddDraws(v1::ORDAGO_RANK_ACE, size, {.cards = {}, .ways = 1}, draws);
  return draws;
}

// By bet: the share of all hands that a hand beats, 0 to 1.
using Strengths = std::array<double, v1::OrdagoBet_ARRAYSIZE>;

std::map<Hand, Strengths> CompareAllHands() {
  std::map<Hand, Strengths> table;
  const std::vector<Draw> hands = AllDraws(4);
  for (int bet = v1::ORDAGO_BET_BIG; bet <= v1::ORDAGO_BET_GAME; ++bet) {
    std::map<std::vector<int>, double> ways;
    int64_t all = 0;
    for (const Draw& hand : hands) {
      ways[KeyOf(bet, hand.cards)] += static_cast<double>(hand.ways);
      all += hand.ways;
    }
    double worse = 0;
    for (auto& [key, value] : ways) {
      worse += value;
      // Half of the equal hands.
      value = (worse - value / 2) / static_cast<double>(all);
    }
    for (const Draw& hand : hands) {
      table[hand.cards][bet] = ways[KeyOf(bet, hand.cards)];
    }
  }
  return table;
}

const Strengths& StrengthsOf(const Hand& hand) {
  static const std::map<Hand, Strengths> table = CompareAllHands();
  return table.at(hand);
}

// One very good bet is worth more than two fair ones.
double WorthOf(const Hand& hand) {
  double worth = 0;
  for (const double strength : StrengthsOf(hand)) {
    worth += strength * strength * strength;
  }
  return worth;
}

// The average after `discard` has been exchanged.
double WorthAfter(const Hand& hand, const v1::OrdagoCards& discard) {
  Hand kept = hand;
  for (const int rank : discard.ranks()) {
    kept.erase(std::find(kept.begin(), kept.end(), rank));
  }
  double worth = 0;
  int64_t all = 0;
  for (const Draw& draw : AllDraws(discard.ranks_size())) {
    Hand next = kept;
    next.insert(next.end(), draw.cards.begin(), draw.cards.end());
    std::sort(next.begin(), next.end());
    worth += static_cast<double>(draw.ways) * WorthOf(next);
    all += draw.ways;
  }
  return worth / static_cast<double>(all);
}

// ---- Signs ----

// A sign, with the bet and the strength that it promises.
struct Promise {
  v1::OrdagoOfficialSign sign;
  v1::OrdagoBet bet;
  double strength;
};

// The most useful sign first; bad cards and two of a kind are kept secret.
constexpr std::array kPromises = {
    Promise{v1::ORDAGO_OFFICIAL_SIGN_THREE_KINGS_AND_ACE, v1::ORDAGO_BET_GAME,
            0.95},
    Promise{v1::ORDAGO_OFFICIAL_SIGN_THIRTY_ONE, v1::ORDAGO_BET_GAME, 0.95},
    Promise{v1::ORDAGO_OFFICIAL_SIGN_TWO_PAIRS, v1::ORDAGO_BET_PAIRS, 0.95},
    Promise{v1::ORDAGO_OFFICIAL_SIGN_THREE_KINGS, v1::ORDAGO_BET_BIG, 0.97},
    Promise{v1::ORDAGO_OFFICIAL_SIGN_THREE_ACES, v1::ORDAGO_BET_SMALL, 0.97},
    Promise{v1::ORDAGO_OFFICIAL_SIGN_TRIPLE, v1::ORDAGO_BET_PAIRS, 0.85},
};

// ---- The bot ----

class OrdagoBot : public Bot {
 public:
  Choice Act(const Prompt& prompt) override {
    const v1::OrdagoObservation& table = prompt.observation().ordago();
    const Hand hand = ActingHand(table);
    switch (table.phase()) {
      case v1::ORDAGO_PHASE_SIGN_WINDOW:
        if (const auto sign = UsefulSign(prompt.actions())) return *sign;
        return Say(v1::ORDAGO_WORD_NO_SIGN);
      case v1::ORDAGO_PHASE_ASK:
        return Say(IsWorthKeeping(hand) ? v1::ORDAGO_WORD_KEEP
                                        : v1::ORDAGO_WORD_SWAP);
      case v1::ORDAGO_PHASE_DISCARD:
        return Best(prompt, [&](const v1::GameAction& action) {
          return WorthAfter(hand, action.ordago().discard());
        });
      default:
        return Bet(prompt, TeamStrength(prompt, hand));
    }
  }

  // Signs can also be given before a decision, for tables without a sign
  // window. Called before each decision, and again after every announcement.
  std::optional<Choice> Announce(const Prompt& prompt) override {
    const v1::OrdagoObservation& table = prompt.observation().ordago();
    if (table.has_pending_sign()) return std::nullopt;
    for (const v1::OrdagoSignSeen& seen : table.signs()) {
      if (seen.seat() == prompt.seat() && IsFresh(table, seen)) {
        return std::nullopt;
      }
    }
    return UsefulSign(prompt.announcements());
  }

 private:
  static Choice Say(v1::OrdagoWord word) {
    v1::GameAction action;
    action.mutable_ordago()->set_word(word);
    return action;
  }

  // With three seats the soloist acts for the open hand of place 2, too.
  static Hand ActingHand(const v1::OrdagoObservation& table) {
    const bool own =
        std::count(table.places_to_act().begin(), table.places_to_act().end(),
                   table.own_place()) > 0;
    return HandOf(own ? table.own_hand() : table.dummy_hand());
  }

  // Whether the sign was given with the current cards.
  static bool IsFresh(const v1::OrdagoObservation& table,
                      const v1::OrdagoSignSeen& seen) {
    return !seen.last_hand() &&
           seen.completed_exchanges() == table.completed_exchanges();
  }

  // Only true signs are offered.
  template <typename Actions>
  static std::optional<Choice> UsefulSign(const Actions& offered) {
    for (const Promise& promise : kPromises) {
      for (const v1::LegalAction& entry : offered) {
        if (entry.action().ordago().sign().official() == promise.sign) {
          return entry;
        }
      }
    }
    return std::nullopt;
  }

  // The best strength in the bet that the bot's team is known to have.
  static double TeamStrength(const Prompt& prompt, const Hand& hand) {
    const v1::OrdagoObservation& table = prompt.observation().ordago();
    const double own = StrengthsOf(hand)[table.bet()];
    if (!table.has_dummy_hand()) {
      return std::max(own, PromisedStrength(prompt));
    }
    // Three seats: one hand of the soloist, seat 0, is open.
    const double dummy = StrengthsOf(HandOf(table.dummy_hand()))[table.bet()];
    if (prompt.seat() == 0) {
      return std::max(dummy,
                      StrengthsOf(HandOf(table.own_hand()))[table.bet()]);
    }
    const double best = std::max(own, PromisedStrength(prompt));
    return best > dummy ? best : 0;
  }

  // The strength that the partner's signs promise for the current bet.
  static double PromisedStrength(const Prompt& prompt) {
    const v1::OrdagoObservation& table = prompt.observation().ordago();
    const auto& teams = prompt.match().teams();
    double strength = 0;
    for (const v1::OrdagoSignSeen& seen : table.signs()) {
      if (seen.seat() == prompt.seat() || !IsFresh(table, seen)) continue;
      if (teams[seen.seat()] != teams[prompt.seat()]) continue;
      for (const Promise& promise : kPromises) {
        if (promise.sign == seen.sign().official() &&
            promise.bet == table.bet()) {
          strength = std::max(strength, promise.strength);
        }
      }
    }
    return strength;
  }

  // Whether the hand is worth more than a common hand after an exchange,
  // roughly.
  static bool IsWorthKeeping(const Hand& hand) { return WorthOf(hand) > 1.6; }

  static Choice Bet(const Prompt& prompt, double strength) {
    const v1::OrdagoObservation& table = prompt.observation().ordago();
    const int team = prompt.match().teams(prompt.seat());
    const int to_win = SetTarget(prompt) - table.score(team);
    const int to_lose = SetTarget(prompt) - table.score(1 - team);
    if (!table.has_bidder()) {
      const bool desperate = to_lose <= 2 && to_win > 10;
      if (desperate && strength > 0.7) return Say(v1::ORDAGO_WORD_ORDAGO);
      // The lowest bid follows after waiting.
      return strength > 0.75 ? prompt.actions(1) : prompt.actions(0);
    }
    // Passing gives away what was bid before, and at least a point.
    const bool lost_anyway = std::max<int>(table.previous(), 1) >= to_lose;
    if (lost_anyway) return Say(v1::ORDAGO_WORD_ACCEPT);
    const int stake = table.ordago() ? 30 : table.amount();
    const double needed = std::min(0.97, 0.8 + 0.01 * stake);
    if (strength < needed) return Say(v1::ORDAGO_WORD_PASS);
    // After passing and accepting comes the lowest raise, or else ordago.
    const bool raise = strength > 0.95 && stake < 8;
    return raise ? prompt.actions(2) : prompt.actions(1);
  }

  static int SetTarget(const Prompt& prompt) {
    return std::stoi(prompt.match().options().at("set_target"));
  }
};

}  // namespace

std::unique_ptr<Bot> MakeOrdagoBot() { return std::make_unique<OrdagoBot>(); }

}  // namespace greedy
