#include "tests/testing/toy_game.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/games/base/game_of.h"

namespace arena::toy {
namespace {

int LowestCard(uint32_t cards) { return std::countr_zero(cards); }
int HighestCard(uint32_t cards) { return std::bit_width(cards) - 1; }

std::string CardsToString(uint32_t cards) {
  std::vector<int> list;
  for (; cards != 0; cards &= cards - 1) list.push_back(LowestCard(cards));
  return absl::StrJoin(list, " ");
}

}  // namespace

// ---- Creation ----

absl::StatusOr<State> State::Create(int seats, const GameOptions& options) {
  State state;
  state.seats_ = static_cast<int8_t>(seats);
  state.deals_ = static_cast<int8_t>(options.Int("deals"));
  state.low_wins_ = options.Choice("wins") == "low";
  state.partners_ = options.Bool("partners");
  if (state.partners_ && seats != 4) {
    return absl::InvalidArgumentError(
        absl::StrCat("partners=true needs 4 seats, not ", seats));
  }
  return state;
}

absl::StatusOr<State> State::FromText(const GameOptions& options,
                                      absl::string_view text) {
  const std::vector<absl::string_view> hands = absl::StrSplit(text, '/');
  const int seats = static_cast<int>(hands.size());
  if (seats < kInfo.min_seats || seats > kInfo.max_seats) {
    return absl::InvalidArgumentError(
        absl::StrCat("position \"", text, "\": expected 2 to 4 hands"));
  }
  ARENA_ASSIGN_OR_RETURN(State state, Create(seats, options));
  uint32_t seen = 0;
  for (Seat seat = 0; seat < seats; ++seat) {
    const std::vector<absl::string_view> cards =
        absl::StrSplit(hands[seat], ' ', absl::SkipEmpty());
    for (const absl::string_view word : cards) {
      int card = -1;
      if (!absl::SimpleAtoi(word, &card) || card < 0 || card >= kCards ||
          (seen >> card & 1) != 0 || cards.size() != kRounds) {
        return absl::InvalidArgumentError(
            absl::StrCat("hand \"", hands[seat],
                         "\": expected three different cards of 0..11"));
      }
      seen |= 1u << card;
      state.hands_[seat] |= static_cast<uint16_t>(1u << card);
    }
  }
  state.dealt_ = static_cast<int8_t>(kRounds * seats);
  state.stage_ = Stage::kPlay;
  return state;
}

// ---- The next node ----

Node State::node() const {
  switch (stage_) {
    case Stage::kDeal:
      return Node::kChance;
    case Stage::kEnd:
      return Node::kTerminal;
    default:
      return Node::kDecision;
  }
}

SeatSet State::ToAct() const {
  if (node() != Node::kDecision) return SeatSet();
  return stage_ == Stage::kPlay ? SeatSet::All(seats_) : SeatSet::Of(Taker());
}

void State::LegalActions(Seat seat, ActionList& out) const {
  out.clear();
  const auto add_cards = [&out](uint32_t cards) {
    for (; cards != 0; cards &= cards - 1) out.push_back(LowestCard(cards));
  };
  if (stage_ == Stage::kDeal && seat == kChance) {
    uint32_t held = 0;
    for (const uint16_t hand : hands_) held |= hand;
    add_cards(~held & ((1u << kCards) - 1));
  }
  if (!ToAct().contains(seat)) return;
  if (stage_ == Stage::kPlay) add_cards(hands_[seat]);
  if (stage_ == Stage::kRaise) {
    out.push_back(kKeep);
    out.push_back(kDouble);
  }
  if (stage_ == Stage::kGive) {
    for (Seat other = 0; other < seats_; ++other) {
      if (other != seat) out.push_back(GiveTo(other));
    }
  }
}

void State::Announcements(Seat seat, ActionList& out) const {
  out.clear();
  if (node() != Node::kDecision || seat < 0 || seat >= seats_) return;
  if ((contras_ >> seat & 1) == 0) out.push_back(kContra);
}

Action State::SampleChance(Rng& rng) const {
  ActionList cards;
  LegalActions(kChance, cards);
  return cards[rng.Below(static_cast<uint32_t>(cards.size()))];
}

// ---- Plies ----

void State::Apply(absl::Span<const SeatAction> ply) {
  const auto [seat, action] = ply.front();
  if (action == kContra) {
    contras_ |= static_cast<uint8_t>(1u << seat);
    ++value_;
  } else if (stage_ == Stage::kDeal) {
    DealCard(static_cast<int>(action));
  } else if (stage_ == Stage::kPlay) {
    OpenRound(ply);
  } else if (action == kDouble) {
    points_[seat] = static_cast<int16_t>(points_[seat] + 2 * value_);
    stage_ = Stage::kGive;
  } else {
    const Seat scorer = action == kKeep ? seat : static_cast<Seat>(action) - 16;
    points_[scorer] = static_cast<int16_t>(points_[scorer] + value_);
    EndRound();
  }
}

void State::DealCard(int card) {
  hands_[NextDealt()] |= static_cast<uint16_t>(1u << card);
  if (++dealt_ == kRounds * seats_) stage_ = Stage::kPlay;
}

void State::OpenRound(absl::Span<const SeatAction> ply) {
  for (const auto [seat, card] : ply) {
    hands_[seat] &= static_cast<uint16_t>(~(1u << card));
    rounds_[open_][seat] = static_cast<int8_t>(card);
  }
  ++open_;
  stage_ = Stage::kRaise;
}

void State::EndRound() {
  value_ = 1;
  stage_ = Stage::kPlay;
  if (open_ < kRounds) return;
  if (deal_ + 1 == deals_) {
    stage_ = Stage::kEnd;
    return;
  }
  ++deal_;
  dealt_ = 0;
  open_ = 0;
  rounds_ = {};
  stage_ = Stage::kDeal;
}

Seat State::Taker() const {
  const Round& round = rounds_[open_ - 1];
  const auto end = round.begin() + seats_;
  const auto best = low_wins_ ? std::min_element(round.begin(), end)
                              : std::max_element(round.begin(), end);
  return static_cast<Seat>(best - round.begin());
}

// ---- Results ----

SeatScores State::Returns() const {
  SeatScores scores = {};
  for (Seat seat = 0; seat < seats_; ++seat) {
    for (Seat mate = 0; mate < seats_; ++mate) {
      if (TeamOf(mate) == TeamOf(seat)) scores[seat] += points_[mate];
    }
  }
  return scores;
}

SeatRanks State::Ranks() const {
  const SeatScores scores = Returns();
  SeatRanks ranks = {};
  for (Seat seat = 0; seat < seats_; ++seat) {
    ranks[seat] = 1 + static_cast<int>(std::count_if(
                          scores.begin(), scores.begin() + seats_,
                          [&](int64_t score) { return score > scores[seat]; }));
  }
  return ranks;
}

// ---- Substitutes ----

Action State::Substitute(Seat seat) const {
  ActionList legal;
  LegalActions(seat, legal);
  // The seat behind the giver, not the first in the list.
  return stage_ == Stage::kGive ? GiveTo((seat + 1) % seats_) : legal[0];
}

Action State::Suggest(Seat seat) const {
  if (stage_ == Stage::kRaise) return kDouble;
  if (stage_ == Stage::kGive) return Substitute(seat);
  return low_wins_ ? LowestCard(hands_[seat]) : HighestCard(hands_[seat]);
}

// ---- Samples ----

void State::DrawHands(Seat seat, Rng& rng) {
  uint32_t seen = seat >= 0 ? hands_[seat] : 0;
  for (int round = 0; round < open_; ++round) {
    for (Seat s = 0; s < seats_; ++s) seen |= 1u << rounds_[round][s];
  }
  for (Seat s = 0; s < seats_; ++s) {
    if (s == seat) continue;
    hands_[s] = 0;
    for (int i = HandSize(s); i > 0; --i) {
      uint32_t card = 0;
      do {
        card = 1u << rng.Below(kCards);
      } while ((seen & card) != 0);
      seen |= card;
      hands_[s] |= static_cast<uint16_t>(card);
    }
  }
}

State State::SampleFor(Seat seat, Rng& rng) const {
  State sample = *this;
  sample.DrawHands(seat, rng);
  return sample;
}

// ---- Text ----

std::string State::ToString() const {
  std::vector<std::string> hands;
  std::vector<std::string> points;
  for (Seat seat = 0; seat < seats_; ++seat) {
    hands.push_back(CardsToString(hands_[seat]));
    points.push_back(absl::StrCat(points_[seat]));
  }
  return absl::StrCat("deal ", deal_, " round ", open_, " stage ",
                      static_cast<int>(stage_), " value ", value_, " contras ",
                      contras_, "\nhands ", absl::StrJoin(hands, "/"),
                      "\npoints ", absl::StrJoin(points, " "), "\n");
}

std::string State::ActionToString(Seat, Action action) const {
  if (action < kCards) return absl::StrCat(action);
  if (action == kKeep) return "keep";
  if (action == kDouble) return "double";
  if (action == kContra) return "contra";
  return absl::StrCat("give ", action - 16);
}

absl::StatusOr<Action> State::ParseAction(Seat seat,
                                          absl::string_view text) const {
  std::vector<Action> all = {kKeep, kDouble, kContra};
  for (int card = 0; card < kCards; ++card) all.push_back(card);
  for (Seat other = 0; other < seats_; ++other) all.push_back(GiveTo(other));
  for (const Action action : all) {
    if (text == ActionToString(seat, action)) return action;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("action \"", text, "\": expected a card of 0..11, keep, ",
                   "double, give SEAT or contra"));
}

}  // namespace arena::toy

namespace arena {

const Game& ToyGame() {
  static constexpr Game kGame = GameOf<toy::State>();
  return kGame;
}

}  // namespace arena
