// Several patches, with what they have in common told once.
#ifndef ARENA_VIEWER_SHARED_PATCH_H_
#define ARENA_VIEWER_SHARED_PATCH_H_

#include <nlohmann/json.hpp>
#include <vector>

namespace arena::viewer {

// {"all": PATCH, "own": {"INDEX": PATCH}}: patch i does the same as `all`
// followed by the own one of i. Either is left out if it changes nothing.
// Requires: each is the JsonPatch of an object, or null, which stands in `own`
// as it is.
nlohmann::json SharedPatches(const std::vector<nlohmann::json>& patches);

}  // namespace arena::viewer

#endif  // ARENA_VIEWER_SHARED_PATCH_H_
