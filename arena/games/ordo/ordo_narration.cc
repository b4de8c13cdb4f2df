// Tells a match of Ordo in sentences.
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/sentence.h"
#include "arena/games/ordo/ordo.h"
#include "arena/v1/match_step.pb.h"

namespace arena::ordo {
namespace {

std::string SquareWords(uint32_t square) {
  return {static_cast<char>('a' + square % 10),
          static_cast<char>('1' + square / 10 % 8)};
}

std::string ActWords(const v1::OrdoAction& action) {
  const uint32_t from = action.from_square();
  const uint32_t end = action.end_square();
  const uint32_t to = action.to_square();
  const std::string where = absl::StrCat(" from ", SquareWords(from), " to ",
                                         SquareWords(to));
  if (from == end) return absl::StrCat(" goes", where);
  return absl::StrCat(" goes with the run ", SquareWords(from), " to ",
                      SquareWords(end), where, " and ",
                      SquareWords(to + end - from));
}

using Squares = google::protobuf::RepeatedField<uint32_t>;

// The squares of `before` that are not in `after`; both ascending.
std::vector<uint32_t> Lost(const Squares& before, const Squares& after) {
  std::vector<uint32_t> lost;
  std::set_difference(before.begin(), before.end(), after.begin(), after.end(),
                      std::back_inserter(lost));
  return lost;
}

const Squares& PiecesOf(const v1::OrdoObservation& seen, uint32_t seat) {
  return seat == 0 ? seen.white() : seen.black();
}

std::string SquaresText(const std::vector<uint32_t>& squares) {
  std::vector<std::string> words;
  for (const uint32_t square : squares) words.push_back(SquareWords(square));
  return absl::StrCat(squares.size() == 1 ? "piece on " : "pieces on ",
                      ListText(words));
}

// Tells one step.
class Narrator {
 public:
  Narrator(const v1::MatchStep& before, v1::MatchStep& step)
      : first_(before.observations().empty()),
        before_(first_ ? step.observations(0).ordo()
                       : before.observations(0).ordo()),
        after_(step.observations(0).ordo()),
        step_(step) {}

  void Tell() {
    step_.set_trick(before_.turns() + 1);
    if (first_) step_.add_marks(v1::STEP_MARK_DEAL_BEGIN);
    for (v1::StepAct& act : *step_.mutable_acts()) TellAct(act);
    if (after_.turns() > before_.turns()) {
      step_.add_marks(v1::STEP_MARK_TRICK_END);
    }
    if (first_ || after_.to_act().empty()) return;
    const std::string next = SeatText(after_.to_act(0));
    if (after_.must_reconnect()) {
      step_.add_effects(absl::StrCat(next, " is split and must reconnect"));
    }
    if (after_.forward_part_due()) {
      step_.add_effects(absl::StrCat(next, " goes forward next"));
    }
    if (after_.occurrences() > 1) {
      step_.add_effects(absl::StrCat("the position occurs for the ",
                                     after_.occurrences(),
                                     after_.occurrences() == 2   ? "nd"
                                     : after_.occurrences() == 3 ? "rd"
                                                                 : "th",
                                     " time"));
    }
  }

 private:
  void TellAct(v1::StepAct& act) {
    const uint32_t seat = act.event().seat();
    const v1::OrdoAction& action = act.event().action().ordo();
    act.set_sentence(absl::StrCat(SeatText(seat), ActWords(action)));
    // The taken piece stood where a piece arrived; all other lost pieces were
    // split off.
    std::vector<uint32_t> taken =
        Lost(PiecesOf(before_, 1 - seat), PiecesOf(after_, 1 - seat));
    const auto arrived = std::stable_partition(
        taken.begin(), taken.end(), [&](uint32_t square) {
          return std::binary_search(PiecesOf(after_, seat).begin(),
                                    PiecesOf(after_, seat).end(), square);
        });
    const std::vector<uint32_t> removed(arrived, taken.end());
    taken.erase(arrived, taken.end());
    if (!taken.empty()) {
      step_.add_effects(absl::StrCat(SeatText(seat), " captures the ",
                                     SquaresText(taken)));
      step_.add_marks(v1::STEP_MARK_CAPTURE);
    }
    if (!removed.empty()) {
      step_.add_effects(absl::StrCat(SeatText(1 - seat), " loses the ",
                                     SquaresText(removed), ", split off"));
    }
  }

  const bool first_;
  const v1::OrdoObservation& before_;
  const v1::OrdoObservation& after_;
  v1::MatchStep& step_;
};

}  // namespace

void State::Narrate(const v1::MatchStep& before, v1::MatchStep& step) {
  Narrator(before, step).Tell();
}

}  // namespace arena::ordo
