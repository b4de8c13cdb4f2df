// The course of a match: the questions to the seats, and the end.
#include "arena/games/doppelkopf/doppelkopf.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::doppelkopf {

// ---- Creation ----

absl::StatusOr<State> State::Create(int seats, const GameOptions& options) {
  State state;
  ARENA_ASSIGN_OR_RETURN(state.rules_, Rules::From(seats, options));
  state.owed_.fill(state.rules_.compulsory_solos);
  state.StartDeal();
  return state;
}

GameOptions State::Resolve(int seats, const GameOptions& options) {
  return Rules::Resolve(seats, options);
}

// ---- What comes next ----

// The seat that decides. Requires: a decision.
Seat State::AskedSeat() const {
  switch (phase_) {
    case Phase::kDeal:
    case Phase::kOver:
      break;
    case Phase::kForced:
    case Phase::kLay:
      return deal_.declarer;
    case Phase::kReserve:
    case Phase::kName:
      return NamingSeat();
    case Phase::kOffer:
      return OfferedSeat();
    case Phase::kReturn:
      return deal_.poverty.acceptor;
    case Phase::kWindow:
      return WindowSeat();
    case Phase::kPlay:
      return deal_.player;
  }
  return kNobody;
}

namespace {

void AddTypes(CardSet types, ActionList& out) {
  for (; types != 0; types &= types - 1) out.push_back(LowestOf(types));
}

}  // namespace

void State::LegalActions(Seat seat, ActionList& out) const {
  out.clear();
  if (phase_ == Phase::kPlay) {
    if (seat != deal_.player) return;
    return AddTypes(
        LegalCards(deal_.contract, deal_.hands[seat], deal_.Led(), rules_),
        out);
  }
  if (phase_ == Phase::kDeal) {
    if (seat == kChance) AddTypes(deal_.deck.types(), out);
    return;
  }
  if (!ToAct().contains(seat)) return;
  switch (phase_) {
    case Phase::kForced:
      return AddSolos(out);
    case Phase::kReserve:
      return ReserveActions(seat, out);
    case Phase::kName:
      return NamingActions(seat, out);
    case Phase::kLay:
      return LayActions(out);
    case Phase::kOffer:
      out.push_back(kDecline);
      out.push_back(kAccept);
      return;
    case Phase::kReturn:
      return ReturnActions(out);
    case Phase::kWindow:
      out.push_back(kPass);
      return AddLevels(seat, out);
    case Phase::kDeal:
    case Phase::kPlay:
    case Phase::kOver:
      return;
  }
}

void State::Announcements(Seat seat, ActionList& out) const {
  out.clear();
  if (phase_ != Phase::kPlay || seat != deal_.player || deal_.has_announced) {
    return;
  }
  AddLevels(seat, out);
}

namespace {

// By n and byte: the position of the byte's n-th set bit, from 0.
using BitPositions = std::array<std::array<uint8_t, 256>, 8>;

constexpr BitPositions MakeBitPositions() {
  BitPositions positions = {};
  for (unsigned byte = 0; byte < 256; ++byte) {
    size_t n = 0;
    for (unsigned bits = byte; bits != 0; bits &= bits - 1) {
      positions[n++][byte] = static_cast<uint8_t>(std::countr_zero(bits));
    }
  }
  return positions;
}

// The position of the n-th set bit, from 0. The bytes are counted side by side
// and added up by one multiplication, and a table does the rest: this must be
// fast, because half of all plies of a match deal a card. Requires: more than n
// bits, all of them in the lower 56.
uint32_t NthBit(uint64_t set, uint32_t n) {
  static constexpr BitPositions kPositions = MakeBitPositions();
  constexpr uint64_t kOnes = 0x0101010101010101;
  const uint64_t twos = set - (set >> 1 & 0x55 * kOnes);
  const uint64_t fours = (twos & 0x33 * kOnes) + (twos >> 2 & 0x33 * kOnes);
  const uint64_t eights = (fours + (fours >> 4)) & 0x0f * kOnes;
  // Byte i: the number of set bits up to and including byte i.
  const uint64_t sums = eights * kOnes;
  const uint64_t beyond =
      ((sums | 0x80 * kOnes) - (n + 1) * kOnes) & 0x80 * kOnes;
  const int at = std::countr_zero(beyond) - 7;
  n -= static_cast<uint32_t>(sums << 8 >> at) & 0xff;
  return static_cast<uint32_t>(at) + kPositions[n][set >> at & 0xff];
}

}  // namespace

// Both copies of a card count, so a card of which two are left is twice as
// likely.
Action State::SampleChance(Rng& rng) const {
  const int left = kSeats * rules_.hand_cards - deal_.cards_dealt;
  return NthBit(deal_.deck.copies(), rng.Below(static_cast<uint32_t>(left))) %
         32;
}

void State::NumberedOutcomes(ActionList& out) const {
  out.clear();
  for (uint64_t left = deal_.deck.copies(); left != 0; left &= left - 1) {
    out.push_back(static_cast<Action>(std::countr_zero(left) % 32));
  }
}

void State::Apply(absl::Span<const SeatAction> ply) {
  const auto& [seat, action] = ply[0];
  switch (phase_) {
    case Phase::kDeal:
      return DealCard(static_cast<Card>(action));
    case Phase::kForced:
      return DeclareForced(action);
    case Phase::kReserve:
      return Reserve(seat, action);
    case Phase::kName:
      return Name(seat, action);
    case Phase::kLay:
      return Lay(action);
    case Phase::kOffer:
      return Answer(action);
    case Phase::kReturn:
      return GiveBack(action);
    case Phase::kWindow:
      return AnswerWindow(seat, action);
    case Phase::kPlay:
      if (!IsAnnouncement(action)) {
        return PlayCard(seat, static_cast<Card>(action));
      }
      Announce(seat, action);
      deal_.has_announced = true;
      return;
    case Phase::kOver:
      ARENA_CHECK(false, "a ply after the end of the match");
  }
}

// ---- Results ----

SeatScores State::Returns() const {
  SeatScores scores = {};
  std::copy(totals_.begin(), totals_.end(), scores.begin());
  return scores;
}

SeatRanks State::Ranks() const {
  const auto key = [&](Seat seat) {
    return std::tuple(totals_[seat], positive_deals_[seat]);
  };
  SeatRanks ranks = {};
  for (Seat seat = 0; seat < kSeats; ++seat) {
    ranks[seat] = 1;
    for (Seat other = 0; other < kSeats; ++other) {
      if (key(other) > key(seat)) ++ranks[seat];
    }
  }
  return ranks;
}

absl::string_view State::EndReason() const {
  return phase_ == Phase::kOver ? "deals-played" : "";
}

// ---- Kinds of acts ----

ActKind State::KindOfAct(Seat seat, Action action) const {
  ActKind kind = {"reservation", ""};
  if (deal_.settled) {
    const bool normal = deal_.contract == Contract::kNormal;
    const bool re = deal_.PartyOf(seat) == Party::kRe;
    kind.circumstances =
        absl::StrCat(normal ? "normal" : ActionText(Declare(deal_.contract)),
                     re ? ", Re" : ", Kontra");
  }
  if (IsAnnouncement(action) || phase_ == Phase::kWindow) {
    kind.kind = "announcement";
  } else if (phase_ == Phase::kPlay) {
    kind.kind = deal_.cards_played == 0 ? "lead" : "follow";
  } else if (phase_ == Phase::kLay || phase_ == Phase::kOffer ||
             phase_ == Phase::kReturn) {
    kind.kind = "poverty";
  }
  return kind;
}

// ---- Substitutes ----

namespace {

// Plain cards are lower than trumps.
bool IsLower(Card a, Card b, Contract contract, const Rules& rules) {
  const bool trump = IsTrump(contract, a, rules);
  if (trump != IsTrump(contract, b, rules)) return !trump;
  if (trump) return Beats(contract, b, a, false, rules);
  return RankOf(a) < RankOf(b);
}

}  // namespace

// The action that binds least has the smallest number: healthy, pass, decline.
Action State::Substitute(Seat seat) const {
  ActionList legal;
  LegalActions(seat, legal);
  if (phase_ != Phase::kPlay) return legal[0];
  return *std::min_element(legal.begin(), legal.end(), [&](Action a, Action b) {
    return IsLower(static_cast<Card>(a), static_cast<Card>(b), deal_.contract,
                   rules_);
  });
}

}  // namespace arena::doppelkopf
