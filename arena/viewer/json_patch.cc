#include "arena/viewer/json_patch.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace arena::viewer {
namespace {

using Json = nlohmann::json;

constexpr char kLength[] = "length";

Json ObjectPatch(const Json& before, const Json& after) {
  Json patch = Json::object();
  for (const auto& [name, value] : before.items()) {
    if (!after.contains(name)) patch[name] = nullptr;
  }
  for (const auto& [name, value] : after.items()) {
    const auto old = before.find(name);
    if (old == before.end()) {
      patch[name] = value;
    } else if (*old != value) {
      patch[name] = JsonPatch(*old, value);
    }
  }
  return patch;
}

// By index or as a whole, whichever is shorter.
Json ArrayPatch(const Json& before, const Json& after) {
  Json patch = Json::object();
  if (before.size() != after.size()) patch[kLength] = after.size();
  for (size_t i = 0; i < after.size(); ++i) {
    if (i >= before.size()) {
      patch[std::to_string(i)] = after[i];
    } else if (before[i] != after[i]) {
      patch[std::to_string(i)] = JsonPatch(before[i], after[i]);
    }
  }
  return patch.dump().size() < after.dump().size() ? patch : after;
}

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

Json JsonPatch(const Json& before, const Json& after) {
  if (before.is_object() && after.is_object()) {
    return ObjectPatch(before, after);
  }
  if (before.is_array() && after.is_array()) return ArrayPatch(before, after);
  return after;
}

Json Patched(Json value, const Json& patch) {
  if (!patch.is_object()) return patch;
  if (value.is_array()) {
    const auto length = patch.find(kLength);
    if (length != patch.end()) {
      value.get_ref<Json::array_t&>().resize(length->get<size_t>());
    }
    for (const auto& [name, change] : patch.items()) {
      if (name == kLength) continue;
      Json& element = value[std::stoul(name)];
      element = Patched(std::move(element), change);
    }
    return value;
  }
  if (!value.is_object()) value = Json::object();
  for (const auto& [name, change] : patch.items()) {
    if (change.is_null()) {
      value.erase(name);
    } else {
      value[name] = Patched(std::move(value[name]), change);
    }
  }
  return value;
}

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
