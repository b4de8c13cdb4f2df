// A record as JSON Lines.
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/match/entry.h"
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

Json MatchLine(const v1::RecordHeader& header, const ExportNames& names) {
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
  if (!names.created.empty()) line["created"] = names.created;
  if (!names.started.empty()) line["started"] = names.started;
  if (!names.ended.empty()) line["ended"] = names.ended;
  return line;
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

Json ResultLine(const Record& record) {
  const v1::MatchResult& result = record.result;
  Json faults = Json::array();
  for (const v1::Fault& fault : result.faults()) {
    faults.push_back({{"seat", fault.seat()},
                      {"fault", FaultName(fault.kind())},
                      {"decision", fault.decision()}});
  }
  return {{"type", "result"},
          {"termination", TerminationName(result.termination())},
          {"reason", result.reason()},
          {"returns", Json(result.returns())},
          {"ranks", Json(result.ranks())},
          {"faults", std::move(faults)},
          {"plies", result.plies()},
          {"decisions", result.decisions()},
          {"players", Json(record.header.players())}};
}

// Writes the lines of one match.
class Lines {
 public:
  Lines(const Record& record, const ExportNames& names)
      : record_(record),
        key_(record.header.match_id().empty() ? names.match
                                              : record.header.match_id()) {
    Add(MatchLine(record.header, names));
  }

  std::string Write(Replay replay) {
    while (!replay.done()) {
      absl::Span<const MatchEntry> others = replay.entries();
      others.remove_suffix(1);
      AddOthers(replay, others);
      Json line = PlyLine(replay);
      replay.Next();
      line["points"] = PointsOf(replay);
      Add(std::move(line));
    }
    AddOthers(replay, replay.entries());
    AddOpenChoices(replay);
    Add(ResultLine(record_));
    return std::move(text_);
  }

 private:
  // Every line ends with the id or the name of the match, which tells several
  // matches apart.
  void Add(Json line) {
    line["match"] = key_;
    text_ += Line(line);
  }

  // Empty for chance.
  std::string NameOf(Seat seat) const {
    const v1::RecordHeader& header = record_.header;
    return seat >= 0 && seat < header.players_size() ? header.players(seat)
                                                     : "";
  }

  // The points so far, by seat.
  Json PointsOf(const Replay& replay) const {
    const SeatScores points = replay.position()->Returns();
    Json json = Json::array();
    for (uint32_t seat = 0; seat < record_.header.seats(); ++seat) {
      json.push_back(points[seat]);
    }
    return json;
  }

  // One action of an entry.
  Json ActionJson(const Replay& replay, const MatchEntry& entry) const {
    Json json = {
        {"seat", entry.seat},
        {"action", replay.position()->ActionToString(entry.seat, entry.action)},
        {"code", entry.action}};
    if (entry.fault != v1::FAULT_KIND_UNSPECIFIED)
      json["fault"] = FaultName(entry.fault);
    if (entry.charged > absl::ZeroDuration()) {
      json["charged_ms"] = absl::ToInt64Milliseconds(entry.charged);
    }
    if (!NameOf(entry.seat).empty()) json["name"] = NameOf(entry.seat);
    return json;
  }

  // The ply that the replay is at. An announcement may come between the choices
  // of a joint ply; it is a separate ply before the joint one.
  Json PlyLine(const Replay& replay) {
    const MatchEntry& last = replay.entries().back();
    Json actions = Json::array();
    if (last.kind == EntryKind::kChoice) {
      for (const MatchEntry& entry : waiting_) {
        actions.push_back(ActionJson(replay, entry));
      }
      waiting_.clear();
    }
    actions.push_back(ActionJson(replay, last));
    return {{"type", "ply"},
            {"ply", replay.number()},
            {"decision", replay.decision()},
            {"kind", std::string(KindOf(last))},
            {"actions", std::move(actions)}};
  }

  // The choices of a decision that the end of the match leaves open.
  void AddOpenChoices(const Replay& replay) {
    for (const MatchEntry& entry : waiting_) {
      Json line = {{"type", "open_choice"}};
      line.update(ActionJson(replay, entry));
      Add(std::move(line));
    }
    waiting_.clear();
  }

  // The entries since the previous ply that are not plies themselves. Choices
  // wait until their ply comes.
  void AddOthers(const Replay& replay, absl::Span<const MatchEntry> entries) {
    for (const MatchEntry& entry : entries) {
      switch (entry.kind) {
        case EntryKind::kChoice:
          waiting_.push_back(entry);
          break;
        case EntryKind::kFault:
          Add(FaultLine(entry));
          break;
        case EntryKind::kPause:
          Add({{"type", "pause"},
               {"ms", absl::ToInt64Milliseconds(entry.charged)}});
          break;
        case EntryKind::kCancel:
          AddOpenChoices(replay);
          Add({{"type", "cancel"}});
          break;
        case EntryKind::kAbandon:
          AddOpenChoices(replay);
          Add({{"type", "abandon"}});
          break;
        default:
          break;
      }
    }
  }

  Json FaultLine(const MatchEntry& entry) const {
    Json line = {{"type", "fault"},
                 {"seat", entry.seat},
                 {"fault", FaultName(entry.fault)}};
    if (entry.charged > absl::ZeroDuration()) {
      line["charged_ms"] = absl::ToInt64Milliseconds(entry.charged);
    }
    if (!NameOf(entry.seat).empty()) line["name"] = NameOf(entry.seat);
    return line;
  }

  const Record& record_;
  const std::string key_;
  std::string text_;
  // Choices whose ply has not come yet.
  std::vector<MatchEntry> waiting_;
};

}  // namespace

absl::StatusOr<std::string> ExportJsonLines(const Record& record,
                                            absl::Span<const Game> games,
                                            const ExportNames& names) {
  ARENA_ASSIGN_OR_RETURN(Replay replay, Replay::Create(record, games));
  return Lines(record, names).Write(std::move(replay));
}

}  // namespace arena
