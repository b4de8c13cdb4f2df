// The certificate that HTTP shows.
#ifndef REFEREE_HTTP_TLS_CONTEXT_H_
#define REFEREE_HTTP_TLS_CONTEXT_H_

#include <filesystem>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "arena/core/mutex.h"
#include "referee/base/tls.h"
#include "referee/http/asio.h"

namespace boost::asio::ssl {
class context;
}

namespace arena::referee {

// Reads the files again when they have changed, for connections made after
// that. If the new files are wrong, they are reported and the old ones stay in
// use. Thread-safe.
class TlsContext {
 public:
  // INVALID_ARGUMENT as TlsCredentials.
  static absl::StatusOr<std::shared_ptr<TlsContext>> Open(
      const TlsFiles& files);

  std::shared_ptr<net::ssl::context> Current();

 private:
  using Time = std::filesystem::file_time_type;

  explicit TlsContext(const TlsFiles& files) : files_(files) {}
  // When the newer of the files was written.
  Time Written() const;
  absl::StatusOr<std::shared_ptr<net::ssl::context>> Read() const;

  const TlsFiles files_;
  Mutex mutex_;
  Time written_ ABSL_GUARDED_BY(mutex_);
  std::shared_ptr<net::ssl::context> context_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_HTTP_TLS_CONTEXT_H_
