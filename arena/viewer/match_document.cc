#include "arena/viewer/match_document.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "arena/core/check.h"
#include "arena/core/message_json.h"
#include "arena/match/step_maker.h"
#include "arena/record/chain.h"
#include "arena/record/record.h"
#include "arena/record/replay.h"
#include "arena/record/writer.h"
#include "arena/v1/match_service.pb.h"
#include "arena/viewer/json_patch.h"

namespace arena::viewer {
namespace {

using Json = nlohmann::json;

// ---- Frames ----

// A step as JSON, with its observations apart.
struct SplitStep {
  Json step;
  Json observations = Json::array();
  bool begins_deal;
};

SplitStep Split(v1::MatchStep step, bool observations) {
  SplitStep split;
  split.begins_deal =
      absl::c_linear_search(step.marks(), v1::STEP_MARK_DEAL_BEGIN);
  if (observations) {
    for (const v1::Observation& seen : step.observations()) {
      split.observations.push_back(Json::parse(*MessageJson(seen)));
    }
  }
  step.clear_observations();
  split.step = Json::parse(*MessageJson(step));
  return split;
}

// Numbers that nearly always grow by one. They are stored as differences, which
// take no space.
constexpr std::array<const char*, 3> kCounters = {"step", "decision", "plies"};

// The steps of one view, with a look at the next step.
class Reader {
 public:
  // Without observations if another view has them.
  Reader(StepReplay replay, bool observations)
      : replay_(std::move(replay)), observations_(observations) {}

  absl::Status Advance() {
    ARENA_ASSIGN_OR_RETURN(std::optional<v1::MatchStep> step, replay_.Next());
    next_.reset();
    if (!step.has_value()) return absl::OkStatus();
    next_ = Split(*std::move(step), observations_);
    CountFromBefore(next_->step);
    return absl::OkStatus();
  }

  const std::optional<SplitStep>& next() const { return next_; }
  // The number of entries played by the end of this step.
  size_t played() const { return replay_.played(); }

 private:
  void CountFromBefore(Json& step) {
    for (size_t i = 0; i < kCounters.size(); ++i) {
      const int64_t count = step.value(kCounters[i], int64_t{0});
      const int64_t growth = count - std::exchange(counts_[i], count);
      if (growth == 0) {
        step.erase(kCounters[i]);
      } else {
        step[kCounters[i]] = growth;
      }
    }
  }

  StepReplay replay_;
  bool observations_;
  std::optional<SplitStep> next_;
  std::array<int64_t, kCounters.size()> counts_ = {};
};

// The observations of all shown observers: the seats of the first view, or the
// first view itself; then each other view that is not among them, i.e.
// everybody.
class Observers {
 public:
  // Takes over the observations of a step. A view without the step saw no
  // change.
  void Look(const SplitStep& first, const std::optional<SplitStep>& everybody) {
    Json now = first.observations;
    if (everybody.has_value()) {
      now.push_back(everybody->observations[0]);
    } else if (observations_.size() > now.size()) {
      now.push_back(observations_[now.size()]);
    }
    before_ = std::exchange(observations_, std::move(now));
  }

  const Json& observations() const { return observations_; }

  Json Changes() const {
    std::vector<Json> patches;
    for (size_t i = 0; i < observations_.size(); ++i) {
      patches.push_back(JsonPatch(before_[i], observations_[i]));
    }
    return SharedPatches(patches);
  }

 private:
  Json observations_;
  Json before_;
};

// The frames of a document (see README.md), a list. The first view has every
// step of the other views. Errors as for StepReplay.
absl::StatusOr<Json> FramesOf(const Record& record,
                              const std::vector<View>& views,
                              absl::Span<const Game> games) {
  std::vector<Reader> readers;
  for (const View& view : views) {
    ARENA_ASSIGN_OR_RETURN(
        StepReplay replay,
        StepReplay::Create(record, view, /*position_text=*/false, games));
    readers.emplace_back(std::move(replay),
                         readers.empty() || view == View(kSpectator));
    ARENA_RETURN_IF_ERROR(readers.back().Advance());
  }
  Json frames = Json::array();
  Observers observers;
  Reader& first = readers[0];
  while (first.next().has_value()) {
    std::vector<Json> others;
    std::optional<SplitStep> everybody;
    for (size_t i = 1; i < readers.size(); ++i) {
      Reader& reader = readers[i];
      const bool sees =
          reader.next().has_value() && reader.played() == first.played();
      others.push_back(sees ? JsonPatch(first.next()->step, reader.next()->step)
                            : Json());
      if (!sees) continue;
      if (views[i] == View(kSpectator)) everybody = reader.next();
      ARENA_RETURN_IF_ERROR(reader.Advance());
    }
    observers.Look(*first.next(), everybody);
    Json frame = {{"step", first.next()->step}};
    if (Json steps = SharedPatches(others); !steps.empty()) {
      frame["steps"] = std::move(steps);
    }
    if (first.next()->begins_deal || frames.empty()) {
      frame["seen"] = observers.observations();
    } else {
      frame["changes"] = observers.Changes();
    }
    frames.push_back(std::move(frame));
    ARENA_RETURN_IF_ERROR(first.Advance());
  }
  return frames;
}

// Raised when an older page could not show a document.
constexpr int kFormat = 1;

std::string NameOf(const View& view) {
  return !view.has_value()     ? "table"
         : *view == kSpectator ? "public"
                               : absl::StrCat(*view);
}

// The facts of the record that everybody at the table may know. Without the
// commitment, from which a person's seed could be guessed.
v1::Match PublicMatch(const Record& record) {
  const v1::RecordHeader& header = record.header;
  v1::Match match;
  match.set_match_id(header.match_id());
  match.set_state(v1::Match::STATE_FINISHED);
  match.set_game(header.game());
  match.set_rules_version(header.rules_version());
  for (const v1::RecordOption& option : header.options()) {
    (*match.mutable_options())[option.name()] = option.value();
  }
  for (const v1::RecordOption& option : header.given_options()) {
    (*match.mutable_given_options())[option.name()] = option.value();
  }
  if (header.has_clock()) *match.mutable_clock() = header.clock();
  *match.mutable_players() = header.player_infos();
  if (match.players().empty()) {
    for (const std::string& name : header.players()) {
      match.add_players()->set_name(name);
    }
  }
  match.set_max_faults(header.max_faults());
  match.set_label(header.label());
  *match.mutable_result() = record.result;
  return match;
}

// ---- Views ----

// The views of the document. In a game without hidden information all views are
// equal, so there is only one.
std::vector<View> ViewsOf(const Record& record, const View& view,
                          bool comparable, absl::Span<const Game> games) {
  const auto game = absl::c_find_if(games, [&](const Game& candidate) {
    return candidate.info->name == record.header.game();
  });
  if (game != games.end() && !game->info->hidden) return {kSpectator};
  if (view.has_value()) {
    if (comparable && view != View(kSpectator)) return {view, kSpectator};
    return {view};
  }
  std::vector<View> views = {kTableView, kSpectator};
  for (uint32_t seat = 0; seat < record.header.seats(); ++seat) {
    views.push_back(static_cast<Seat>(seat));
  }
  return views;
}

// ---- Proof ----

// The data that the page hashes again: see the chain in arena/record/FORMAT.md.
absl::StatusOr<Json> ProofOf(const Record& record,
                             absl::string_view record_bytes,
                             absl::Span<const Game> games) {
  const std::string header = BytesOf(record.header);
  Chain chain(header);
  std::string entries;
  for (MatchEntry entry : record.entries) {
    entry.charged = RecordedTime(entry.charged);
    chain.Add(entry);
    const auto said = ChainedBytes(entry);
    entries.append(said.begin(), said.end());
  }
  ARENA_ASSIGN_OR_RETURN(Json dealing, DealingOf(record, games));
  return Json{{"header", absl::Base64Escape(header)},
              {"entries", absl::Base64Escape(entries)},
              {"chain", absl::Base64Escape(chain.bytes())},
              {"dealing", std::move(dealing)},
              {"record", absl::Base64Escape(record_bytes)}};
}

// Notes of bots are the table's alone: a seat's document goes to anybody.
absl::StatusOr<std::string> DocumentOf(
    const Record& record, absl::string_view record_bytes, View view,
    bool comparable, absl::Span<const Game> games,
    absl::Span<const v1::DecisionNote> notes = {}) {
  // Refuses a seat that the match does not have, even if one view is for all.
  ARENA_RETURN_IF_ERROR(
      StepReplay::Create(record, view, /*position_text=*/false, games)
          .status());
  Json document = {{"format", kFormat},
                   {"match", Json::parse(*MessageJson(PublicMatch(record)))},
                   {"views", Json::array()}};
  const std::vector<View> views = ViewsOf(record, view, comparable, games);
  for (const View& held : views) document["views"].push_back(NameOf(held));
  ARENA_ASSIGN_OR_RETURN(document["frames"], FramesOf(record, views, games));
  if (!view.has_value()) {
    ARENA_ASSIGN_OR_RETURN(document["proof"],
                           ProofOf(record, record_bytes, games));
  }
  for (const v1::DecisionNote& note : notes) {
    document["notes"].push_back(Json::parse(*MessageJson(note)));
  }
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// ---- Dealing ----

using Outcomes = std::vector<Action>;

Outcomes OutcomesAt(const AnyState& state) {
  ActionList list;
  state->NumberedOutcomes(list);
  return {list.begin(), list.end()};
}

// The rest of the list if drawn outcomes do not come back.
Outcomes Without(Outcomes outcomes, Action drawn) {
  const auto last = std::find(outcomes.rbegin(), outcomes.rend(), drawn);
  if (last != outcomes.rend()) outcomes.erase(std::next(last).base());
  return outcomes;
}

}  // namespace

absl::StatusOr<std::string> MatchDocument(const Record& record,
                                          absl::string_view record_bytes,
                                          View view,
                                          absl::Span<const Game> games) {
  return DocumentOf(record, record_bytes, view, /*comparable=*/false, games);
}

absl::StatusOr<std::string> AnnotatedDocument(
    const Record& record, absl::string_view record_bytes,
    absl::Span<const v1::DecisionNote> notes, absl::Span<const Game> games) {
  return DocumentOf(record, record_bytes, kTableView, /*comparable=*/false,
                    games, notes);
}

absl::StatusOr<std::string> ComparableDocument(const Record& record,
                                               absl::string_view record_bytes,
                                               View view,
                                               absl::Span<const Game> games) {
  return DocumentOf(record, record_bytes, view, /*comparable=*/true, games);
}

absl::StatusOr<Json> DealingOf(const Record& record,
                               absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(Replay replay, Replay::Create(record, games));
  Json dealing = Json::array();
  Outcomes expected;
  int deal = -1;
  uint32_t draw = 0;
  uint32_t number = 0;
  for (; !replay.done(); replay.Next()) {
    const AnyState& state = replay.position();
    if (state->node() != Node::kChance) continue;
    const bool new_deal = state->DealIndex() != deal;
    if (new_deal) draw = 0;
    deal = state->DealIndex();
    Outcomes outcomes = OutcomesAt(state);
    if (new_deal || outcomes != expected) {
      dealing.push_back({{"number", number},
                         {"deal", deal},
                         {"draw", draw},
                         {"outcomes", outcomes}});
    }
    expected = Without(std::move(outcomes), replay.ply()[0].action);
    ++draw;
    ++number;
  }
  return dealing;
}

}  // namespace arena::viewer
