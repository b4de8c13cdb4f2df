// Calls the API of Kubernetes.
#ifndef REFEREE_KUBERNETES_API_CLIENT_H_
#define REFEREE_KUBERNETES_API_CLIENT_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "referee/kubernetes/fields.h"

namespace arena::kubernetes {

struct ApiOptions {
  // "https://10.0.0.1:443"; http only on loopback addresses, because a token is
  // sent.
  std::string url;
  // Read for each call, because the file is replaced now and then; empty: no
  // token.
  std::string token_file = "";
  // PEM file with the authority to trust; empty: the authorities of this
  // machine.
  std::string ca_file = "";
};

// The options with which every pod of a cluster finds the API. UNAVAILABLE
// outside of a pod.
absl::StatusOr<ApiOptions> ApiOfThisPod();

// The answer of the server.
struct ApiAnswer {
  // The status of HTTP.
  int status = 0;
  Json body;

  bool ok() const { return status >= 200 && status < 300; }
  // The reason of a refusal, in the words of the server.
  std::string message() const;
};

// An error that says what could not be done, and why. UNAVAILABLE: the call may
// go well later, or the operator has to act. INVALID_ARGUMENT: the server
// understands the document and finds it wrong. NOT_FOUND.
absl::Status StatusOf(const ApiAnswer& answer, absl::string_view what);

// Thread-safe.
class ApiClient {
 public:
  // INVALID_ARGUMENT names what is wrong with the options.
  static absl::StatusOr<std::unique_ptr<ApiClient>> Open(ApiOptions options);
  ~ApiClient();
  ApiClient(const ApiClient&) = delete;
  ApiClient& operator=(const ApiClient&) = delete;

  // Any answer of the server; UNAVAILABLE without one.
  absl::StatusOr<ApiAnswer> Call(const char* method, const std::string& path,
                                 const Json* body = nullptr) const;
  const ApiOptions& options() const { return options_; }

 private:
  explicit ApiClient(ApiOptions options) : options_(std::move(options)) {}

  const ApiOptions options_;
  // Handles of curl that are not in use, with their connections.
  mutable Mutex mutex_;
  mutable std::vector<void*> idle_ ABSL_GUARDED_BY(mutex_);
};

// An answer that comes bit by bit, for as long as the server likes. Call Run on
// one thread; call Stop on any, even before Run.
class ApiStream {
 public:
  explicit ApiStream(const ApiClient& client);
  ~ApiStream();
  ApiStream(const ApiStream&) = delete;
  ApiStream& operator=(const ApiStream&) = delete;

  // Gives the bytes of a good answer to `take` until they end or Stop is
  // called. Returns the status of HTTP, and the text of a bad answer.
  // UNAVAILABLE: no answer, or the connection broke.
  absl::StatusOr<ApiAnswer> Run(
      const std::string& path,
      const std::function<void(absl::string_view bytes)>& take);
  void Stop();
  bool stopped() const;

 private:
  struct State;
  const ApiClient& client_;
  const std::unique_ptr<State> state_;
};

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_API_CLIENT_H_
