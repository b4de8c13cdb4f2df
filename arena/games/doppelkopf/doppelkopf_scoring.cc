#include "arena/games/doppelkopf/doppelkopf_scoring.h"

#include <algorithm>
#include <cstdlib>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace arena::doppelkopf {
namespace {

// The announcements that promise a limit for the other party, and their reasons
// for points.
struct Promise {
  Level level;
  // The others stay below it; schwarz is about tricks.
  int limit;
  Reason announced;
  // The other party got 30 more than the limit.
  Reason reached;
};
constexpr std::array<Promise, 4> kPromises = {{
    {Level::kNo90, 90, Reason::kAnnounced90, Reason::kReached120},
    {Level::kNo60, 60, Reason::kAnnounced60, Reason::kReached90},
    {Level::kNo30, 30, Reason::kAnnounced30, Reason::kReached60},
    {Level::kSchwarz, 0, Reason::kAnnouncedSchwarz, Reason::kReached30},
}};

bool Promised(const PartyTotals& party) { return party.level >= Level::kNo90; }
bool Called(const PartyTotals& party) { return party.level >= Level::kCall; }

bool IsSchwarz(const PartyTotals& party, const Rules& rules) {
  return rules.schwarz_by_augen ? party.augen == 0 : party.tricks == 0;
}

// Whether the other party stayed below the promised limit.
bool KeptPromise(Level level, const PartyTotals& others, const Rules& rules) {
  if (level == Level::kSchwarz) return IsSchwarz(others, rules);
  const size_t index =
      static_cast<size_t>(level) - static_cast<size_t>(Level::kNo90);
  return others.augen < kPromises[index].limit;
}

// ---- Winners ----

std::optional<Party> WinnerOfPlainGame(const DealTotals& totals,
                                       const Rules& rules) {
  constexpr int kHalf = kAllAugen / 2;
  if (totals.re.augen > kHalf) return Party::kRe;
  if (totals.re.augen < kHalf) return Party::kKontra;
  if (!Called(totals.kontra)) return Party::kKontra;
  if (!Called(totals.re)) return Party::kRe;
  if (rules.tie_is_nobodys) return std::nullopt;
  return Party::kKontra;
}

// The winner if only one party has promised more than to win: this promise
// alone decides.
std::optional<Party> WinnerOfPromise(Party party, const DealTotals& totals,
                                     const Rules& rules) {
  const PartyTotals& others = totals.of(Other(party));
  if (KeptPromise(totals.of(party).level, others, rules)) return party;
  const bool failed = Called(others) && others.augen <= kAllAugen / 2;
  if (rules.strict_calls && failed) return std::nullopt;
  return Other(party);
}

// ---- Groups of points ----

void AddWon(std::optional<Party> winner, ScoreItems& items) {
  if (winner.has_value()) {
    items.push_back({Reason::kWon, *winner, *winner, 1});
  }
}

// Points for keeping the other party low. A winner never gives them.
void AddBelow(Party party, const DealTotals& totals,
              std::optional<Party> winner, const Rules& rules,
              ScoreItems& items) {
  if (winner == Other(party)) return;
  if (!winner.has_value() && !rules.under_without_winner) return;
  const PartyTotals& others = totals.of(Other(party));
  const auto add = [&](bool holds, Reason reason) {
    if (holds) items.push_back({reason, party, party, 1});
  };
  add(others.augen < 90, Reason::kBelow90);
  add(others.augen < 60, Reason::kBelow60);
  add(others.augen < 30, Reason::kBelow30);
  add(IsSchwarz(others, rules), Reason::kNoTrick);
}

// The points for a party's announcements go to the winner, also if it lost.
void AddAnnouncements(Party party, const DealTotals& totals, Party winner,
                      const Rules& rules, ScoreItems& items) {
  const PartyTotals& announcer = totals.of(party);
  if (Called(announcer) && !rules.calls_double) {
    items.push_back({Reason::kCalled, winner, party, 2});
  }
  for (const Promise& promise : kPromises) {
    if (announcer.level < promise.level) break;
    items.push_back({promise.announced, winner, party, 1});
  }
}

// The points of a party for getting beyond one limit that the other party
// promised.
int ReachedPoints(const Promise& promise, Level announced, int augen,
                  const Rules& rules) {
  const int points = std::max(0, (augen - promise.limit) / 30);
  switch (rules.miss_points) {
    case MissPoints::kPerLevel:
      return std::min(points, 1);
    case MissPoints::kHighestOnly:
      return announced == promise.level ? std::min(points, 1) : 0;
    case MissPoints::kEvery30:
      return announced == promise.level ? points : 0;
  }
  return 0;
}

// Points for a party that got 30 above the limits that the other party
// promised.
void AddReached(Party party, const DealTotals& totals, const Rules& rules,
                ScoreItems& items) {
  const Level announced = totals.of(Other(party)).level;
  for (const Promise& promise : kPromises) {
    if (announced < promise.level) break;
    const int points =
        ReachedPoints(promise, announced, totals.of(party).augen, rules);
    if (points == 0) continue;
    items.push_back({promise.reached, party, Other(party), points});
  }
}

// Re and kontra as factors: adds their part to the winner's points. The loser
// has no points so far.
void AddDoubling(const DealTotals& totals, Party winner, ScoreItems& items) {
  const int factor =
      (Called(totals.re) ? 2 : 1) * (Called(totals.kontra) ? 2 : 1);
  if (factor == 1) return;
  items.push_back({Reason::kDoubled, winner, winner,
                   std::abs(NetOf(items)) * (factor - 1)});
}

void AddAllSpecials(const ScoreItems& specials, std::optional<Party> winner,
                    const Rules& rules, ScoreItems& items) {
  if (winner == Party::kKontra && rules.sp_against_old) {
    items.push_back({Reason::kAgainstOld, Party::kKontra, Party::kKontra, 1});
  }
  for (const ScoreItem& special : specials) items.push_back(special);
}

// ---- Special points of a trick ----

// A finished trick, seen by the parties.
class JudgedTrick {
 public:
  JudgedTrick(const Trick& trick, SeatSet re, const Rules& rules)
      : trick_(trick),
        re_(re),
        rules_(rules),
        best_(WinningPosition(Contract::kNormal, trick.cards, trick.last,
                              rules)) {}

  Party winner() const { return PartyAt(best_); }
  bool IsWonBy(Card card) const {
    return trick_.cards[static_cast<size_t>(best_)] == card;
  }
  // The number of copies of the card that the winner took from the other party.
  int Caught(Card card) const {
    int caught = 0;
    for (int i = 0; i < kSeats; ++i) {
      caught += trick_.cards[static_cast<size_t>(i)] == card &&
                PartyAt(i) != winner();
    }
    return caught;
  }
  bool IsPlainHearts() const {
    const CardSet hearts =
        SuitSet(kHeartsSuit) & ~TrumpsOf(Contract::kNormal, rules_);
    return absl::c_all_of(trick_.cards,
                          [&](Card card) { return Contains(hearts, card); });
  }

 private:
  Party PartyAt(int position) const {
    return re_.contains(trick_.SeatAt(position)) ? Party::kRe : Party::kKontra;
  }

  const Trick& trick_;
  SeatSet re_;
  const Rules& rules_;
  int best_;
};

}  // namespace

std::string ItemText(const ScoreItem& item) {
  constexpr std::array<absl::string_view, kReasons> kTexts = {
      "won",
      "below 90",
      "below 60",
      "below 30",
      "without a trick",
      "called",
      "keine 90",
      "keine 60",
      "keine 30",
      "schwarz",
      "120 against keine 90",
      "90 against keine 60",
      "60 against keine 30",
      "30 against schwarz",
      "doubled by calls",
      "against the old",
      "Doppelkopf",
      "fox caught",
      "Karlchen",
      "Karlchen caught",
      "last trick won by a fox",
      "heart trick",
      "Dulle caught"};
  if (item.reason == Reason::kCalled) {
    return absl::StrCat(PartyText(item.announcer), " called");
  }
  const absl::string_view text = kTexts[static_cast<size_t>(item.reason)];
  if (!IsOfAnnouncement(item.reason)) return std::string(text);
  return absl::StrCat(text, " of ", PartyText(item.announcer));
}

int NetOf(const ScoreItems& items) {
  return absl::c_accumulate(items, 0, [](int net, const ScoreItem& item) {
    return item.party == Party::kRe ? net + item.points : net - item.points;
  });
}

void AddSpecials(const Trick& trick, SeatSet re, const Rules& rules,
                 ScoreItems& items) {
  constexpr int kDoppelkopfAugen = 40;
  const JudgedTrick judged(trick, re, rules);
  const Party winner = judged.winner();
  const auto add = [&](bool counts, bool holds, Reason reason) {
    if (counts && holds) items.push_back({reason, winner, winner, 1});
  };
  add(rules.sp_doppelkopf, AugenOf(trick.cards) >= kDoppelkopfAugen,
      Reason::kDoppelkopf);
  const int foxes = judged.Caught(kFox);
  add(rules.sp_fox, foxes >= 1, Reason::kFox);
  add(rules.sp_fox, foxes == 2, Reason::kFox);
  add(rules.sp_heart_trick, judged.IsPlainHearts(), Reason::kHeartTrick);
  add(rules.sp_dulle, judged.IsWonBy(kDulle) && judged.Caught(kDulle) == 1,
      Reason::kDulleCaught);
  if (!trick.last) return;
  add(rules.sp_karlchen, judged.IsWonBy(kKarlchen), Reason::kKarlchen);
  add(rules.sp_karlchen_caught,
      !judged.IsWonBy(kKarlchen) && judged.Caught(kKarlchen) >= 1,
      Reason::kKarlchenCaught);
  add(rules.sp_fox_last, judged.IsWonBy(kFox), Reason::kFoxLast);
}

std::optional<Party> Winner(const DealTotals& totals, const Rules& rules) {
  const bool re = Promised(totals.re);
  const bool kontra = Promised(totals.kontra);
  if (!re && !kontra) return WinnerOfPlainGame(totals, rules);
  if (!kontra) return WinnerOfPromise(Party::kRe, totals, rules);
  if (!re) return WinnerOfPromise(Party::kKontra, totals, rules);
  for (const Party party : kParties) {
    const PartyTotals& others = totals.of(Other(party));
    if (KeptPromise(totals.of(party).level, others, rules)) return party;
  }
  return std::nullopt;
}

ScoreSheet Score(const DealTotals& totals, const ScoreItems& specials,
                 const Rules& rules) {
  ScoreSheet sheet;
  sheet.winner = Winner(totals, rules);
  ScoreItems& items = sheet.items;
  AddWon(sheet.winner, items);
  for (const Party party : kParties) {
    AddBelow(party, totals, sheet.winner, rules, items);
  }
  for (const Party party : kParties) {
    if (!sheet.winner.has_value()) break;
    AddAnnouncements(party, totals, *sheet.winner, rules, items);
  }
  for (const Party party : kParties) AddReached(party, totals, rules, items);
  if (rules.calls_double && sheet.winner.has_value()) {
    AddDoubling(totals, *sheet.winner, items);
  }
  if (!totals.solo) AddAllSpecials(specials, sheet.winner, rules, items);
  sheet.value = NetOf(items);
  return sheet;
}

SeatScores SeatPoints(int value, SeatSet re) {
  const bool solo = re.size() == 1;
  SeatScores points = {};
  for (Seat seat = 0; seat < kSeats; ++seat) {
    points[static_cast<size_t>(seat)] = re.contains(seat) ? value : -value;
    if (solo && re.contains(seat)) points[static_cast<size_t>(seat)] *= 3;
  }
  return points;
}

}  // namespace arena::doppelkopf
