// Everything that a seat knows of a deal of Doppelkopf, as plain values.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_KNOWLEDGE_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_KNOWLEDGE_H_

#include <array>
#include <cstdint>
#include <optional>

#include "arena/games/doppelkopf/doppelkopf_actions.h"
#include "arena/games/doppelkopf/doppelkopf_cards.h"
#include "arena/games/doppelkopf/doppelkopf_deal.h"

namespace arena::doppelkopf {

// What the table has heard of a seat's declaration.
enum class Statement : uint8_t { kNone, kHealthy, kReservation };

// Made from a state (doppelkopf_sampler.cc) or from an observation
// (doppelkopf_sample.cc). Arrays are by seat.
struct Knowledge {
  // Or kSpectator, who holds no cards.
  Seat seat = 0;
  Seat forehand = 0;
  Phase phase = Phase::kDeal;

  // ---- Cards ----
  Cards own;
  std::array<Cards, kSeats> played;
  // The cards of the deck that are neither own nor played.
  Cards unseen;
  // The types of cards that a seat did not serve with.
  std::array<CardSet, kSeats> lacks = {};
  std::array<int, kSeats> hand_counts = {};

  // ---- Contract ----
  std::array<Statement, kSeats> statements = {};
  // The seat's own declaration as an action; 0: none.
  Action own_said = 0;
  std::array<bool, kSeats> owes = {};
  bool settled = false;
  // These mean something in settled deals.
  Contract contract = Contract::kNormal;
  Seat declarer = 0;
  bool forced = false;
  // The round in which seats are asked, and the seat that is asked; in settled
  // deals the round in which the contract was named.
  Naming naming = Naming::kNone;
  Seat asked = kNobody;
  std::array<Shown, kSeats> shown = {};

  // ---- Poverty ----
  Seat acceptor = kNobody;
  // The cards exchanged so far, if the seat is one of the two that see them.
  Cards laid;
  Cards returned;
  // The numbers of trumps among them, as far as the table was told.
  std::optional<int> laid_trumps;
  int returned_trumps = 0;

  // Notes that a seat played this card to a trick in which `demand` serves.
  void See(Seat player, Card card, CardSet demand) {
    played[player].Add(card);
    if (!Contains(demand, card)) lacks[player] |= demand;
  }
};

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_KNOWLEDGE_H_
