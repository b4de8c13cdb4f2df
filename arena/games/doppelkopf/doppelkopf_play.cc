// From the contract to the score: windows, cards, tricks, points.
#include <algorithm>

#include "arena/core/check.h"
#include "arena/games/doppelkopf/doppelkopf.h"

namespace arena::doppelkopf {

// ---- A deal's questions ----

SeatSet Deal::ReSeats() const {
  SeatSet seats;
  for (Seat seat = 0; seat < kSeats; ++seat) {
    if ((re >> seat & 1) != 0) seats.insert(seat);
  }
  return seats;
}

// ---- The beginning ----

Seat State::FirstLeader() const {
  if (!IsSolo(deal_.contract)) return Forehand();
  switch (rules_.solo_lead) {
    case SoloLead::kCompulsoryOnly:
      return deal_.compulsory ? deal_.declarer : Forehand();
    case SoloLead::kAlways:
      return deal_.declarer;
    case SoloLead::kNever:
      break;
  }
  return Forehand();
}

// Settles the parties, except for the partner of a marriage.
void State::StartTricks() {
  deal_.player = static_cast<uint8_t>(FirstLeader());
  if (deal_.contract == Contract::kNormal) {
    for (Seat seat = 0; seat < kSeats; ++seat) {
      if (deal_.dealt[seat].count(kOld) > 0) deal_.re |= 1 << seat;
    }
  } else {
    deal_.re = static_cast<uint8_t>(1 << deal_.declarer);
    if (deal_.contract == Contract::kPoverty) {
      deal_.re |= 1 << deal_.poverty.acceptor;
    }
    if (deal_.contract == Contract::kMarriage) {
      deal_.shown[deal_.declarer] = Shown::kRe;
    } else {
      ShowAll();
    }
  }
  BeforeCard();
}

// ---- Windows ----

namespace {

// Computed from the tricks, because counting the hand takes longer.
int CardsInHand(Seat seat, const Deal& deal, const Rules& rules) {
  const int place =
      (seat + kSeats - deal.tricks[deal.tricks_played].leader) % kSeats;
  return rules.hand_cards - deal.tricks_played -
         (place < deal.cards_played ? 1 : 0);
}

// Inline, because it is called for all seats before every trick.
inline Moment MomentOf(Seat seat, const Deal& deal, const Rules& rules) {
  return {.cards_in_hand = CardsInHand(seat, deal, rules),
          .shift = deal.clarified == 0 ? 0 : ShiftAfter(deal.clarified, rules),
          .parties_open = deal.MarriageOpen()};
}

bool PartyMayAnnounce(Party party, const Moment& moment, const Deal& deal,
                      const Rules& rules) {
  return MayAnnounce(deal.of(party), deal.of(Other(party)).level, moment,
                     rules);
}

// Whether the seat may have something to announce, as far as all seats know.
// Its party counts as the table knows it: if it were asked only when it really
// may announce, the request itself would tell its party.
bool MightAnnounce(Seat seat, const Deal& deal, const Rules& rules) {
  const Shown shown = deal.shown[seat];
  const Moment moment = MomentOf(seat, deal, rules);
  return (shown != Shown::kKontra &&
          PartyMayAnnounce(Party::kRe, moment, deal, rules)) ||
         (shown != Shown::kRe &&
          PartyMayAnnounce(Party::kKontra, moment, deal, rules));
}

// False only if no seat might: no seat has more cards than the next player.
bool AnybodyMightAnnounce(const Deal& deal, const Rules& rules) {
  const Moment moment = MomentOf(deal.player, deal, rules);
  return PartyMayAnnounce(Party::kRe, moment, deal, rules) ||
         PartyMayAnnounce(Party::kKontra, moment, deal, rules);
}

}  // namespace

// Called before a card is played: opens a window if other seats might announce
// something.
void State::BeforeCard() {
  deal_.has_announced = false;
  const bool window = rules_.announce_windows == AnnounceWindows::kCard ||
                      (rules_.announce_windows == AnnounceWindows::kTrick &&
                       deal_.cards_played == 0);
  if (!window || !AnybodyMightAnnounce(deal_, rules_)) {
    phase_ = Phase::kPlay;
    return;
  }
  deal_.window = {.pass = 1};
  phase_ = Phase::kWindow;
  NextInWindow();
}

Seat State::WindowSeat() const {
  return (deal_.player + 1 + deal_.window.place) % kSeats;
}

// Goes to the next seat that is asked, the present one included. A pass in
// which a seat spoke is followed by another pass.
void State::NextInWindow() {
  Window& window = deal_.window;
  while (true) {
    for (; window.place < kSeats - 1; ++window.place) {
      if (MightAnnounce(WindowSeat(), deal_, rules_)) return;
    }
    if (!window.spoken) break;
    ++window.pass;
    window.place = 0;
    window.spoken = false;
  }
  window = Window();
  phase_ = Phase::kPlay;
}

void State::AddLevels(Seat seat, ActionList& out) const {
  const Party party = deal_.PartyOf(seat);
  const Moment moment = MomentOf(seat, deal_, rules_);
  for (const Level level : LegalLevels(
           deal_.of(party), deal_.of(Other(party)).level, moment, rules_)) {
    out.push_back(AnnouncementOf(level, party));
  }
}

void State::AnswerWindow(Seat seat, Action action) {
  if (action != kPass) {
    Announce(seat, action);
    deal_.window.spoken = true;
  }
  ++deal_.window.place;
  NextInWindow();
}

void State::Announce(Seat seat, Action action) {
  const Party party = deal_.PartyOf(seat);
  const Level level = LevelOf(action);
  Announced& own = deal_.announced[static_cast<size_t>(party)];
  const Moment moment = MomentOf(seat, deal_, rules_);
  own = doppelkopf::Announce(own, level, moment, rules_);
  ARENA_CHECK(deal_.announcements < kMaxAnnouncements);
  deal_.spoken[deal_.announcements++] = {
      .seat = static_cast<uint8_t>(seat),
      .party = party,
      .level = level,
      .reply = own.reply,
      .cards_in_hand = static_cast<uint8_t>(moment.cards_in_hand),
      .tricks = deal_.tricks_played,
      .cards = deal_.cards_played,
      .pass = deal_.window.pass};
  deal_.shown[seat] = ShownAs(party);
}

// ---- Cards ----

void State::PlayCard(Seat seat, Card card) {
  ARENA_CHECK(deal_.hands[seat].count(card) > 0, "seat ", seat, " plays card ",
              card);
  Trick& trick = deal_.tricks[deal_.tricks_played];
  deal_.hands[seat].Remove(card);
  if (deal_.cards_played == 0) {
    trick.leader = static_cast<uint8_t>(seat);
    trick.last = deal_.tricks_played + 1 == rules_.hand_cards;
  }
  trick.cards[deal_.cards_played++] = card;
  if (deal_.contract == Contract::kNormal) ShowByCard(seat, card);
  deal_.player = static_cast<uint8_t>(LeftOf(seat));
  if (deal_.cards_played == kSeats) {
    EndTrick();
  } else {
    BeforeCard();
  }
}

// Notes the parties that a card shows: an old one is Re, and a seat without
// trumps has no old one. Two seats known as Kontra do not show the party of the
// others, because there may be a silent solo.
void State::ShowByCard(Seat seat, Card card) {
  if (card == kOld) {
    deal_.shown[seat] = Shown::kRe;
    int unseen = 0;
    for (const Cards& hand : deal_.hands) unseen += hand.count(kOld);
    if (unseen == 0) ShowAll();
    return;
  }
  if (deal_.cards_played > 1 && deal_.shown[seat] == Shown::kNothing &&
      IsTrump(deal_.contract, *deal_.Led(), rules_) &&
      !IsTrump(deal_.contract, card, rules_)) {
    deal_.shown[seat] = Shown::kKontra;
  }
}

void State::ShowAll() {
  for (Seat seat = 0; seat < kSeats; ++seat) {
    deal_.shown[seat] = ShownAs(deal_.PartyOf(seat));
  }
}

Seat Deal::TrickHolder(const Rules& rules) const {
  const Trick& trick = tricks[tricks_played];
  return trick.SeatAt(WinningPosition(
      contract, absl::MakeConstSpan(trick.cards.data(), cards_played),
      trick.last, rules));
}

void State::EndTrick() {
  const Trick& trick = deal_.tricks[deal_.tricks_played];
  const Seat winner = WinnerOf(deal_.contract, trick, rules_);
  deal_.winners[deal_.tricks_played] = static_cast<uint8_t>(winner);
  deal_.augen[winner] += AugenOf(trick.cards);
  ++deal_.tricks_played;
  deal_.cards_played = 0;
  deal_.player = static_cast<uint8_t>(winner);
  if (deal_.MarriageOpen()) CheckMarriage(winner);
  if (deal_.tricks_played == rules_.hand_cards) {
    ScoreDeal();
  } else {
    BeforeCard();
  }
}

// Looks for a partner in the trick that has just ended.
void State::CheckMarriage(Seat winner) {
  const Card led = deal_.tricks[deal_.tricks_played - 1].cards[0];
  const bool trump = IsTrump(deal_.contract, led, rules_);
  const bool counts = rules_.marriage_trick == MarriageTrick::kAny ||
                      trump == (rules_.marriage_trick == MarriageTrick::kTrump);
  if (winner != deal_.declarer && counts) {
    deal_.partner = static_cast<int8_t>(winner);
    deal_.re |= 1 << winner;
  } else if (deal_.tricks_played < rules_.marriage_limit) {
    return;
  }
  deal_.clarified = deal_.tricks_played;
  ShowAll();
}

// ---- The score ----

namespace {

// Tricks and Augen of both parties, and the special points.
DealTotals TotalsOf(const Deal& deal, const Rules& rules,
                    ScoreItems& specials) {
  const SeatSet re = deal.ReSeats();
  DealTotals totals;
  totals.solo = deal.IsSoloClass();
  totals.re.level = deal.of(Party::kRe).level;
  totals.kontra.level = deal.of(Party::kKontra).level;
  for (Seat seat = 0; seat < kSeats; ++seat) {
    (re.contains(seat) ? totals.re : totals.kontra).augen += deal.augen[seat];
  }
  for (int i = 0; i < deal.tricks_played; ++i) {
    const bool is_re = re.contains(deal.winners[i]);
    ++(is_re ? totals.re : totals.kontra).tricks;
    if (!totals.solo) AddSpecials(deal.tricks[i], re, rules, specials);
  }
  return totals;
}

}  // namespace

void State::ScoreDeal() {
  ScoreItems specials;
  const DealTotals totals = TotalsOf(deal_, rules_, specials);
  const ScoreSheet sheet = Score(totals, specials, rules_);
  const SeatScores points = SeatPoints(sheet.value, deal_.ReSeats());

  DealResult result;
  result.exists = true;
  result.deal = deal_number_;
  result.contract = deal_.contract;
  result.declarer = deal_.declarer;
  result.re = deal_.re;
  result.solo = totals.solo;
  result.re_augen = static_cast<uint8_t>(totals.re.augen);
  result.re_tricks = static_cast<uint8_t>(totals.re.tricks);
  result.levels = {totals.re.level, totals.kontra.level};
  result.dealt = deal_.dealt;
  result.last_trick = deal_.tricks[deal_.tricks_played - 1];
  result.last_taker = deal_.winners[deal_.tricks_played - 1];
  if (sheet.winner.has_value()) {
    result.winner = static_cast<uint8_t>(1 + static_cast<int>(*sheet.winner));
  }
  for (const ScoreItem& item : sheet.items) {
    result.items[result.item_count++] = item;
  }
  std::copy(points.begin(), points.end(), result.points.begin());
  FinishDeal(result);
}

void State::FinishDeal(const DealResult& result) {
  last_ = result;
  for (Seat seat = 0; seat < kSeats; ++seat) {
    totals_[seat] += result.points[seat];
    if (result.points[seat] > 0) ++positive_deals_[seat];
  }
  if (deal_.compulsory) --owed_[deal_.declarer];
  if (deal_number_ + 1 == rules_.deals) {
    phase_ = Phase::kOver;
    return;
  }
  ++deal_number_;
  redeals_ = 0;
  // A seat that plays its owed solo unasked takes no other seat's deal away.
  if (!deal_.compulsory || deal_.forced) {
    dealer_ = static_cast<uint8_t>(LeftOf(dealer_));
  }
  StartDeal();
}

}  // namespace arena::doppelkopf
