#include "referee/exposure.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/core/check.h"
#include "referee/listening_address.h"

namespace arena::referee {
namespace {

absl::Status CheckAddress(const ServerOptions& options, absl::string_view flag,
                          const std::string& address) {
  ARENA_RETURN_IF_ERROR(CheckListening(address));
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
  for (const std::string& address : options.listen) {
    ARENA_RETURN_IF_ERROR(CheckAddress(options, "--listen", address));
    used = used || UsesTls(options, address);
  }
  for (const std::string& address : options.http) {
    ARENA_RETURN_IF_ERROR(CheckAddress(options, "--http", address));
    used = used || UsesTls(options, address);
  }
  if (used) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--tls-cert has no use: every --listen and --http is a loopback address "
      "or a Unix socket, which have TLS only with --tls-local");
}

}  // namespace arena::referee
