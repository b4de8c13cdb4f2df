// A state of any game by its rules alone: no function knows a message, so the
// rules can be a library without protobuf.
#ifndef ARENA_GAMES_BASE_ANY_POSITION_H_
#define ARENA_GAMES_BASE_ANY_POSITION_H_

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "arena/games/base/game.h"
#include "arena/games/base/playout.h"

namespace arena {

// The questions of the contract in game.h, behind virtual calls. If a game
// lacks an optional function, the answer is neutral.
class PositionInterface {
 public:
  virtual ~PositionInterface() = default;
  // The caller owns the copy.
  virtual PositionInterface* NewCopy() const = 0;
  virtual bool Equals(const PositionInterface& other) const = 0;

  virtual const GameInfo& info() const = 0;
  virtual Node node() const = 0;
  virtual SeatSet ToAct() const = 0;
  virtual void LegalActions(Seat seat, ActionList& out) const = 0;
  virtual void Announcements(Seat seat, ActionList& out) const = 0;
  virtual void Apply(absl::Span<const SeatAction> ply) = 0;
  // Draws an outcome by its probability.
  virtual Action SampleChance(Rng& rng) const = 0;
  // The outcome that SampleChance returns for each number of one rng.Below(size
  // of the list); empty if SampleChance draws in another way.
  virtual void NumberedOutcomes(ActionList& out) const = 0;
  // Draws a legal action; all are equally likely.
  virtual Action SampleLegal(Seat seat, Rng& rng) const = 0;
  virtual int DealIndex() const = 0;
  virtual bool TurnGoesOn() const = 0;
  // "action" for a game that does not sort acts.
  virtual ActKind KindOfAct(Seat seat, Action action) const = 0;
  virtual SeatScores Returns() const = 0;
  virtual SeatRanks Ranks() const = 0;
  virtual absl::string_view EndReason() const = 0;
  virtual int TeamOf(Seat seat) const = 0;
  virtual uint32_t DenseIndex(Action action) const = 0;
  virtual Action Substitute(Seat seat) const = 0;
  // Requires: GameEntry::suggests.
  virtual Action Suggest(Seat seat) const = 0;
  // Becomes a state that is possible for what the seat knows, drawn as
  // SampleFor (see abilities.h) draws it. Requires: GameEntry::resamples.
  virtual void Resample(Seat seat, Rng& rng) = 0;
  // One virtual call for a whole random match (see playout.h).
  virtual int PlayOut(Rng& rng) = 0;
  virtual std::string ActionToString(Seat seat, Action action) const = 0;
  virtual absl::StatusOr<Action> ParseAction(Seat seat,
                                             absl::string_view text) const = 0;
};

// A value of that interface or of one derived from it: copies are independent.
template <typename Interface>
class AnyOf {
 public:
  explicit AnyOf(std::unique_ptr<Interface> state) : state_(std::move(state)) {}
  AnyOf(const AnyOf& other) : state_(other.state_->NewCopy()) {}
  AnyOf& operator=(const AnyOf& other) {
    state_.reset(other.state_->NewCopy());
    return *this;
  }
  AnyOf(AnyOf&&) = default;
  AnyOf& operator=(AnyOf&&) = default;

  Interface* operator->() { return state_.get(); }
  const Interface* operator->() const { return state_.get(); }
  friend bool operator==(const AnyOf& a, const AnyOf& b) {
    return a.state_->Equals(*b.state_);
  }

 private:
  std::unique_ptr<Interface> state_;
};

using AnyPosition = AnyOf<PositionInterface>;

// A game as a list of games has it: its facts, and how its states are made.
// `Any` is AnyPosition, or AnyState for a game with messages.
template <typename Any>
struct GameEntry {
  const GameInfo* info;
  absl::StatusOr<Any> (*create)(int seats, const GameOptions& options);
  // Every option by name, with the value that it has in a match. Requires:
  // seats and options go together.
  std::map<std::string, std::string> (*options_in_effect)(
      int seats, const GameOptions& options);
  // Whether states have suggestions, and whether they can be resampled.
  bool suggests;
  bool resamples;
  // FAILED_PRECONDITION for a game without positions.
  absl::StatusOr<Any> (*from_text)(const GameOptions& options,
                                   absl::string_view text);
};

}  // namespace arena

#endif  // ARENA_GAMES_BASE_ANY_POSITION_H_
