// The view of one seat on a state of Ordago.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_VIEWER_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_VIEWER_H_

#include "arena/games/ordago/ordago.h"

namespace arena::v1 {
class OrdagoNotices;
class OrdagoObservation;
class OrdagoReveal;
}  // namespace arena::v1

namespace arena::ordago {

// Looks at a state for a seat or for spectators. Every answer uses only what
// the seat may know.
class Viewer {
 public:
  // The state must outlive it.
  Viewer(const State& state, Seat seat) : state_(state), seat_(seat) {}

  void FillObservation(v1::OrdagoObservation& seen) const;
  // Fills what the seat sees of a ply that is about to be applied.
  void FillEvent(absl::Span<const SeatAction> ply, v1::PlyEvent& out) const;

  // Whether the cards of a place belong to the viewer or lie open.
  bool SeesPlace(Place place) const;

  // Writes which opponents notice which signs in an outcome of chance. This
  // does not depend on the viewer.
  void WriteNotices(uint32_t outcome, v1::OrdagoNotices& out) const;
  absl::StatusOr<uint32_t> ReadNotices(const v1::OrdagoNotices& message) const;

 private:
  void AddTable(v1::OrdagoObservation& seen) const;
  void AddHands(v1::OrdagoObservation& seen) const;
  void AddExchanges(v1::OrdagoObservation& seen) const;
  void AddBidding(v1::OrdagoObservation& seen) const;
  void AddBetActions(v1::OrdagoObservation& seen) const;
  void AddSigns(v1::OrdagoObservation& seen) const;
  void AddLastHand(v1::OrdagoObservation& seen) const;
  void AddToAct(v1::OrdagoObservation& seen) const;

  bool SeesOutcome(Action outcome) const;
  bool SeesChoice(Seat actor, Action action) const;
  bool ChoosesForDummy() const;
  void RevealDiscards(Action action, v1::OrdagoReveal& news) const;
  void RevealSigns(Seat actor, v1::OrdagoReveal& news) const;
  void RevealNoticed(uint32_t outcome, v1::OrdagoReveal& news) const;
  void RevealTable(absl::Span<const SeatAction> ply,
                   v1::OrdagoReveal& news) const;

  const State& state_;
  const Seat seat_;
};

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_VIEWER_H_
