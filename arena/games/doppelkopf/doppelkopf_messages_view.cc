#include "arena/games/doppelkopf/doppelkopf_messages_view.h"

#include "absl/strings/str_cat.h"

namespace arena::doppelkopf {
namespace {

absl::StatusOr<Action> ThreeCardsOf(Action kind,
                                    const v1::DoppelkopfHand& message) {
  ARENA_ASSIGN_OR_RETURN(const Cards cards, CardsOf(message.cards()));
  if (cards.size() != kPovertyCards) {
    return Wrong(cards.size(), " cards: expected ", kPovertyCards);
  }
  const std::vector<Card> list = ListOf(cards);
  return ThreeCardsAction(kind, {list[0], list[1], list[2]});
}

absl::StatusOr<Action> ActionOfWord(v1::DoppelkopfWord word) {
  const int number = word;
  if (number >= v1::DOPPELKOPF_WORD_PASS &&
      number <= v1::DOPPELKOPF_WORD_SCHWARZ) {
    return kPass + static_cast<Action>(number - v1::DOPPELKOPF_WORD_PASS);
  }
  if (word == v1::DOPPELKOPF_WORD_ACCEPT) return kAccept;
  if (word == v1::DOPPELKOPF_WORD_DECLINE) return kDecline;
  return Wrong("word ", number, ": expected 1..", v1::DoppelkopfWord_MAX);
}

}  // namespace

absl::Status CheckRange(const char* what, int64_t value, int64_t min,
                        int64_t max) {
  if (value >= min && value <= max) return absl::OkStatus();
  return Wrong(what, " ", value, ": expected ", min, "..", max);
}

v1::DoppelkopfWord WordOf(Action action) {
  if (action == kAccept) return v1::DOPPELKOPF_WORD_ACCEPT;
  if (action == kDecline) return v1::DOPPELKOPF_WORD_DECLINE;
  return static_cast<v1::DoppelkopfWord>(v1::DOPPELKOPF_WORD_PASS + action -
                                         kPass);
}

std::vector<Card> ListOf(const Cards& cards) {
  std::vector<Card> list;
  list.reserve(static_cast<size_t>(cards.size()));
  for (CardSet types = cards.types(); types != 0; types &= types - 1) {
    const Card card = LowestOf(types);
    list.insert(list.end(), static_cast<size_t>(cards.count(card)), card);
  }
  return list;
}

absl::StatusOr<Cards> CardsOf(
    const google::protobuf::RepeatedField<uint32_t>& cards) {
  Cards all;
  for (const uint32_t card : cards) {
    if (card >= kCardTypes) {
      return Wrong("card ", card, ": expected 0..", kCardTypes - 1);
    }
    if (all.count(static_cast<Card>(card)) == kCopies) {
      return Wrong(CardText(card), " occurs more than twice");
    }
    all.Add(static_cast<Card>(card));
  }
  return all;
}

absl::StatusOr<ScoreItem> ItemOf(const v1::DoppelkopfItem& line) {
  ARENA_RETURN_IF_ERROR(CheckRange("reason", line.reason(), 1, kReasons));
  ARENA_RETURN_IF_ERROR(CheckRange("party", line.party(), 1, 2));
  ARENA_RETURN_IF_ERROR(CheckRange("announcer", line.announcer(), 1, 2));
  ARENA_RETURN_IF_ERROR(CheckRange("points", line.points(), 0, 1000));
  return ScoreItem{.reason = static_cast<Reason>(line.reason() - 1),
                   .party = static_cast<Party>(line.party() - 1),
                   .announcer = static_cast<Party>(line.announcer() - 1),
                   .points = line.points()};
}

absl::StatusOr<Action> ActionOf(const v1::DoppelkopfAction& message) {
  switch (message.kind_case()) {
    case v1::DoppelkopfAction::kCard:
      if (message.card() < kCardTypes) return message.card();
      return Wrong("card ", message.card(), ": expected 0..", kCardTypes - 1);
    case v1::DoppelkopfAction::kDeclaration:
      if (message.declaration() > 0 &&
          v1::DoppelkopfDeclaration_IsValid(message.declaration())) {
        return kHealthy + static_cast<Action>(message.declaration()) - 1;
      }
      return Wrong("declaration ", static_cast<int>(message.declaration()),
                   ": expected 1..", v1::DoppelkopfDeclaration_MAX);
    case v1::DoppelkopfAction::kWord:
      return ActionOfWord(message.word());
    case v1::DoppelkopfAction::kLay:
      return ThreeCardsOf(kLay, message.lay());
    case v1::DoppelkopfAction::kGiveBack:
      return ThreeCardsOf(kReturn, message.give_back());
    case v1::DoppelkopfAction::KIND_NOT_SET:
      break;
  }
  return Wrong(
      "nothing is set in the action; expected doppelkopf.card, declaration, "
      "word, lay or give_back");
}

}  // namespace arena::doppelkopf
