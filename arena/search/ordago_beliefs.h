// The hands that others probably hold in Ordago, given what they did.
#ifndef ARENA_SEARCH_ORDAGO_BELIEFS_H_
#define ARENA_SEARCH_ORDAGO_BELIEFS_H_

#include <array>
#include <vector>

#include "arena/core/rng.h"
#include "arena/games/ordago/ordago.h"

namespace arena::v1 {
class OrdagoObservation;
}  // namespace arena::v1

namespace arena::ordago {

// Others are believed to act mostly as suggested: kings, aces and pairs were
// kept, good hands bid. Signs are believed, unless no hand that makes them true
// is found in some hundred tries.
class Beliefs {
 public:
  // Takes a state that is possible for the seat.
  Beliefs(const State& state, Seat seat, const v1::OrdagoObservation& seen);

  // The same state with other hands.
  State Draw(Rng& rng) const;

 private:
  // An act of a bet, with the bidding that it answered.
  struct BetAct {
    Bet bet;
    Bidding before;
    ActionKind kind;
  };
  // What a place did with the hand that it holds.
  struct Acts {
    bool known = false;
    // Cards that it held before its last exchange.
    int kept = 0;
    bool swapped = false;
    bool stayed = false;
    std::vector<BetAct> bets;
    std::vector<Sign> signs;
  };

  void ReadExchanges(const v1::OrdagoObservation& seen);
  void ReadBets(const v1::OrdagoObservation& seen);
  void ReadSigns(const v1::OrdagoObservation& seen);
  Cards DrawHand(Place place, Cards unseen, Rng& rng) const;
  // How many acts a player who does as suggested would not have done.
  int Surprises(const Acts& acts, Cards hand) const;

  const State state_;
  std::array<Acts, kPlaces> acts_;
};

}  // namespace arena::ordago

#endif  // ARENA_SEARCH_ORDAGO_BELIEFS_H_
