// The memory of a process for the deals that it has seen.
#ifndef TESTS_BOTS_REMEMBERER_MEMORY_H_
#define TESTS_BOTS_REMEMBERER_MEMORY_H_

#include <algorithm>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <utility>

#include "tests/bots/rememberer/diary.h"
#include "tests/bots/rememberer/trick_deal.h"

namespace rememberer {

// The cards of some seats in one deal. Matches of a set have the same deals,
// and the cards of any seat are enough to recognise a deal. Thread-safe.
class Memory {
 public:
  using Hands = std::map<int, Cards>;

  // Writes everything into the diary, and learns the pages that other processes
  // have written there. The diary must outlive the memory.
  explicit Memory(Diary& diary) : diary_(diary) {}

  // Learns that this seat has these cards in a deal of a match. Returns the
  // known cards of all seats in the deal.
  Hands Learn(const std::string& match_id, int deal, int seat, Cards cards) {
    const std::string match = ShortName(match_id);
    std::sort(cards.begin(), cards.end());
    const std::lock_guard<std::mutex> lock(mutex_);
    Read();
    Cards& seen = seen_[{match, deal}][seat];
    if (seen != cards) Write(match, deal, seat, cards);
    seen = std::move(cards);
    Hands known = seen_[{match, deal}];
    for (size_t before = 0; before != known.size();) {
      before = known.size();
      for (const auto& [where, hands] : seen_) {
        if (where.second != deal || !IsSame(hands, known)) continue;
        known.insert(hands.begin(), hands.end());
      }
    }
    return known;
  }

 private:
  static bool IsSame(const Hands& a, const Hands& b) {
    return std::any_of(a.begin(), a.end(), [&](const auto& hand) {
      const auto other = b.find(hand.first);
      return other != b.end() && other->second == hand.second;
    });
  }

  // Each page holds match, deal, seat and cards.
  void Write(const std::string& match, int deal, int seat,
             const Cards& cards) const {
    std::ostringstream page;
    page << match << ' ' << deal << ' ' << seat << ' ' << LettersOf(cards);
    diary_.Write(page.str());
  }
  void Read() {
    for (const std::string& line : diary_.Pages()) {
      std::istringstream page(line);
      std::string match;
      int deal = 0;
      int seat = 0;
      std::string cards;
      page >> match >> deal >> seat >> cards;
      seen_[{match, deal}][seat] = CardsOf(cards);
    }
  }

  Diary& diary_;
  std::mutex mutex_;
  std::map<std::pair<std::string, int>, Hands> seen_;
};

}  // namespace rememberer

#endif  // TESTS_BOTS_REMEMBERER_MEMORY_H_
