#include "referee/door/advertised_address.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

constexpr absl::string_view kUnix = "unix:";

bool IsHost(absl::string_view host) {
  // A referee can listen at these addresses, but no bot can dial them.
  if (host == "0.0.0.0" || host == "[::]") return false;
  if (absl::StartsWith(host, "[") && absl::EndsWith(host, "]")) {
    return absl::c_all_of(host.substr(1, host.size() - 2), [](char c) {
      return absl::ascii_isxdigit(c) || c == ':' || c == '.';
    });
  }
  return !host.empty() && absl::c_all_of(host, [](char c) {
    return absl::ascii_isalnum(c) || c == '.' || c == '-';
  });
}

}  // namespace

absl::Status CheckAdvertised(absl::string_view address) {
  const size_t colon = address.rfind(':');
  int port = 0;
  const bool good =
      absl::StartsWith(address, kUnix)
          ? address.size() > kUnix.size()
          : colon != absl::string_view::npos &&
                IsHost(address.substr(0, colon)) &&
                absl::SimpleAtoi(address.substr(colon + 1), &port) &&
                port >= 0 && port <= 65535;
  if (good) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "--advertise ", address,
      " is not an address that bots can dial; expected host:port with the name "
      "or IP address of this machine, or unix:PATH"));
}

std::string WithPortOf(const std::string& address,
                       const std::vector<std::string>& listening) {
  const absl::string_view any = ":0";
  if (absl::StartsWith(address, kUnix) || !absl::EndsWith(address, any)) {
    return address;
  }
  for (const std::string& own : listening) {
    if (absl::StartsWith(own, kUnix)) continue;
    return absl::StrCat(address.substr(0, address.size() - any.size()),
                        own.substr(own.rfind(':')));
  }
  return address;
}

}  // namespace arena::referee
