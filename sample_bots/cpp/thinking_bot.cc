// Plays Ordago and thinks about its hand for as long as that helps: it deals
// the other cards at random, again and again, and counts which bets it would
// win. Shows how to tell a partner something (Announce), to think while others
// decide (OnEvents), and to stop in time (TimeLeft, IsOpen).
#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "sample_bots/cpp/greedy/ordago_hands.h"
#include "sdk/cpp/pentathlon.h"

namespace {

using greedy::Hand;
using greedy::KeyOf;
using pentathlon::Choice;
using pentathlon::Prompt;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
namespace v1 = arena::v1;

// The longest time for a decision; more time would change little.
constexpr milliseconds kLongest{200};
// The time for each event. A prompt waits until OnEvents has returned, because
// the functions of a bot are called one at a time.
constexpr milliseconds kSlice{5};
// Deals after which the counts are good enough.
constexpr int kEnough = 20'000;

bool IsKingOrAce(int rank) {
  return rank == v1::ORDAGO_RANK_KING || rank == v1::ORDAGO_RANK_ACE;
}

Choice Say(v1::OrdagoWord word) {
  v1::GameAction action;
  action.mutable_ordago()->set_word(word);
  return action;
}

// One bot for each seat, so its members belong to one match.
class ThinkingBot : public pentathlon::Bot {
 public:
  // Only this seat knows its private seed: no other bot can guess the deals.
  explicit ThinkingBot(const v1::MatchStart& start)
      : random_(pentathlon::SeedOf(start.private_seed(), start.seat(), 0)) {}

  // A sign to the partner may be given before any decision.
  std::optional<Choice> Announce(const Prompt& prompt) override {
    const v1::OrdagoObservation& table = prompt.observation().ordago();
    LookAt(greedy::HandOf(table.own_hand()));
    for (const v1::OrdagoSignSeen& seen : table.signs()) {
      if (seen.seat() == prompt.seat()) return std::nullopt;
    }
    return SignIn(prompt.announcements());
  }

  Choice Act(const Prompt& prompt) override {
    const v1::OrdagoObservation& table = prompt.observation().ordago();
    LookAt(greedy::HandOf(table.own_hand()));
    if (table.phase() == v1::ORDAGO_PHASE_SIGN_WINDOW) {
      return SignIn(prompt.actions()).value_or(Say(v1::ORDAGO_WORD_NO_SIGN));
    }
    if (table.phase() == v1::ORDAGO_PHASE_DISCARD) return Discard(prompt);
    const int before = deals_;
    ThinkAbout(prompt);
    return Answer(prompt).WithNote(std::to_string(before) + " deals ahead, " +
                                   std::to_string(deals_) + " in all");
  }

  // Others decide: their time is free for a few more deals.
  void OnEvents(const v1::Events& events) override {
    for (const v1::PlyEvent& ply : events.events()) {
      for (const v1::SeatEvent& done : ply.actions()) {
        // Cards are dealt: the next prompt shows the hand.
        if (!done.has_seat()) LookAt({});
      }
    }
    if (!hand_.empty()) DealUntil(steady_clock::now() + kSlice);
  }

 private:
  // Drops counts for another hand.
  void LookAt(const Hand& hand) {
    if (hand == hand_) return;
    hand_ = hand;
    deals_ = 0;
    wins_ = {};
  }

  // Goes on until the counts are good enough or time is short.
  void ThinkAbout(const Prompt& prompt) {
    std::chrono::nanoseconds longest = kLongest;
    if (const auto left = prompt.TimeLeft()) {
      // The answer needs time to arrive, and other decisions will follow.
      const auto way = prompt.RoundTrip().value_or(milliseconds(0)) / 2;
      longest = std::min(longest, (*left - way) / 10);
    }
    const auto end = steady_clock::now() + longest;
    // For example after MatchEnd no answer counts any more.
    while (prompt.IsOpen() && deals_ < kEnough && steady_clock::now() < end) {
      DealUntil(std::min(end, steady_clock::now() + kSlice));
    }
  }

  void DealUntil(steady_clock::time_point end) {
    std::vector<int> others = OtherCards();
    while (deals_ < kEnough && steady_clock::now() < end) {
      std::shuffle(others.begin(), others.end(), random_);
      std::array<Hand, 3> hands;  // The partner's, and two opponents'.
      for (size_t i = 0; i < hands.size(); ++i) {
        hands[i].assign(others.begin() + 4 * i, others.begin() + 4 * (i + 1));
        std::sort(hands[i].begin(), hands[i].end());
      }
      ++deals_;
      for (int bet = v1::ORDAGO_BET_BIG; bet <= v1::ORDAGO_BET_GAME; ++bet) {
        const auto ours = std::max(KeyOf(bet, hand_), KeyOf(bet, hands[0]));
        const auto theirs =
            std::max(KeyOf(bet, hands[1]), KeyOf(bet, hands[2]));
        wins_[bet] += ours >= theirs;
      }
    }
  }

  // The pack without the bot's hand.
  std::vector<int> OtherCards() const {
    std::vector<int> cards;
    for (int rank = v1::ORDAGO_RANK_ACE; rank <= v1::ORDAGO_RANK_KING; ++rank) {
      const auto own = std::count(hand_.begin(), hand_.end(), rank);
      cards.insert(cards.end(), (IsKingOrAce(rank) ? 8 : 4) - own, rank);
    }
    return cards;
  }

  double Chance(int bet) const {
    return deals_ == 0 ? 0.5 : static_cast<double>(wins_[bet]) / deals_;
  }

  Choice Answer(const Prompt& prompt) const {
    const v1::OrdagoObservation& table = prompt.observation().ordago();
    if (table.phase() == v1::ORDAGO_PHASE_ASK) {
      int good = 0;
      for (int bet = v1::ORDAGO_BET_BIG; bet <= v1::ORDAGO_BET_GAME; ++bet) {
        good += Chance(bet) > 0.7;
      }
      return Say(good >= 2 ? v1::ORDAGO_WORD_KEEP : v1::ORDAGO_WORD_SWAP);
    }
    const double chance = Chance(table.bet());
    if (!table.has_bidder()) {
      // Waiting is the first action, the lowest bid the second.
      return prompt.actions(chance > 0.6 ? 1 : 0);
    }
    const double enough = table.ordago() ? 0.9 : 0.5;
    return Say(chance > enough ? v1::ORDAGO_WORD_ACCEPT : v1::ORDAGO_WORD_PASS);
  }

  // Kings and aces are kept, all other cards are thrown away.
  static Choice Discard(const Prompt& prompt) {
    const auto gain = [](const v1::LegalAction& entry) {
      int sum = 0;
      for (const int rank : entry.action().ordago().discard().ranks()) {
        sum += IsKingOrAce(rank) ? -3 : 1;
      }
      return sum;
    };
    return *std::max_element(
        prompt.actions().begin(), prompt.actions().end(),
        [&](const auto& a, const auto& b) { return gain(a) < gain(b); });
  }

  // The most telling of the signs that are offered; all of them are true.
  template <typename Actions>
  static std::optional<Choice> SignIn(const Actions& offered) {
    std::optional<Choice> best;
    int most = v1::ORDAGO_OFFICIAL_SIGN_BAD_CARDS;
    for (const v1::LegalAction& entry : offered) {
      const int sign = entry.action().ordago().sign().official();
      if (sign <= most) continue;
      most = sign;
      best = entry;
    }
    return best;
  }

  std::mt19937_64 random_;
  Hand hand_;
  int deals_ = 0;
  std::array<int, v1::OrdagoBet_ARRAYSIZE> wins_ = {};
};

}  // namespace

int main(int argc, char** argv) {
  pentathlon::Options options;
  // With three seats one seat plays two hands, which this bot does not support.
  v1::GameSupport& plays = options.plays.emplace_back();
  plays.set_game("ordago");
  plays.add_seats(4);
  options.events = true;  // Run cannot see from a factory what the bot wants.
  return pentathlon::Run(
      argc, argv,
      [](const v1::MatchStart& start) {
        return std::make_unique<ThinkingBot>(start);
      },
      options);
}
