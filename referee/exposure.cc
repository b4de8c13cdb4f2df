#include "referee/exposure.h"

#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/core/check.h"
#include "referee/door/addresses.h"

namespace arena::referee {
namespace {

// All addresses on which the referee listens, with the flags that name them.
std::vector<std::pair<absl::string_view, std::string>> FlaggedAddresses(
    const ServerOptions& options) {
  std::vector<std::pair<absl::string_view, std::string>> flagged;
  for (const std::string& address : options.listen) {
    flagged.emplace_back("--listen", address);
  }
  for (const std::string& address : options.http) {
    flagged.emplace_back("--http", address);
  }
  return flagged;
}

absl::Status CheckAddress(const ServerOptions& options, absl::string_view flag,
                          const std::string& address) {
  ARENA_RETURN_IF_ERROR(CheckListening(flag, address));
  if (UsesTls(options, address) || IsLocal(address) || options.insecure) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      flag, " ", address,
      " can be reached from other machines and needs --tls-cert and "
      "--tls-key; or listen on 127.0.0.1, [::1] or unix:PATH, or pass "
      "--insecure if something else protects it"));
}

}  // namespace

bool UsesTls(const ServerOptions& options, const std::string& address) {
  if (address == options.private_address) return false;
  return !options.tls.empty() && (options.tls_local || !IsLocal(address));
}

bool NeedsTokens(const ServerOptions& options) {
  const bool only_local = absl::c_all_of(options.listen, IsLocal) &&
                          absl::c_all_of(options.http, IsLocal) &&
                          !options.peers.forwarded;
  return options.tokens || options.open_to_public ||
         (!options.insecure && !only_local);
}

absl::Status CheckAddresses(const ServerOptions& options) {
  bool used = options.tls.empty();
  for (const auto& [flag, address] : FlaggedAddresses(options)) {
    ARENA_RETURN_IF_ERROR(CheckAddress(options, flag, address));
    used = used || UsesTls(options, address);
  }
  if (used) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--tls-cert has no use: every --listen and --http is a loopback address "
      "or a Unix socket, which have TLS only with --tls-local");
}

absl::Status CheckNoneTaken(const ServerOptions& options) {
  for (const auto& [flag, address] : FlaggedAddresses(options)) {
    ARENA_RETURN_IF_ERROR(CheckNotTaken(flag, address));
  }
  return absl::OkStatus();
}

}  // namespace arena::referee
