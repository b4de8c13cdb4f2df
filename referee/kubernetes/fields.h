// Reads JSON that may have any shape.
#ifndef REFEREE_KUBERNETES_FIELDS_H_
#define REFEREE_KUBERNETES_FIELDS_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/string_view.h"

namespace arena::kubernetes {

using Json = nlohmann::json;

// The member; null if `object` is no object or has no such member.
const Json& Member(const Json& object, absl::string_view name);
// Empty, or 0, if the member is missing or of another type.
std::string TextIn(const Json& object, absl::string_view name);
int64_t NumberIn(const Json& object, absl::string_view name);
// The element of a list of objects whose member "name", or another member, has
// this value; null if there is none.
const Json& Named(const Json& list, absl::string_view name,
                  absl::string_view member = "name");

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_FIELDS_H_
