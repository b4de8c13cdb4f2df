#include "arena/games/doppelkopf/doppelkopf_actions.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace arena::doppelkopf {
namespace {

struct Word {
  Action action;
  absl::string_view text;
};

constexpr std::array kWords = {
    Word{kPass, "pass"},
    Word{kRe, "re"},
    Word{kKontra, "kontra"},
    Word{kFirstNo, "keine 90"},
    Word{kFirstNo + 1, "keine 60"},
    Word{kFirstNo + 2, "keine 30"},
    Word{kSchwarz, "schwarz"},
    Word{kAccept, "accept"},
    Word{kDecline, "decline"},
    Word{kHealthy, "healthy"},
    Word{Declare(Contract::kMarriage), "marriage"},
    Word{Declare(Contract::kPoverty), "poverty"},
    Word{Declare(Contract::kQueens), "solo queens"},
    Word{Declare(Contract::kJacks), "solo jacks"},
    Word{Declare(Contract::kFleshless), "solo fleshless"},
    Word{Declare(Contract::kClubs), "solo clubs"},
    Word{Declare(Contract::kSpades), "solo spades"},
    Word{Declare(Contract::kHearts), "solo hearts"},
    Word{Declare(Contract::kDiamonds), "solo diamonds"},
    Word{kRedeal, "redeal"},
    Word{kReservation, "reservation"},
};

// From the top of the normal game down: a number for sorting.
int PlaceOf(Card card) {
  constexpr int kQueens = 1;
  constexpr int kJacks = kQueens + 4;
  constexpr int kTrumpDiamonds = kJacks + 4;
  constexpr int kPlain = kTrumpDiamonds + kRanks;
  if (card == kDulle) return 0;
  if (RankOf(card) == kQueen) return kQueens + SuitOf(card);
  if (RankOf(card) == kJack) return kJacks + SuitOf(card);
  if (SuitOf(card) == kDiamondsSuit)
    return kTrumpDiamonds + kAce - RankOf(card);
  return kPlain + kRanks * SuitOf(card) + kAce - RankOf(card);
}

std::optional<Action> ReadThreeCards(absl::string_view text) {
  const std::vector<std::string> parts = absl::StrSplit(text, ' ');
  if (parts.size() != 1 + kPovertyCards) return std::nullopt;
  if (parts[0] != "lay" && parts[0] != "return") return std::nullopt;
  ThreeCards cards = {};
  for (int i = 0; i < kPovertyCards; ++i) {
    const std::optional<Card> card =
        ParseCard(absl::AsciiStrToUpper(parts[i + 1]));
    if (!card.has_value()) return std::nullopt;
    cards[i] = *card;
  }
  const Action action =
      ThreeCardsAction(parts[0] == "lay" ? kLay : kReturn, cards);
  if (!IsAction(action)) return std::nullopt;
  return action;
}

}  // namespace

bool ComesBefore(Card a, Card b) { return PlaceOf(a) < PlaceOf(b); }

Action ThreeCardsAction(Action kind, ThreeCards cards) {
  std::sort(cards.begin(), cards.end(), std::greater<Card>());
  return kind | Action{cards[0]} << 10 | Action{cards[1]} << 5 | cards[2];
}

ThreeCards CardsIn(Action action) {
  return {static_cast<Card>(action >> 10 & 31),
          static_cast<Card>(action >> 5 & 31), static_cast<Card>(action & 31)};
}

uint32_t NumberOf(Action action) {
  constexpr uint32_t kFirstWord = kCardTypes;
  constexpr uint32_t kFirstAnswer = kFirstWord + kSchwarz - kPass + 1;
  constexpr uint32_t kFirstDeclaration = kFirstAnswer + kAccept - kDecline + 1;
  static_assert(kFirstLay == kFirstDeclaration + kReservation - kHealthy + 1);
  if (action < kCardTypes) return action;
  if (action <= kSchwarz) return kFirstWord + action - kPass;
  if (action <= kAccept) return kFirstAnswer + action - kDecline;
  if (action <= kReservation) return kFirstDeclaration + action - kHealthy;
  // The highest card first: all choices of three, of two and of one card with
  // lower numbers come before.
  const auto [a, b, c] = CardsIn(action);
  const auto place =
      static_cast<uint32_t>(a * (a + 1) * (a + 2) / 6 + b * (b + 1) / 2 + c);
  return (action < kReturn ? kFirstLay : kFirstReturn) + place;
}

bool IsAction(Action action) {
  if (action < kCardTypes) return true;
  if (IsThreeCards(action)) {
    if ((action & (kLay - 1)) >> 15 != 0 || action >> 16 == 3) return false;
    const auto [a, b, c] = CardsIn(action);
    return a < kCardTypes && a >= b && b >= c && a != c;
  }
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](const Word& word) { return word.action == action; });
}

std::string ActionText(Action action) {
  if (!IsAction(action)) return "?";
  if (action < kCardTypes) return CardText(action);
  if (IsThreeCards(action)) {
    ThreeCards cards = CardsIn(action);
    std::sort(cards.begin(), cards.end(), ComesBefore);
    return absl::StrCat(action < kReturn ? "lay " : "return ",
                        CardText(cards[0]), " ", CardText(cards[1]), " ",
                        CardText(cards[2]));
  }
  return std::string(
      std::find_if(kWords.begin(), kWords.end(), [&](const Word& word) {
        return word.action == action;
      })->text);
}

absl::StatusOr<Action> ReadAction(absl::string_view text) {
  if (const auto card = ParseCard(absl::AsciiStrToUpper(text))) return *card;
  const std::string lower = absl::AsciiStrToLower(text);
  for (const Word& word : kWords) {
    if (lower == word.text) return word.action;
  }
  if (const auto three = ReadThreeCards(lower)) return *three;
  return absl::InvalidArgumentError(absl::StrCat(
      "action \"", text.substr(0, 40),
      "\": expected a card such as CQ or HT (suit C, S, H, D and rank 9, J, Q, "
      "K, T, A), lay or return with three different copies such as \"lay CQ SJ "
      "H9\", or one of ",
      absl::StrJoin(kWords, ", ", [](std::string* out, const Word& word) {
        absl::StrAppend(out, word.text);
      })));
}

}  // namespace arena::doppelkopf
