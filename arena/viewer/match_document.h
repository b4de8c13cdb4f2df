// A finished match as data for the viewer page; README.md has the format.
#ifndef ARENA_VIEWER_MATCH_DOCUMENT_H_
#define ARENA_VIEWER_MATCH_DOCUMENT_H_

#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/games/registry.h"
#include "arena/match/step_maker.h"
#include "arena/record/record.h"
#include "arena/v1/replay_service.pb.h"

namespace arena::viewer {

// The document as JSON text. Equal matches give equal bytes.
//
// The table's document has all views and the proof: seed, chain and the bytes
// of the record. The document of a seat or of everybody (kSpectator) has only
// this view. It follows only from what the view was shown: two matches that
// look the same give the same document, so it reveals nothing else.
//
// `record_bytes` are the bytes of `record`; only the table's document contains
// them. INVALID_ARGUMENT for a seat that the match does not have; other errors
// as for StepReplay.
absl::StatusOr<std::string> MatchDocument(
    const Record& record, absl::string_view record_bytes, View view,
    absl::Span<const Game> games = AllGames());

// The table's document with the bots' notes on their decisions, for readers who
// may know them.
absl::StatusOr<std::string> AnnotatedDocument(
    const Record& record, absl::string_view record_bytes,
    absl::Span<const v1::DecisionNote> notes,
    absl::Span<const Game> games = AllGames());

// The same as MatchDocument, but the document of a seat also has the public
// view, so that matches seen from different seats can be compared.
absl::StatusOr<std::string> ComparableDocument(
    const Record& record, absl::string_view record_bytes, View view,
    absl::Span<const Game> games = AllGames());

// `proof.dealing` of a document, as README.md has it: enough to deal again with
// the seed and without the rules. Errors as for Replay.
absl::StatusOr<nlohmann::json> DealingOf(const Record& record,
                                         absl::Span<const Game> games);

}  // namespace arena::viewer

#endif  // ARENA_VIEWER_MATCH_DOCUMENT_H_
