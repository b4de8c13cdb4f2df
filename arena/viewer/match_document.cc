#include "arena/viewer/match_document.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/message_json.h"
#include "arena/record/chain.h"
#include "arena/record/step_replay.h"
#include "arena/record/writer.h"
#include "arena/v1/match_service.pb.h"
#include "arena/viewer/dealing.h"
#include "arena/viewer/frames.h"

namespace arena::viewer {
namespace {

using Json = nlohmann::json;

// Raised when an older page could not show a document.
constexpr int kFormat = 1;

std::string NameOf(const View& view) {
  return !view.has_value()     ? "table"
         : *view == kSpectator ? "public"
                               : absl::StrCat(*view);
}

// What the record knows of the match and everybody at the table may. Not the
// commitment: a person's seed could be guessed from it.
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

// The views of the document. Where nothing is hidden, all see the same: then
// there is one, whoever looks.
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

// What the page hashes again: see the chain in arena/record/FORMAT.md.
absl::StatusOr<Json> ProofOf(const Record& record,
                             absl::string_view record_bytes,
                             absl::Span<const Game> games) {
  const std::string header = SerializedMessage(record.header);
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
  // Refuses a seat that the match does not have, also where one view is for
  // all.
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

}  // namespace arena::viewer
