// A record as JSON Lines.
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/match/result.h"
#include "arena/record/export.h"
#include "arena/record/replay.h"

namespace arena {
namespace {

using Json = nlohmann::ordered_json;

// Keys keep the order in which they are set here.
std::string Line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

int64_t Milliseconds(const google::protobuf::Duration& duration) {
  return duration.seconds() * 1000 + duration.nanos() / 1000000;
}

Json OptionsJson(
    const google::protobuf::RepeatedPtrField<v1::RecordOption>& options) {
  Json json = Json::object();
  for (const v1::RecordOption& option : options) {
    json[option.name()] = option.value();
  }
  return json;
}

Json MatchLine(const v1::RecordHeader& header) {
  Json line = {{"type", "match"},
               {"game", header.game()},
               {"rules_version", header.rules_version()},
               {"seats", header.seats()},
               {"options", OptionsJson(header.options())},
               {"given_options", OptionsJson(header.given_options())},
               {"players", Json(header.players())},
               {"seed", absl::BytesToHexString(header.seed())},
               {"commitment", absl::BytesToHexString(header.seed_commitment())},
               {"max_faults", header.max_faults()},
               {"match_id", header.match_id()},
               {"label", header.label()}};
  if (header.has_clock()) {
    const v1::Clock& clock = header.clock();
    Json limits = {{"start_budget", Milliseconds(clock.start_budget())}};
    if (clock.untimed()) {
      limits["untimed"] = true;
    } else {
      limits["allowance"] = Milliseconds(clock.allowance());
      limits["bank"] = Milliseconds(clock.bank());
      limits["increment"] = Milliseconds(clock.increment());
    }
    line["clock_ms"] = std::move(limits);
  }
  return line;
}

// One action of an entry.
Json ActionJson(const Replay& replay, const MatchEntry& entry) {
  Json json = {
      {"seat", entry.seat},
      {"action", replay.position()->ActionToString(entry.seat, entry.action)},
      {"code", entry.action}};
  if (entry.fault != FaultKind::kNone) json["fault"] = FaultName(entry.fault);
  if (entry.charged > absl::ZeroDuration()) {
    json["charged_ms"] = absl::ToInt64Milliseconds(entry.charged);
  }
  return json;
}

absl::string_view KindOf(const MatchEntry& entry) {
  switch (entry.kind) {
    case EntryKind::kChance:
      return "chance";
    case EntryKind::kAnnouncement:
      return "announcement";
    default:
      return "choice";
  }
}

// The ply that the replay is at. An announcement may come between the choices
// of a joint ply; it is a separate ply before the joint one.
Json PlyLine(const Replay& replay, std::vector<MatchEntry>& waiting) {
  const MatchEntry& last = replay.entries().back();
  Json actions = Json::array();
  if (last.kind == EntryKind::kChoice) {
    for (const MatchEntry& entry : waiting) {
      actions.push_back(ActionJson(replay, entry));
    }
    waiting.clear();
  }
  actions.push_back(ActionJson(replay, last));
  return {{"type", "ply"},
          {"ply", replay.number()},
          {"decision", replay.decision()},
          {"kind", std::string(KindOf(last))},
          {"actions", std::move(actions)}};
}

// The choices of a decision that the end of the match leaves open.
void AppendOpenChoices(const Replay& replay, std::string& out,
                       std::vector<MatchEntry>& waiting) {
  for (const MatchEntry& entry : waiting) {
    Json line = {{"type", "open_choice"}};
    line.update(ActionJson(replay, entry));
    out += Line(line);
  }
  waiting.clear();
}

// The entries since the previous ply that are not plies themselves. Choices
// are kept in `waiting` until their ply comes.
void AppendOthers(const Replay& replay, absl::Span<const MatchEntry> entries,
                  std::string& out, std::vector<MatchEntry>& waiting) {
  for (const MatchEntry& entry : entries) {
    switch (entry.kind) {
      case EntryKind::kChoice:
        waiting.push_back(entry);
        break;
      case EntryKind::kFault: {
        Json line = {{"type", "fault"},
                     {"seat", entry.seat},
                     {"fault", FaultName(entry.fault)}};
        if (entry.charged > absl::ZeroDuration()) {
          line["charged_ms"] = absl::ToInt64Milliseconds(entry.charged);
        }
        out += Line(line);
        break;
      }
      case EntryKind::kPause:
        out += Line({{"type", "pause"},
                     {"ms", absl::ToInt64Milliseconds(entry.charged)}});
        break;
      case EntryKind::kCancel:
        AppendOpenChoices(replay, out, waiting);
        out += Line({{"type", "cancel"}});
        break;
      case EntryKind::kAbandon:
        AppendOpenChoices(replay, out, waiting);
        out += Line({{"type", "abandon"}});
        break;
      default:
        break;
    }
  }
}

Json ResultLine(const v1::MatchResult& result) {
  Json faults = Json::array();
  for (const v1::Fault& fault : result.faults()) {
    faults.push_back({{"seat", fault.seat()},
                      {"fault", FaultName(FromMessage(fault.kind()))},
                      {"decision", fault.decision()}});
  }
  return {{"type", "result"},
          {"termination", TerminationName(result.termination())},
          {"reason", result.reason()},
          {"returns", Json(result.returns())},
          {"ranks", Json(result.ranks())},
          {"faults", std::move(faults)},
          {"plies", result.plies()},
          {"decisions", result.decisions()}};
}

}  // namespace

absl::StatusOr<std::string> ExportJsonLines(const Record& record,
                                            absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(Replay replay, Replay::Create(record, games));
  std::string out = Line(MatchLine(record.header));
  std::vector<MatchEntry> waiting;
  for (; !replay.done(); replay.Next()) {
    absl::Span<const MatchEntry> others = replay.entries();
    others.remove_suffix(1);
    AppendOthers(replay, others, out, waiting);
    out += Line(PlyLine(replay, waiting));
  }
  AppendOthers(replay, replay.entries(), out, waiting);
  AppendOpenChoices(replay, out, waiting);
  out += Line(ResultLine(record.result));
  return out;
}

}  // namespace arena
