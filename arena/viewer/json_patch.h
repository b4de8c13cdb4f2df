// Patches: the differences between two messages as JSON.
#ifndef ARENA_VIEWER_JSON_PATCH_H_
#define ARENA_VIEWER_JSON_PATCH_H_

#include <nlohmann/json.hpp>
#include <vector>

namespace arena::viewer {

// The patch that makes `after` of `before`. It is a JSON merge patch (RFC 7396)
// that reaches into arrays as well:
//
//  - where an object stood, an object changes its members, null removes one;
//  - where an array stood, an object changes its elements by index, and
//    "length", if there, is the new length; elements may be added at the end;
//  - anything else replaces what stood there.
//
// Requires: JSON of messages of one type, without null, so that an object never
// takes the place of an array.
nlohmann::json JsonPatch(const nlohmann::json& before,
                         const nlohmann::json& after);

// Applies a patch.
nlohmann::json Patched(nlohmann::json value, const nlohmann::json& patch);

// {"all": PATCH, "own": {"INDEX": PATCH}}: patch i does the same as `all`
// followed by the own one of i. Patches that change nothing are left out.
// Requires: each patch is the JsonPatch of an object, or null, which stands in
// `own` unchanged.
nlohmann::json SharedPatches(const std::vector<nlohmann::json>& patches);

}  // namespace arena::viewer

#endif  // ARENA_VIEWER_JSON_PATCH_H_
