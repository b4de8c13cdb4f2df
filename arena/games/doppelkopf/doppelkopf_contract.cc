// From the cards to the contract: dealing, reservations, poverty.
#include <algorithm>

#include "arena/core/check.h"
#include "arena/games/doppelkopf/doppelkopf.h"
#include "arena/games/doppelkopf/doppelkopf_poverty.h"

namespace arena::doppelkopf {

// ---- Dealing ----

void State::StartDeal() {
  phase_ = Phase::kDeal;
  deal_ = Deal();
  deal_.deck = Cards::Deck(rules_.nines());
}

Seat State::ReceiverOfCard() const {
  int hands = 0;  // complete ones; a division would cost as much as the rest
  for (int i = 1; i < kSeats; ++i) {
    hands += deal_.cards_dealt >= i * rules_.hand_cards ? 1 : 0;
  }
  return (Forehand() + hands) % kSeats;
}

void State::DealCard(Card card) {
  ARENA_CHECK(deal_.deck.count(card) > 0, "card ", card, " is dealt");
  deal_.deck.Remove(card);
  deal_.hands[ReceiverOfCard()].Add(card);
  ++deal_.cards_dealt;
  if (deal_.deck.empty()) StartReservations();
}

// Called when all cards are dealt.
void State::StartReservations() {
  deal_.dealt = deal_.hands;
  const Seat forced = ForcedSeat();
  if (forced == kNobody) {
    phase_ = Phase::kReserve;
    return;
  }
  deal_.declarer = static_cast<int8_t>(forced);
  deal_.forced = true;
  phase_ = Phase::kForced;
}

// The dealer and the number of the deal stay the same.
void State::DealAgain() {
  ++redeals_;
  StartDeal();
}

// The seat that must play a solo now: one deal is left for each solo owed.
Seat State::ForcedSeat() const {
  int owing = 0;
  for (Seat seat = 0; seat < kSeats; ++seat) owing += owed_[seat];
  if (owing == 0 || owing < rules_.deals - deal_number_) return kNobody;
  Seat seat = Forehand();
  while (!Owes(seat)) seat = LeftOf(seat);
  return seat;
}

// ---- Reservations ----

void State::AddSolos(ActionList& out) const {
  for (int i = 0; i < kSolos; ++i) {
    const auto solo =
        static_cast<Contract>(static_cast<int>(Contract::kQueens) + i);
    if (rules_.Allows(solo)) out.push_back(Declare(solo));
  }
}

void State::ReserveActions(Seat seat, ActionList& out) const {
  const Cards& hand = deal_.hands[seat];
  const bool marriage = HasBothOld(hand);
  const bool poverty = MayDealAgain() && MayDeclarePoverty(hand, rules_);
  const bool redeal = MayDealAgain() && MayDemandRedeal(hand, rules_);
  if (!marriage || rules_.silent_solo) out.push_back(kHealthy);
  if (rules_.reservation_steps == 2) {
    if (rules_.solos != 0 || marriage || poverty || redeal) {
      out.push_back(kReservation);
    }
    return;
  }
  if (marriage) out.push_back(Declare(Contract::kMarriage));
  if (poverty) out.push_back(Declare(Contract::kPoverty));
  AddSolos(out);
  if (redeal) out.push_back(kRedeal);
}

void State::DeclareForced(Action solo) {
  deal_.compulsory = true;
  Settle(*ContractOf(solo), deal_.declarer);
}

void State::Reserve(Seat seat, Action declaration) {
  deal_.said[seat] = static_cast<uint8_t>(declaration);
  deal_.naming_place = static_cast<uint8_t>(deal_.naming_place + 1);
  if (deal_.naming_place < kSeats) return;
  deal_.naming_place = 0;
  const bool healthy =
      std::all_of(deal_.said.begin(), deal_.said.end(),
                  [](uint8_t said) { return said == kHealthy; });
  if (healthy) {
    Settle(Contract::kNormal, kNobody);
  } else if (rules_.reservation_steps == 2) {
    phase_ = Phase::kName;
    deal_.naming = Naming::kRedeal;
    NextNaming();
  } else {
    ResolveReservations();
  }
}

// The declaration with the higher rank is played.
int State::RankOfDeclaration(Seat seat) const {
  const Action said = deal_.said[seat];
  if (said == kRedeal) return 5;
  if (IsSoloDeclaration(said)) return Owes(seat) ? 4 : 3;
  if (said == Declare(Contract::kPoverty)) return 2;
  return said == Declare(Contract::kMarriage) ? 1 : 0;
}

void State::ResolveReservations() {
  Seat best = Forehand();
  for (Seat seat = LeftOf(best); seat != Forehand(); seat = LeftOf(seat)) {
    if (RankOfDeclaration(seat) > RankOfDeclaration(best)) best = seat;
  }
  const Action said = deal_.said[best];
  if (said == kRedeal) return DealAgain();
  deal_.compulsory = IsSoloDeclaration(said) && Owes(best);
  Settle(*ContractOf(said), best);
}

// ---- Reservations in two steps ----

Seat State::NamingSeat() const {
  return (Forehand() + deal_.naming_place) % kSeats;
}

// Whether a seat with a reservation is asked in a round. That depends on what
// all seats know, not on what the seat holds.
bool State::IsAsked(Naming round, Seat seat) const {
  if (deal_.said[seat] != kReservation) return false;
  switch (round) {
    case Naming::kNone:
      return false;
    case Naming::kRedeal:
      return MayDealAgain() &&
             (rules_.redeal_nines || rules_.redeal_kings > 0 ||
              rules_.redeal_trumps || rules_.redeal_low_trumps ||
              rules_.redeal_full);
    case Naming::kCompulsorySolo:
      return rules_.solos != 0 && Owes(seat);
    case Naming::kVoluntarySolo:
      return rules_.solos != 0 && !Owes(seat);
    case Naming::kPoverty:
      return MayDealAgain() && rules_.poverty;
    case Naming::kLast:
      return true;
  }
  return false;
}

// Goes to the next seat that is asked, the present one included.
void State::NextNaming() {
  while (!IsAsked(deal_.naming, NamingSeat())) {
    deal_.naming_place = (deal_.naming_place + 1) % kSeats;
    if (deal_.naming_place == 0) {
      deal_.naming = static_cast<Naming>(static_cast<int>(deal_.naming) + 1);
    }
  }
}

// Whether another seat is still to be asked for a solo after this one.
bool State::IsAskedForSoloLater() const {
  for (int place = deal_.naming_place + 1; place < kSeats; ++place) {
    if (IsAsked(deal_.naming, (Forehand() + place) % kSeats)) return true;
  }
  if (deal_.naming != Naming::kCompulsorySolo) return false;
  for (Seat seat = 0; seat < kSeats; ++seat) {
    if (IsAsked(Naming::kVoluntarySolo, seat)) return true;
  }
  return false;
}

bool State::HasLaterClaim(Seat seat) const {
  if (HasBothOld(deal_.hands[seat])) return true;
  return deal_.naming < Naming::kPoverty && MayDealAgain() &&
         MayDeclarePoverty(deal_.hands[seat], rules_);
}

// Some seat with a reservation must play: the last seat to be asked must play a
// solo if it has no other claim. In the last round, that is a seat that cannot
// declare the marriage; a marriage is possible only for a seat whose
// reservation is the only one.
void State::NamingActions(Seat seat, ActionList& out) const {
  const Cards& hand = deal_.hands[seat];
  const bool solo_possible = rules_.solos != 0;
  switch (deal_.naming) {
    case Naming::kNone:
      return;
    case Naming::kRedeal:
    case Naming::kPoverty: {
      if (solo_possible || HasLaterClaim(seat)) out.push_back(kPass);
      if (deal_.naming == Naming::kRedeal) {
        if (MayDemandRedeal(hand, rules_)) out.push_back(kRedeal);
      } else if (MayDeclarePoverty(hand, rules_)) {
        out.push_back(Declare(Contract::kPoverty));
      }
      return;
    }
    case Naming::kCompulsorySolo:
    case Naming::kVoluntarySolo:
      if (HasLaterClaim(seat) || IsAskedForSoloLater()) out.push_back(kPass);
      return AddSolos(out);
    case Naming::kLast: {
      const auto reserved =
          std::count(deal_.said.begin(), deal_.said.end(), kReservation);
      if (!HasBothOld(hand)) return AddSolos(out);
      if (reserved == 1 || !solo_possible) {
        out.push_back(Declare(Contract::kMarriage));
      } else {
        out.push_back(kPass);
      }
      return;
    }
  }
}

void State::Name(Seat seat, Action action) {
  if (action == kPass) {
    deal_.naming_place = (deal_.naming_place + 1) % kSeats;
    if (deal_.naming_place == 0) {
      deal_.naming = static_cast<Naming>(static_cast<int>(deal_.naming) + 1);
    }
    return NextNaming();
  }
  if (action == kRedeal) return DealAgain();
  deal_.compulsory = IsSoloDeclaration(action) && Owes(seat);
  Settle(*ContractOf(action), seat);
}

// ---- The contract ----

void State::Settle(Contract contract, Seat declarer) {
  deal_.settled = true;
  deal_.contract = contract;
  deal_.declarer =
      contract == Contract::kNormal ? kNobody : static_cast<int8_t>(declarer);
  if (contract == Contract::kPoverty) {
    phase_ = Phase::kLay;
  } else {
    StartTricks();
  }
}

// ---- Poverty ----

void State::LayActions(ActionList& out) const {
  const Cards& hand = deal_.hands[deal_.declarer];
  ForEachThree(hand, [&](const ThreeCards& cards) {
    if (!MayLay(hand, Cards(cards), rules_)) return;
    out.push_back(ThreeCardsAction(kLay, cards));
  });
}

void State::ReturnActions(ActionList& out) const {
  ForEachThree(deal_.hands[deal_.poverty.acceptor],
               [&](const ThreeCards& cards) {
                 out.push_back(ThreeCardsAction(kReturn, cards));
               });
}

Seat State::OfferedSeat() const {
  return (deal_.declarer + 1 + deal_.poverty.declined) % kSeats;
}

void State::Lay(Action cards) {
  deal_.poverty.laid = Cards(CardsIn(cards));
  Cards& hand = deal_.hands[deal_.declarer];
  hand = hand - deal_.poverty.laid;
  phase_ = Phase::kOffer;
}

void State::Answer(Action answer) {
  Poverty& poverty = deal_.poverty;
  if (answer == kAccept) {
    poverty.acceptor = static_cast<int8_t>(OfferedSeat());
    Cards& hand = deal_.hands[poverty.acceptor];
    // Requires no third copy: the laid cards come from another hand.
    hand = hand + poverty.laid;
    phase_ = Phase::kReturn;
    return;
  }
  ++poverty.declined;
  if (poverty.declined == kSeats - 1) DealAgain();
}

void State::GiveBack(Action cards) {
  Poverty& poverty = deal_.poverty;
  poverty.returned = Cards(CardsIn(cards));
  Cards& from = deal_.hands[poverty.acceptor];
  Cards& to = deal_.hands[deal_.declarer];
  from = from - poverty.returned;
  to = to + poverty.returned;
  StartTricks();
}

}  // namespace arena::doppelkopf
