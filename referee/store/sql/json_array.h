// Many texts as one parameter of a statement.
#ifndef REFEREE_STORE_SQL_JSON_ARRAY_H_
#define REFEREE_STORE_SQL_JSON_ARRAY_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace arena::referee {

// Texts in UTF-8 as the JSON array {texts} of a statement (see Dialect).
std::string JsonArray(const std::vector<absl::string_view>& texts);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_JSON_ARRAY_H_
