// Reads the text of a TOML file that strangers may have written.
#ifndef ARENA_TOML_TOML_FILE_H_
#define ARENA_TOML_TOML_FILE_H_

#include <toml++/toml.h>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena {

// INVALID_ARGUMENT names file and line if the text is no TOML, or is larger or
// nested deeper than files that people write.
absl::StatusOr<toml::table> ParseToml(absl::string_view text,
                                      absl::string_view file_name);

}  // namespace arena

#endif  // ARENA_TOML_TOML_FILE_H_
