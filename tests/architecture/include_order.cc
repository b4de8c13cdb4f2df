#include "tests/architecture/include_order.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace arena {
namespace {

using Strings = std::vector<std::string>;

// A folder and the folders whose headers it may include beside its own. The
// generated protocol, arena/v1, is open to all. The folders in it belong to it,
// unless they stand here before it.
struct Layer {
  std::string folder;
  Strings may_include;
};

const std::vector<Layer>& Layers() {
  static const auto& layers = *new std::vector<Layer>{
      {"arena/core/", {}},
      {"arena/executor/", {"arena/core/"}},
      {"arena/html/", {}},
      {"arena/process/", {"arena/core/"}},
      {"arena/sandbox/", {"arena/core/", "arena/process/"}},
      {"arena/bridge/", {"arena/core/", "arena/process/", "sdk/cpp/"}},
      {"arena/toml/", {"arena/core/"}},
      {"arena/submission/", {"arena/core/", "arena/games/", "arena/toml/"}},
      {"arena/command_line/", {"arena/core/"}},
      {"arena/games/base/", {"arena/core/"}},
      {"arena/games/", {"arena/core/", "arena/games/base/"}},
      {"arena/search/", {"arena/core/", "arena/games/"}},
      {"arena/library/",
       {"arena/core/", "arena/games/", "arena/search/win_share.h"}},
      {"arena/match/",
       {"arena/core/", "arena/executor/", "arena/games/", "arena/search/"}},
      {"arena/record/", {"arena/core/", "arena/games/", "arena/match/"}},
      {"arena/analysis/",
       {"arena/core/", "arena/executor/", "arena/games/", "arena/match/",
        "arena/record/", "arena/search/"}},
      {"arena/rulebook/",
       {"arena/core/", "arena/games/", "arena/match/", "arena/record/"}},
      {"arena/viewer/",
       {"arena/core/", "arena/games/", "arena/html/", "arena/match/",
        "arena/record/"}},
      {"arena/competition/pairing/", {"arena/core/"}},
      {"arena/competition/planning/",
       {"arena/core/", "arena/games/", "arena/match/",
        "arena/competition/pairing/"}},
      {"arena/competition/course/",
       {"arena/core/", "arena/match/", "arena/competition/pairing/",
        "arena/competition/planning/"}},
      {"arena/competition/comparison/", {"arena/core/"}},
      {"arena/competition/rating/",
       {"arena/core/", "arena/competition/comparison/",
        "arena/competition/pairing/", "arena/competition/planning/"}},
      {"arena/competition/page/",
       {"arena/core/", "arena/html/", "arena/match/entry.h",
        "arena/competition/planning/", "arena/competition/report/"}},
      {"arena/competition/report/",
       {"arena/core/", "arena/match/entry.h", "arena/competition/comparison/",
        "arena/competition/course/", "arena/competition/pairing/",
        "arena/competition/planning/", "arena/competition/rating/"}},
      {"arena/competition/tournament_file/",
       {"arena/core/", "arena/games/", "arena/match/", "arena/toml/",
        "arena/competition/planning/"}},
      {"arena/mischief/", {}},
      {"arena/rpc/", {"arena/core/"}},
      {"arena/bench/",
       {"arena/core/", "arena/process/", "arena/rpc/", "arena/games/",
        "arena/match/", "arena/record/", "arena/competition/course/",
        "arena/competition/planning/", "sdk/cpp/"}},
      {"arena/cli/base/",
       {"arena/core/", "arena/process/", "arena/submission/",
        "arena/command_line/", "arena/bridge/", "arena/rpc/", "arena/games/",
        "arena/match/", "arena/record/", "arena/competition/report/",
        "sdk/cpp/base/proxies.h"}},
      {"arena/cli/records/",
       {"arena/core/", "arena/executor/", "arena/process/",
        "arena/command_line/", "arena/games/", "arena/match/", "arena/record/",
        "arena/analysis/", "arena/cli/base/", "arena/viewer/"}},
      {"arena/cli/bots/",
       {"arena/core/", "arena/process/", "arena/command_line/", "arena/games/",
        "arena/match/", "arena/record/", "arena/cli/base/", "arena/sandbox/",
        "arena/submission/"}},
      {"arena/cli/check/",
       {"arena/core/", "arena/process/", "arena/command_line/", "arena/games/",
        "arena/match/", "arena/record/", "arena/cli/base/", "arena/mischief/",
        "arena/rpc/", "arena/sandbox/", "arena/cli/bots/"}},
      {"arena/cli/at_referee/",
       {"arena/core/", "arena/process/", "arena/command_line/", "arena/games/",
        "arena/match/", "arena/record/", "arena/cli/base/",
        "arena/cli/records/", "arena/cli/bots/"}},
      {"arena/cli/play/",
       {"arena/core/", "arena/process/", "arena/command_line/", "arena/games/",
        "arena/match/", "arena/record/", "arena/cli/base/",
        "arena/competition/planning/", "arena/cli/bots/"}},
      {"arena/cli/competitions/",
       {"arena/core/", "arena/process/", "arena/command_line/", "arena/games/",
        "arena/match/", "arena/record/", "arena/cli/base/",
        "arena/competition/", "arena/cli/bots/", "arena/cli/play/"}},
      {"arena/cli/bench/",
       {"arena/core/", "arena/process/", "arena/command_line/", "arena/games/",
        "arena/match/", "arena/record/", "arena/cli/base/", "arena/rpc/",
        "arena/competition/planning/", "arena/bench/", "arena/cli/bots/",
        "arena/cli/check/", "sdk/cpp/base/proxies.h"}},
      {"arena/cli/",
       {"arena/core/", "arena/command_line/", "arena/bridge/", "arena/games/",
        "arena/match/", "arena/rulebook/", "arena/cli/"}},
      {"referee/store/sql/", {"arena/core/"}},
      {"referee/store/versions/", {"arena/core/", "referee/store/sql/"}},
      {"referee/store/matches/",
       {"arena/core/", "arena/match/", "referee/store/sql/",
        "referee/store/versions/"}},
      {"referee/store/",
       {"arena/core/", "arena/executor/", "arena/match/", "arena/record/",
        "referee/store/matches/", "referee/store/sql/",
        "referee/store/versions/"}},
      {"referee/journal/", {"arena/core/", "arena/match/", "referee/store/"}},
      {"referee/base/", {"arena/core/"}},
      {"referee/calls/", {"arena/core/", "arena/rpc/", "referee/base/"}},
      {"referee/http/",
       {"arena/core/", "arena/rpc/", "referee/base/", "referee/calls/"}},
      {"referee/site/pages/",
       {"arena/core/", "arena/html/", "arena/games/", "arena/match/",
        "arena/rulebook/", "arena/viewer/", "arena/competition/",
        "referee/base/", "referee/calls/", "referee/http/", "referee/site/"}},
      {"referee/site/",
       {"arena/core/", "arena/executor/", "arena/html/", "arena/games/base/",
        "arena/match/", "arena/record/", "arena/rulebook/", "arena/viewer/",
        "arena/competition/page/", "arena/rpc/", "referee/base/",
        "referee/calls/", "referee/http/"}},
      {"referee/sockets/", {"arena/core/"}},
      {"referee/kubernetes/",
       {"arena/core/", "arena/command_line/", "arena/process/",
        "arena/sandbox/", "arena/submission/", "referee/door/",
        "referee/sockets/"}},
      {"referee/door/",
       {"arena/core/", "arena/process/", "referee/base/", "referee/http/",
        "referee/sockets/"}},
      {"referee/runner/",
       {"arena/core/", "arena/command_line/", "arena/match/clock.h",
        "arena/mischief/", "arena/process/", "arena/rpc/", "arena/sandbox/",
        "arena/submission/", "referee/base/", "referee/door/",
        "referee/kubernetes/", "sdk/cpp/base/proxies.h"}},
      {"referee/access/",
       {"arena/core/", "arena/executor/", "arena/match/", "arena/rpc/",
        "referee/base/", "referee/calls/", "referee/door/", "referee/store/"}},
      {"referee/sessions/",
       {"arena/core/", "arena/games/", "arena/match/", "arena/rpc/"}},
      {"referee/watching/", {"arena/core/", "arena/executor/", "arena/match/"}},
      {"referee/lobby/",
       {"arena/core/", "arena/executor/", "arena/games/", "arena/match/",
        "arena/record/", "arena/competition/planning/", "referee/access/",
        "referee/base/", "referee/calls/", "referee/journal/",
        "referee/sessions/", "referee/store/"}},
      {"referee/competitions/",
       {"arena/core/", "arena/executor/", "arena/match/",
        "arena/competition/course/", "arena/competition/pairing/",
        "arena/competition/planning/", "arena/competition/report/",
        "referee/access/", "referee/base/", "referee/lobby/",
        "referee/sessions/", "referee/store/"}},
      {"referee/processes/",
       {"arena/core/", "arena/games/", "arena/match/", "referee/access/",
        "referee/lobby/", "referee/sessions/", "referee/store/"}},
      {"referee/matches/",
       {"arena/core/", "arena/match/", "referee/access/", "referee/base/",
        "referee/journal/", "referee/lobby/", "referee/processes/",
        "referee/sessions/", "referee/store/"}},
      {"referee/submissions/",
       {"arena/core/", "arena/executor/", "arena/process/", "arena/games/",
        "arena/match/", "arena/submission/", "referee/access/", "referee/base/",
        "referee/calls/", "referee/matches/", "referee/processes/",
        "referee/sessions/", "referee/store/"}},
      {"referee/services/",
       {"arena/core/", "arena/executor/", "arena/games/", "arena/match/",
        "arena/record/", "arena/rpc/", "arena/rulebook/", "arena/submission/",
        "referee/access/", "referee/base/", "referee/calls/",
        "referee/competitions/", "referee/lobby/", "referee/matches/",
        "referee/processes/", "referee/sessions/", "referee/store/",
        "referee/submissions/", "referee/watching/"}},
      {"referee/",
       {"arena/core/",          "arena/executor/",       "arena/process/",
        "arena/command_line/",  "arena/match/",          "arena/record/",
        "arena/submission/",    "referee/access/",       "referee/base/",
        "referee/calls/",       "referee/competitions/", "referee/door/",
        "referee/http/",        "referee/journal/",      "referee/lobby/",
        "referee/matches/",     "referee/processes/",    "referee/services/",
        "referee/sessions/",    "referee/site/",         "referee/store/",
        "referee/submissions/", "referee/watching/"}},
      {"sdk/cpp/base/", {}},
      {"sdk/cpp/", {"sdk/cpp/base/"}},
      {"sample_bots/cpp/", {"sdk/cpp/", "arena/core/", "arena/games/"}},
  };
  return layers;
}

bool StartsWith(const std::string& text, const std::string& prefix) {
  return text.rfind(prefix, 0) == 0;
}
bool EndsWith(const std::string& text, const std::string& suffix) {
  return text.size() >= suffix.size() &&
         text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}
bool StartsWithAny(const std::string& text, const Strings& prefixes) {
  return std::any_of(
      prefixes.begin(), prefixes.end(),
      [&](const std::string& prefix) { return StartsWith(text, prefix); });
}

const Layer* LayerOf(const std::string& path) {
  for (const Layer& layer : Layers()) {
    if (StartsWith(path, layer.folder)) return &layer;
  }
  return nullptr;
}

// "ordo" for arena/games/ordo/ordo.h, and nothing for files of no game.
std::string GameOf(const std::string& path) {
  static const std::regex pattern("arena/games/([a-z0-9_]+)/.*");
  std::smatch match;
  if (!std::regex_match(path, match, pattern) || match[1] == "base") return "";
  return match[1].str();
}

bool IsProgramLayer(const std::string& path) {
  return StartsWithAny(path, {"arena/bench/", "arena/bridge/", "arena/cli/",
                              "arena/command_line/", "arena/rpc/", "referee/",
                              "sdk/", "sample_bots/"});
}

bool IsOfNetworkDatabaseOrLogging(const std::string& header) {
  return EndsWith(header, ".grpc.pb.h") ||
         StartsWithAny(
             header, {"grpc", "sqlite3", "SQLiteCpp/", "spdlog/", "prometheus/",
                      "libpq", "CLI/", "boost/asio/ip/", "boost/asio/local/",
                      "sys/socket.h", "netinet/"});
}

bool IsProtobuf(const std::string& header) {
  return EndsWith(header, ".pb.h") || StartsWith(header, "google/protobuf/");
}

// Whether the file belongs to the rules or to what they use, by its name.
bool IsPlain(const std::string& path) {
  static const std::regex messages(
      "arena/core/message_json\\..*|arena/games/base/game_of\\.cc|"
      "arena/games/.*_(view|viewer|narration|sample)\\.(h|cc)");
  return StartsWithAny(path, {"arena/core/", "arena/games/"}) &&
         !std::regex_match(path, messages);
}

// The error of one include; empty if it is allowed.
std::string Wrong(const std::string& path, const std::string& header) {
  const Layer* layer = LayerOf(path);
  if (layer == nullptr) return "";
  const Layer* target = LayerOf(header);
  if (target != nullptr && target != layer &&
      !StartsWithAny(header, layer->may_include)) {
    return layer->folder + " may not include " + target->folder;
  }
  const std::string game = GameOf(header);
  if (!game.empty() && GameOf(path) != game &&
      path != "arena/games/all_games.h" &&
      !StartsWithAny(path, {"arena/search/", "sample_bots/"})) {
    return "only arena/games/all_games.h and arena/search name games, and a "
           "game includes no other";
  }
  if (IsProtobuf(header) && IsPlain(path)) {
    return "rules link no protobuf, and this file's name does not say that it "
           "is about messages (see pentathlon_plain)";
  }
  if (!IsProgramLayer(path) && IsOfNetworkDatabaseOrLogging(header)) {
    return "no gRPC, socket, database, logging or command line below "
           "arena/cli and referee";
  }
  if (StartsWith(header, "boost/asio") && !IsProgramLayer(path) &&
      layer->folder != "arena/executor/") {
    return "of the libraries only arena/executor has Boost.Asio";
  }
  return "";
}

// The includes of a file, line by line; empty for a line without an include.
Strings IncludesByLine(const std::string& text) {
  static const std::regex pattern("\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"].*");
  Strings headers;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    const bool includes = std::regex_match(line, match, pattern);
    headers.push_back(includes ? match[1].str() : "");
  }
  return headers;
}

}  // namespace

Strings WrongIncludes(const std::string& path, const std::string& text) {
  Strings wrong;
  if (LayerOf(path) == nullptr) {
    wrong.push_back(path + " is in a folder that is not among the layers");
  }
  const Strings headers = IncludesByLine(text);
  for (size_t i = 0; i < headers.size(); ++i) {
    if (headers[i].empty()) continue;
    const std::string what = Wrong(path, headers[i]);
    if (what.empty()) continue;
    wrong.push_back(path + ":" + std::to_string(i + 1) + " includes " +
                    headers[i] + ": " + what);
  }
  return wrong;
}

Strings ProtobufInRules(const Sources& sources, const std::string& game) {
  Strings wrong;
  Strings rules = {"arena/games/" + game + "/" + game + ".h"};
  // The list grows during the loop.
  for (size_t i = 0; i < rules.size(); ++i) {
    const std::string path = rules[i];
    const auto source = sources.find(path);
    if (source == sources.end()) continue;
    if (EndsWith(path, ".h")) {
      rules.push_back(path.substr(0, path.size() - 1) + "cc");
    }
    for (const std::string& header : IncludesByLine(source->second)) {
      if (IsProtobuf(header)) {
        wrong.push_back(path + " belongs to the rules of " + game +
                        " and includes " + header +
                        ": rules compile without protobuf");
      }
      const bool known =
          std::find(rules.begin(), rules.end(), header) != rules.end();
      if (!known && EndsWith(header, ".h")) rules.push_back(header);
    }
  }
  return wrong;
}

}  // namespace arena
