#include "arena/viewer/shared_patch.h"

#include <optional>
#include <string>
#include <utility>

namespace arena::viewer {
namespace {

using Json = nlohmann::json;

// The changes that both patches make.
Json Common(const Json& one, const Json& other) {
  Json common = Json::object();
  for (const auto& [name, change] : one.items()) {
    const auto also = other.find(name);
    if (also == other.end()) continue;
    if (*also == change) {
      common[name] = change;
    } else if (change.is_object() && also->is_object()) {
      Json inner = Common(change, *also);
      if (!inner.empty()) common[name] = std::move(inner);
    }
  }
  return common;
}

// The changes of a patch that are not in its part `common`.
Json Rest(const Json& patch, const Json& common) {
  Json rest = Json::object();
  for (const auto& [name, change] : patch.items()) {
    const auto done = common.find(name);
    if (done == common.end()) {
      rest[name] = change;
    } else if (*done != change) {
      rest[name] = Rest(change, *done);
    }
  }
  return rest;
}

}  // namespace

Json SharedPatches(const std::vector<Json>& patches) {
  std::optional<Json> all;
  for (const Json& patch : patches) {
    if (patch.is_null()) continue;
    all = all.has_value() ? Common(*all, patch) : patch;
  }
  Json own = Json::object();
  for (size_t i = 0; i < patches.size(); ++i) {
    Json rest = patches[i].is_null() ? Json() : Rest(patches[i], *all);
    if (rest.is_null() || !rest.empty()) {
      own[std::to_string(i)] = std::move(rest);
    }
  }
  Json shared = Json::object();
  if (all.has_value() && !all->empty()) shared["all"] = *std::move(all);
  if (!own.empty()) shared["own"] = std::move(own);
  return shared;
}

}  // namespace arena::viewer
