#include "referee/kubernetes/fields.h"

namespace arena::kubernetes {
namespace {

const Json& Nothing() {
  static const auto& nothing = *new Json();
  return nothing;
}

}  // namespace

const Json& Member(const Json& object, absl::string_view name) {
  if (!object.is_object()) return Nothing();
  const auto found = object.find(std::string(name));
  return found == object.end() ? Nothing() : *found;
}

std::string TextIn(const Json& object, absl::string_view name) {
  const Json& member = Member(object, name);
  return member.is_string() ? member.get<std::string>() : "";
}

int64_t NumberIn(const Json& object, absl::string_view name) {
  const Json& member = Member(object, name);
  return member.is_number_integer() ? member.get<int64_t>() : 0;
}

const Json& Named(const Json& list, absl::string_view name,
                  absl::string_view member) {
  if (list.is_array()) {
    for (const Json& one : list) {
      if (TextIn(one, member) == name) return one;
    }
  }
  return Nothing();
}

}  // namespace arena::kubernetes
