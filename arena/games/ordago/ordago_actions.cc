#include "arena/games/ordago/ordago_actions.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::ordago {
namespace {

// By kind: the whole text of an action without a value, the beginning of one
// with a value.
constexpr std::array<absl::string_view, kActionKinds> kWords = {
    "",         "dealer", "noticed ", "keep",  "swap",
    "discard ", "wait",   "bid ",     "pass",  "accept",
    "raise ",   "ordago", "no sign",  "sign ", "say "};

bool HasValue(ActionKind kind) {
  switch (kind) {
    case ActionKind::kKeep:
    case ActionKind::kSwap:
    case ActionKind::kWait:
    case ActionKind::kPass:
    case ActionKind::kAccept:
    case ActionKind::kOrdago:
    case ActionKind::kNoSign:
      return false;
    default:
      return true;
  }
}

bool IsDiscard(uint32_t value) {
  int size = 0;
  for (Rank rank = 0; rank < kRanks; ++rank) size += value >> (3 * rank) & 7;
  return size >= 1 && size <= kHandSize;
}

// Whether an action of this kind can have this value.
bool IsPossible(ActionKind kind, uint32_t value) {
  switch (kind) {
    case ActionKind::kCard:
      return value < kRanks;
    case ActionKind::kDealer:
      return value < 4;
    case ActionKind::kNoticed:
      return value < 256;
    case ActionKind::kDiscard:
      return IsDiscard(value);
    case ActionKind::kBid:
    case ActionKind::kRaise:
      return value >= 1 && value <= kMaxAmount;
    case ActionKind::kSign:
      return value < kPublicCodes && (IsOfficial(static_cast<Sign>(value)) ||
                                      IsPrivate(static_cast<Sign>(value)));
    case ActionKind::kSay:
      return value >= kPublicCodes && value < kPublicCodes + kMaxCodes;
    default:
      return value == 0;
  }
}

std::string ValueText(ActionKind kind, Action action) {
  const uint32_t value = ValueOf(action);
  switch (kind) {
    case ActionKind::kCard:
      return std::string(1, kRankLetters[value]);
    case ActionKind::kDiscard:
      return CardsText(DiscardedBy(action));
    case ActionKind::kSign:
    case ActionKind::kSay:
      return SignText(static_cast<Sign>(value));
    default:
      return absl::StrCat(value);
  }
}

// The cards of "K74".
absl::StatusOr<Cards> CardsFromText(absl::string_view text) {
  Cards cards = 0;
  for (const char letter : text) {
    const Rank rank = RankFromLetter(letter);
    if (rank < 0 || SizeOf(cards) == kHandSize) {
      return absl::InvalidArgumentError(
          absl::StrCat("cards \"", text,
                       "\": expected one to four of K, Q, J, 7, 6, 5, 4, A"));
    }
    cards += One(rank);
  }
  return cards;
}

absl::StatusOr<uint32_t> NumberFromText(absl::string_view text) {
  uint32_t number = 0;
  const bool digits = !text.empty() && text.size() <= 4 &&
                      absl::ascii_isdigit(text.front()) &&
                      absl::SimpleAtoi(text, &number);
  if (digits) return number;
  return absl::InvalidArgumentError(
      absl::StrCat("\"", text, "\": expected a number"));
}

absl::StatusOr<uint32_t> ValueFromText(ActionKind kind,
                                       absl::string_view text) {
  switch (kind) {
    case ActionKind::kDiscard: {
      ARENA_ASSIGN_OR_RETURN(const Cards cards, CardsFromText(text));
      return ValueOf(DiscardOf(cards));
    }
    case ActionKind::kSign: {
      ARENA_ASSIGN_OR_RETURN(const Sign sign, ParseSign(text));
      return sign;
    }
    case ActionKind::kSay: {
      ARENA_ASSIGN_OR_RETURN(const uint32_t number, NumberFromText(text));
      return kPublicCodes + number;
    }
    default:
      return NumberFromText(text);
  }
}

}  // namespace

// ---- Numbers ----

namespace {

// The place of a discard among all, from 0. As digits 8 (king) to 1 (ace), with
// 0 for cards that are not there, it is a number whose digits do not ascend;
// those that begin lower come first.
uint32_t PlaceOf(Cards cards) {
  uint32_t before = 0;
  uint32_t digits_left = kHandSize;
  for (Rank rank = kRanks - 1; rank >= 0; --rank) {
    for (int i = 0; i < CountOf(cards, rank); ++i, --digits_left) {
      // Ways to fill the rest with lower digits: the binomial coefficient of
      // digit + digits_left - 1 over digits_left.
      uint32_t ways = 1;
      for (uint32_t k = 1; k <= digits_left; ++k) {
        ways = ways * (static_cast<uint32_t>(rank) + k) / k;
      }
      before += ways;
    }
  }
  return before - 1;
}

uint32_t NumberOfSign(Sign sign) {
  if (sign >= kPublicCodes) return kFirstPublicCode + sign - kPublicCodes;
  if (sign >= kPrivateCodes) return kFirstPrivateCode + sign - kPrivateCodes;
  return kFirstOfficialSign + sign - kBadCards;
}

}  // namespace

uint32_t NumberOf(Action action) {
  const uint32_t value = ValueOf(action);
  switch (KindOf(action)) {
    case ActionKind::kKeep:
      return 0;
    case ActionKind::kSwap:
      return 1;
    case ActionKind::kWait:
      return 2;
    case ActionKind::kPass:
      return 3;
    case ActionKind::kAccept:
      return 4;
    case ActionKind::kOrdago:
      return 5;
    case ActionKind::kNoSign:
      return 6;
    case ActionKind::kDiscard:
      return kFirstDiscard + PlaceOf(DiscardedBy(action));
    case ActionKind::kBid:
      return kFirstBid + value - 1;
    case ActionKind::kRaise:
      return kFirstRaise + value - 1;
    case ActionKind::kSign:
    case ActionKind::kSay:
      return NumberOfSign(static_cast<Sign>(value));
    case ActionKind::kCard:
    case ActionKind::kDealer:
    case ActionKind::kNoticed:
      break;
  }
  ARENA_CHECK(false, "an outcome of chance has no number: ", action);
  return 0;
}

// ---- Checks and text ----

absl::Status CheckAction(Action action) {
  if (action >> 24 < kActionKinds &&
      IsPossible(KindOf(action), ValueOf(action))) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("ordago has no action ", action));
}

std::string ActionText(Action action) {
  if (!CheckAction(action).ok()) return "?";
  const ActionKind kind = KindOf(action);
  const absl::string_view word = kWords[static_cast<int>(kind)];
  if (!HasValue(kind)) return std::string(word);
  return absl::StrCat(word, ValueText(kind, action));
}

absl::StatusOr<Action> ActionFromText(absl::string_view text) {
  const std::string lower = absl::AsciiStrToLower(text);
  if (lower.size() == 1 && RankFromLetter(lower[0]) >= 0) {
    return MakeAction(ActionKind::kCard,
                      static_cast<uint32_t>(RankFromLetter(lower[0])));
  }
  for (int i = 1; i < kActionKinds; ++i) {
    const auto kind = static_cast<ActionKind>(i);
    if (!HasValue(kind) && lower == kWords[i]) return MakeAction(kind);
    if (!HasValue(kind) || !absl::StartsWith(lower, kWords[i])) continue;
    ARENA_ASSIGN_OR_RETURN(
        const uint32_t value,
        ValueFromText(kind, absl::string_view(lower).substr(kWords[i].size())));
    if (IsPossible(kind, value)) return MakeAction(kind, value);
    break;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "action \"", text,
      "\": expected keep, swap, discard and cards, wait, bid or raise and an "
      "amount, pass, accept, ordago, no sign, sign s1 to s9, sign p0 to p",
      kMaxCodes - 1, ", or say and a number"));
}

}  // namespace arena::ordago
