#include "referee/store/sql/stored_values.h"

#include "absl/strings/str_cat.h"

namespace arena::referee {

std::string JsonArray(const std::vector<absl::string_view>& texts) {
  std::string json = "[";
  for (const absl::string_view text : texts) {
    json += json.size() == 1 ? "\"" : ",\"";
    for (const char byte : text) {
      if (byte == '"' || byte == '\\') json += '\\';
      if (static_cast<unsigned char>(byte) < ' ') {
        absl::StrAppend(&json, "\\u", absl::Hex(byte, absl::kZeroPad4));
      } else {
        json += byte;
      }
    }
    json += '"';
  }
  return json + "]";
}

}  // namespace arena::referee
