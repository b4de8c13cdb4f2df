#include "referee/http/tls_context.h"

#include <openssl/ssl.h>

#include <algorithm>
#include <boost/asio/ssl/context.hpp>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/base/log.h"

namespace arena::referee {
namespace {

// The protocol that is agreed on with browsers.
constexpr unsigned char kProtocol[] = "\x08http/1.1";

int ChooseProtocol(SSL* /*ssl*/, const unsigned char** chosen,
                   unsigned char* size, const unsigned char* offered,
                   unsigned int offered_size, void* /*argument*/) {
  const int found = SSL_select_next_proto(
      const_cast<unsigned char**>(chosen), size, kProtocol,
      sizeof(kProtocol) - 1, offered, offered_size);
  return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK
                                         : SSL_TLSEXT_ERR_NOACK;
}

}  // namespace

absl::StatusOr<std::shared_ptr<TlsContext>> TlsContext::Open(
    const TlsFiles& files) {
  // TlsCredentials checks the files and has the best messages about them.
  ARENA_RETURN_IF_ERROR(TlsCredentials(files).status());
  std::shared_ptr<TlsContext> context(new TlsContext(files));
  MutexLock lock(context->mutex_);
  context->written_ = context->Written();
  ARENA_ASSIGN_OR_RETURN(context->context_, context->Read());
  return context;
}

std::shared_ptr<net::ssl::context> TlsContext::Current() {
  MutexLock lock(mutex_);
  const Time written = Written();
  if (written == written_) return context_;
  written_ = written;
  const auto renewed = Read();
  if (renewed.ok()) {
    context_ = *renewed;
  } else {
    LogError("certificate not renewed", {}, renewed.status());
  }
  return context_;
}

TlsContext::Time TlsContext::Written() const {
  std::error_code missing;
  return std::max(
      std::filesystem::last_write_time(files_.certificate, missing),
      std::filesystem::last_write_time(files_.key, missing));
}

absl::StatusOr<std::shared_ptr<net::ssl::context>> TlsContext::Read() const {
  auto context =
      std::make_shared<net::ssl::context>(net::ssl::context::tls_server);
  boost::system::error_code error;
  context->use_certificate_chain_file(files_.certificate, error);
  if (error) {
    return absl::InvalidArgumentError(
        absl::StrCat(files_.certificate, ": ", error.message()));
  }
  context->use_private_key_file(files_.key, net::ssl::context::pem, error);
  if (error) {
    return absl::InvalidArgumentError(
        absl::StrCat(files_.key, ": ", error.message()));
  }
  SSL_CTX* const native = context->native_handle();
  SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  SSL_CTX_set_alpn_select_cb(native, &ChooseProtocol, nullptr);
  // A key that does not belong to the certificate.
  if (SSL_CTX_check_private_key(native) != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(files_.key, " is not the key of ", files_.certificate));
  }
  return context;
}

}  // namespace arena::referee
