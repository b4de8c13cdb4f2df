#include "arena/viewer/json_patch.h"

#include <algorithm>
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

}  // namespace arena::viewer
