#include "referee/base/tls.h"

#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

constexpr unsigned kLookAgainSeconds = 1;

using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using File = std::unique_ptr<std::FILE, decltype(&std::fclose)>;

absl::StatusOr<File> OpenFile(const char* flag, const std::string& path) {
  if (path.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        flag, " is missing; --tls-cert and --tls-key go together"));
  }
  File file(std::fopen(path.c_str(), "r"), &std::fclose);
  if (file != nullptr) return file;
  return absl::InvalidArgumentError(absl::StrCat(
      flag, " ", path, ": cannot be read: ", std::strerror(errno)));
}

// An encrypted key cannot be used: nobody is there to type its password.
int NoPassword(char*, int, int, void*) { return -1; }

absl::Status CheckPair(const TlsFiles& files) {
  ARENA_ASSIGN_OR_RETURN(const File certificate_file,
                         OpenFile("--tls-cert", files.certificate));
  ARENA_ASSIGN_OR_RETURN(const File key_file, OpenFile("--tls-key", files.key));
  const Certificate certificate(
      PEM_read_X509(certificate_file.get(), nullptr, &NoPassword, nullptr),
      &X509_free);
  if (certificate == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--tls-cert ", files.certificate, ": holds no certificate in PEM"));
  }
  const Key key(
      PEM_read_PrivateKey(key_file.get(), nullptr, &NoPassword, nullptr),
      &EVP_PKEY_free);
  if (key == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--tls-key ", files.key, ": holds no unencrypted key in PEM"));
  }
  if (X509_check_private_key(certificate.get(), key.get()) == 1) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "--tls-key ", files.key,
      " is not the key of the certificate in --tls-cert ", files.certificate));
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> TlsCredentials(
    const TlsFiles& files) {
  ARENA_RETURN_IF_ERROR(CheckPair(files));
  using grpc::experimental::FileWatcherCertificateProvider;
  grpc::experimental::TlsServerCredentialsOptions options(
      std::make_shared<FileWatcherCertificateProvider>(
          files.key, files.certificate, kLookAgainSeconds));
  options.watch_identity_key_cert_pairs();
  // Bots prove their identity with tokens.
  options.set_cert_request_type(GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE);
  return grpc::experimental::TlsServerCredentials(options);
}

}  // namespace arena::referee
