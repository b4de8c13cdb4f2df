#include "arena/games/ordago/ordago_messages_view.h"

#include "arena/core/check.h"

namespace arena::ordago {
namespace {

// By number of v1.OrdagoWord, from 1.
constexpr std::array<ActionKind, 7> kKindsOfWords = {
    ActionKind::kKeep,  ActionKind::kSwap,   ActionKind::kWait,
    ActionKind::kPass,  ActionKind::kAccept, ActionKind::kOrdago,
    ActionKind::kNoSign};

constexpr std::array<v1::OrdagoPhase, 7> kPhaseOfMoment = {
    v1::ORDAGO_PHASE_SIGN_WINDOW, v1::ORDAGO_PHASE_ASK,
    v1::ORDAGO_PHASE_DISCARD,     v1::ORDAGO_PHASE_BET,
    v1::ORDAGO_PHASE_BET,         v1::ORDAGO_PHASE_BET,
    v1::ORDAGO_PHASE_BET};

constexpr int kFirstBet = static_cast<int>(Moment::kBig);

}  // namespace

// ---- To messages ----

void ToMessage(Cards cards, v1::OrdagoCards& out) {
  out.Clear();
  for (Rank rank = kRanks - 1; rank >= 0; --rank) {
    for (int i = CountOf(cards, rank); i > 0; --i) {
      out.add_ranks(MessageOf(rank));
    }
  }
}

void ToMessage(Sign sign, v1::OrdagoSign& out) {
  if (sign >= kPublicCodes) {
    out.set_public_code(sign - kPublicCodes);
  } else if (IsPrivate(sign)) {
    out.set_private_code(sign - kPrivateCodes);
  } else {
    out.set_official(static_cast<v1::OrdagoOfficialSign>(sign));
  }
}

void ToMessage(const SignNote& note, v1::OrdagoSignSeen& out) {
  out.set_seat(note.seat);
  ToMessage(static_cast<Sign>(note.sign), *out.mutable_sign());
  out.set_completed_exchanges(note.round);
  out.set_phase(kPhaseOfMoment[note.moment]);
  if (note.moment >= kFirstBet) {
    out.set_bet(static_cast<v1::OrdagoBet>(note.moment - kFirstBet + 1));
  }
  out.set_last_hand(note.last_hand != 0);
}

void ToMessage(const BetResult& result, v1::OrdagoBetResult& out) {
  out.set_status(static_cast<v1::OrdagoBetStatus>(result.status));
  const bool declined = result.status == BetStatus::kDeclined;
  if (declined || result.status == BetStatus::kConcluded) {
    out.set_amount(static_cast<uint32_t>(result.amount));
  }
  if (declined) out.set_team(result.team);
}

v1::OrdagoWord WordOf(ActionKind kind) {
  for (size_t i = 0; i < kKindsOfWords.size(); ++i) {
    if (kKindsOfWords[i] == kind) return static_cast<v1::OrdagoWord>(i + 1);
  }
  return v1::ORDAGO_WORD_UNSPECIFIED;
}

// ---- From messages ----

absl::StatusOr<Rank> FromMessage(v1::OrdagoRank rank) {
  if (rank >= v1::ORDAGO_RANK_ACE && rank <= v1::ORDAGO_RANK_KING) {
    return static_cast<Rank>(rank) - 1;
  }
  return Wrong("rank ", static_cast<int>(rank), ": expected 1..8");
}

absl::StatusOr<Cards> FromMessage(const v1::OrdagoCards& message) {
  if (message.ranks_size() > kHandSize) {
    return Wrong(message.ranks_size(), " cards: expected at most ", kHandSize);
  }
  Cards cards = 0;
  for (const int number : message.ranks()) {
    ARENA_ASSIGN_OR_RETURN(const Rank rank,
                           FromMessage(static_cast<v1::OrdagoRank>(number)));
    cards += One(rank);
  }
  return cards;
}

absl::StatusOr<Sign> FromMessage(const v1::OrdagoSign& message) {
  switch (message.kind_case()) {
    case v1::OrdagoSign::kOfficial: {
      const int sign = message.official();
      if (sign >= kBadCards && sign <= kOfficialSigns) {
        return static_cast<Sign>(sign);
      }
      return Wrong("official sign ", sign, ": expected 1..", kOfficialSigns);
    }
    case v1::OrdagoSign::kPrivateCode:
      if (message.private_code() < kMaxCodes) {
        return static_cast<Sign>(kPrivateCodes + message.private_code());
      }
      return Wrong("private_code ", message.private_code(), ": expected 0..",
                   kMaxCodes - 1);
    case v1::OrdagoSign::kPublicCode:
      if (message.public_code() < kMaxCodes) {
        return static_cast<Sign>(kPublicCodes + message.public_code());
      }
      return Wrong("public_code ", message.public_code(), ": expected 0..",
                   kMaxCodes - 1);
    case v1::OrdagoSign::KIND_NOT_SET:
      break;
  }
  return Wrong(
      "nothing is set in a sign: expected official, private_code or "
      "public_code");
}

absl::StatusOr<SignNote> FromMessage(const v1::OrdagoSignSeen& message) {
  if (message.seat() >= kMaxSeats) {
    return Wrong("a sign of seat ", message.seat(), ": expected 0..",
                 kMaxSeats - 1);
  }
  if (message.completed_exchanges() > kMaxRounds) {
    return Wrong("a sign of completed_exchanges ",
                 message.completed_exchanges(), ": expected 0..", kMaxRounds);
  }
  ARENA_ASSIGN_OR_RETURN(const Sign sign, FromMessage(message.sign()));
  SignNote note;
  note.sign = sign;
  note.seat = message.seat() & 3;
  note.round = message.completed_exchanges() & 0x3ff;
  note.last_hand = message.last_hand() ? 1 : 0;
  for (unsigned i = 0; i < kPhaseOfMoment.size(); ++i) {
    const int bet = static_cast<int>(i) - kFirstBet + 1;
    if (kPhaseOfMoment[i] != message.phase()) continue;
    if (bet > 0 && message.bet() != bet) continue;
    note.moment = i & 7;
    return note;
  }
  return Wrong("phase ", static_cast<int>(message.phase()), ", bet ",
               static_cast<int>(message.bet()),
               ": expected a moment at which signs can be given");
}

absl::StatusOr<BetResult> FromMessage(const v1::OrdagoBetResult& message) {
  if (message.status() < v1::ORDAGO_BET_STATUS_UNSPECIFIED ||
      message.status() > v1::ORDAGO_BET_STATUS_SHOWDOWN ||
      message.amount() > kMaxAmount || message.team() > 1) {
    return Wrong("not a result of a bet: ", message.ShortDebugString());
  }
  return BetResult{.status = static_cast<BetStatus>(message.status()),
                   .team = static_cast<uint8_t>(message.team()),
                   .amount = static_cast<int16_t>(message.amount())};
}

absl::StatusOr<BetNote> FromMessage(const v1::OrdagoBetAction& message) {
  ActionKind kind = ActionKind::kBid;
  uint32_t amount = 0;
  switch (message.kind_case()) {
    case v1::OrdagoBetAction::kBid:
      amount = message.bid();
      break;
    case v1::OrdagoBetAction::kRaiseTo:
      kind = ActionKind::kRaise;
      amount = message.raise_to();
      break;
    case v1::OrdagoBetAction::kWord: {
      ARENA_ASSIGN_OR_RETURN(kind, FromMessage(message.word()));
      break;
    }
    case v1::OrdagoBetAction::KIND_NOT_SET:
      return Wrong(
          "nothing is set in an action of a bet: expected word, bid "
          "or raise_to");
  }
  if (message.place() >= kPlaces || amount > kMaxAmount ||
      kind < ActionKind::kWait || kind > ActionKind::kOrdago ||
      (!message.has_word() && amount == 0)) {
    return Wrong("not an action in a bet: ", message.ShortDebugString());
  }
  BetNote note;
  note.place = message.place() & 3;
  note.kind =
      (static_cast<unsigned>(kind) - static_cast<unsigned>(ActionKind::kWait)) &
      7;
  note.amount = amount & 0x7ff;
  return note;
}

absl::StatusOr<ActionKind> FromMessage(v1::OrdagoWord word) {
  if (word >= 1 && word <= static_cast<int>(kKindsOfWords.size())) {
    return kKindsOfWords[word - 1];
  }
  return Wrong("word ", static_cast<int>(word), ": expected 1..",
               kKindsOfWords.size());
}

}  // namespace arena::ordago
