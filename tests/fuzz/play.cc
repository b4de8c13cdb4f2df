// A match whose bots say anything at any time, and whose referee restarts.
#include <google/protobuf/stubs/logging.h>

#include "arena/match/match.h"
#include "arena/match/wire.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"

namespace arena::fuzz {
namespace {

// The next step, by the order of the numbers in the input.
enum class Step {
  kAttach,
  kDetach,
  kReady,
  kHandedOver,
  kAct,
  kChoose,
  kFail,
  kTick,
  kRestart,
  kEnd,
  kAnnounce,
  kDecline,
};
constexpr int kSteps = 12;
constexpr int kMaxSteps = 2000;

class Playing {
 public:
  Playing(const Setup &setup, Input &input)
      : input_(input), settings_(SettingsOf(setup, input)) {
    Take(Match::Create(settings_));
  }

  void Run() {
    for (int i = 0; i < kMaxSteps && !input_.empty() && !match_->over(); ++i) {
      Effects effects;
      Do(static_cast<Step>(input_.Below(kSteps)), effects);
      journal_.insert(journal_.end(), effects.journal.begin(),
                      effects.journal.end());
    }
    CheckRestored();
  }

 private:
  static MatchSettings SettingsOf(const Setup &setup, Input &input) {
    const int max_faults = 1 + input.Below(3);
    std::optional<ClockSettings> clock;
    if (input.Below(2) == 0) clock.emplace();
    return {.id = "fuzz",
            .table = {.game = setup.game,
                      .seats = setup.seats,
                      .options = setup.options,
                      .seed = ParseSeed("7").value(),
                      .max_faults = max_faults},
            .clock = clock,
            .players = std::vector<std::string>(setup.seats),
            .label = ""};
  }
  void Take(absl::StatusOr<Match> match) {
    ARENA_CHECK(match.ok(), match.status().ToString());
    match_.emplace(*std::move(match));
    match_->Begin(now_);
  }
  void Do(Step step, Effects &effects) {
    const Seat seat = input_.Below(settings_.table.seats);
    const uint32_t decision = match_->table().decision();
    switch (step) {
      case Step::kAttach:
        return match_->Attach(
            seat,
            {.events = input_.Below(2) == 0, .text = input_.Below(2) == 0},
            now_, effects);
      case Step::kDetach:
        return match_->Detach(seat, now_);
      case Step::kReady:
        return match_->Ready(seat, now_, effects);
      case Step::kHandedOver:
        return match_->HandedOver(seat, decision - input_.Below(2), now_);
      case Step::kAct: {
        v1::Act act;
        act.ParseFromString(std::string(input_.Piece()));
        return match_->Act(seat, AnswerOf(std::move(act)), now_, effects);
      }
      case Step::kChoose: {
        v1::Act act;
        act.set_decision(decision);
        act.set_index(input_.Below(256));
        return match_->Act(seat, AnswerOf(std::move(act)), now_, effects);
      }
      case Step::kFail:
        return match_->Fail(seat, v1::FAULT_KIND_GONE, now_, effects);
      case Step::kTick:
        now_ += absl::Milliseconds(100) * input_.Below(256);
        return match_->Tick(now_, effects);
      case Step::kRestart:
        CheckRestored();
        return Take(Match::Create(settings_, journal_));
      case Step::kEnd:
        return match_->End(
            input_.Below(2) == 0 ? EntryKind::kCancel : EntryKind::kAbandon,
            effects);
      case Step::kAnnounce: {
        v1::Announce announce;
        announce.ParseFromString(std::string(input_.Piece()));
        const auto possible = match_->table().Announceable(seat);
        const size_t index = input_.Below(256);
        if (index < possible.size()) {
          announce.set_decision(decision);
          announce.set_id(possible[index]);
        }
        return match_->Announce(seat, AnswerOf(std::move(announce)), now_,
                                effects);
      }
      case Step::kDecline: {
        const bool excused = input_.Below(2) == 0;
        return match_->Decline(
            seat, "", [&] { return excused; }, now_, effects);
      }
    }
  }
  // The journal leads to the state of the match.
  void CheckRestored() {
    absl::StatusOr<Match> restored = Match::Create(settings_, journal_);
    ARENA_CHECK(restored.ok(), restored.status().ToString());
    const Table &table = restored->table();
    ARENA_CHECK(table.over() == match_->over());
    ARENA_CHECK(table.plies() == match_->table().plies(), table.plies(), " ",
                match_->table().plies());
    ARENA_CHECK(table.decision() == match_->table().decision());
    ARENA_CHECK(table.state() == match_->table().state());
    ARENA_CHECK(table.entries() == match_->table().entries());
    if (!table.over()) return;
    ARENA_CHECK(table.Result().SerializeAsString() ==
                match_->table().Result().SerializeAsString());
  }

  Input &input_;
  const MatchSettings settings_;
  std::vector<MatchEntry> journal_;
  absl::Time now_ = absl::UnixEpoch();
  std::optional<Match> match_;
};

}  // namespace

void FuzzPlay(absl::string_view bytes) {
  const google::protobuf::LogSilencer quiet;
  Input input(bytes);
  const absl::StatusOr<Setup> setup = ReadSetup(input);
  if (setup.ok()) Playing(*setup, input).Run();
}

}  // namespace arena::fuzz
