#include "tests/architecture/include_order.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace arena {
namespace {

using Strings = std::vector<std::string>;

// A folder and the folders whose headers it may include. The generated
// protocol, arena/v1, is open to all.
struct Layer {
  std::string folder;
  Strings may_include;
};

const std::vector<Layer>& Layers() {
  static const auto& layers = *new std::vector<Layer>{
      {"arena/core/", {}},
      {"arena/process/", {"arena/core/"}},
      {"arena/games/", {"arena/core/"}},
      {"arena/match/", {"arena/core/", "arena/games/"}},
      {"arena/record/", {"arena/core/", "arena/games/", "arena/match/"}},
      {"arena/competition/planning/",
       {"arena/core/", "arena/games/", "arena/match/"}},
      {"arena/competition/rating/",
       {"arena/core/", "arena/competition/planning/"}},
      {"arena/competition/report/",
       {"arena/core/", "arena/competition/planning/",
        "arena/competition/rating/"}},
      {"arena/competition/tournament_file/",
       {"arena/core/", "arena/games/", "arena/competition/planning/"}},
      {"arena/cli/",
       {"arena/core/", "arena/process/", "arena/games/", "arena/match/",
        "arena/record/", "arena/competition/"}},
      {"referee/",
       {"arena/core/", "arena/games/", "arena/match/", "arena/record/",
        "arena/competition/planning/"}},
      {"sdk/cpp/", {}},
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
  return std::regex_match(path, match, pattern) ? match[1].str() : "";
}

bool IsProgramLayer(const std::string& path) {
  return StartsWithAny(path,
                       {"arena/cli/", "referee/", "sdk/", "sample_bots/"});
}

bool IsOfNetworkDatabaseOrLogging(const std::string& header) {
  return EndsWith(header, ".grpc.pb.h") ||
         StartsWithAny(header, {"grpc", "sqlite3", "SQLiteCpp/", "spdlog/",
                                "prometheus/", "libpq", "CLI/", "asio/ip/",
                                "asio/local/", "sys/socket.h", "netinet/"});
}

bool IsProtobuf(const std::string& header) {
  return EndsWith(header, ".pb.h") || StartsWith(header, "google/protobuf/");
}

// What is wrong with one include; empty if nothing.
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
      path != "arena/games/registry.cc" && !StartsWith(path, "sample_bots/")) {
    return "only arena/games/registry.cc names games, and a game includes no "
           "other";
  }
  if (!GameOf(path).empty() && IsProtobuf(header) &&
      !EndsWith(path, "_view.cc") && !EndsWith(path, "_view.h")) {
    return "rules compile without protobuf; only the views of a game, _view.cc "
           "and _view.h, see it";
  }
  if (!IsProgramLayer(path) && IsOfNetworkDatabaseOrLogging(header)) {
    return "no gRPC, socket, database, logging or command line below "
           "arena/cli and referee";
  }
  if (StartsWith(header, "asio") && !IsProgramLayer(path) &&
      !StartsWith(path, "arena/match/")) {
    return "asio begins at arena/match";
  }
  return "";
}

}  // namespace

Strings WrongIncludes(const std::string& path, const std::string& text) {
  static const std::regex pattern("\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"].*");
  Strings wrong;
  if (LayerOf(path) == nullptr) {
    wrong.push_back(path + " is in a folder that is not among the layers");
  }
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::smatch match;
    if (!std::regex_match(line, match, pattern)) continue;
    const std::string what = Wrong(path, match[1]);
    if (what.empty()) continue;
    wrong.push_back(path + ":" + std::to_string(number) + " includes " +
                    match[1].str() + ": " + what);
  }
  return wrong;
}

}  // namespace arena
