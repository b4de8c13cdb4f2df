#include "referee/kubernetes/api_client.h"

#include <curl/curl.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::kubernetes {
namespace {

constexpr char kAccountFolder[] =
    "/var/run/secrets/kubernetes.io/serviceaccount";
constexpr int64_t kCallMilliseconds = 30'000;
constexpr int64_t kConnectMilliseconds = 10'000;
// The most bytes of a document; a list of all pods of a runner is far smaller.
constexpr size_t kMostAnswer = size_t{64} << 20;
constexpr size_t kMostIdle = 8;

struct FreeHandle {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct FreeList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Handle = std::unique_ptr<CURL, FreeHandle>;
using List = std::unique_ptr<curl_slist, FreeList>;

void Add(List& list, const std::string& header) {
  curl_slist* const longer = curl_slist_append(list.get(), header.c_str());
  ARENA_CHECK(longer != nullptr);
  list.release();
  list.reset(longer);
}

std::string WholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Sets what all calls have in common; returns the headers, which must outlive
// the call.
List SetUp(CURL* handle, const ApiOptions& options, const std::string& path,
           char* error) {
  curl_easy_setopt(handle, CURLOPT_URL,
                   absl::StrCat(options.url, path).c_str());
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, error);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "https,http");
  // The cluster is reached directly, whatever the environment says.
  curl_easy_setopt(handle, CURLOPT_NOPROXY, "*");
  curl_easy_setopt(handle, CURLOPT_HTTP_VERSION,
                   static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS,
                   static_cast<long>(kConnectMilliseconds));
  curl_easy_setopt(handle, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(handle, CURLOPT_TCP_KEEPIDLE, 20L);
  curl_easy_setopt(handle, CURLOPT_TCP_KEEPINTVL, 10L);
  if (!options.ca_file.empty()) {
    curl_easy_setopt(handle, CURLOPT_CAINFO, options.ca_file.c_str());
  }
  List headers;
  Add(headers, "User-Agent: pentathlon-runner");
  Add(headers, "Accept: application/json");
  // No pause before a document is sent.
  Add(headers, "Expect:");
  if (!options.token_file.empty()) {
    const std::string text = WholeFile(options.token_file);
    const absl::string_view token = absl::StripAsciiWhitespace(text);
    Add(headers, absl::StrCat("Authorization: Bearer ", token));
  }
  return headers;
}

size_t TakeAnswer(char* bytes, size_t /*one*/, size_t count, void* answer) {
  auto& text = *static_cast<std::string*>(answer);
  if (text.size() + count > kMostAnswer) return 0;
  text.append(bytes, count);
  return count;
}

Json Parse(const std::string& text) {
  Json parsed = Json::parse(text, nullptr, false);
  if (parsed.is_discarded()) return {{"message", text.substr(0, 300)}};
  return parsed;
}

absl::Status NoAnswer(const ApiOptions& options, CURLcode code,
                      const char* error) {
  return absl::UnavailableError(absl::StrCat(
      "no answer from the API of Kubernetes at ", options.url, ": ",
      error[0] == '\0' ? curl_easy_strerror(code) : error));
}

// Called once in the program, before other threads use curl.
void Begin() {
  static const CURLcode begun = curl_global_init(CURL_GLOBAL_DEFAULT);
  ARENA_CHECK(begun == CURLE_OK);
}

}  // namespace

absl::StatusOr<ApiOptions> ApiOfThisPod() {
  const char* const host = std::getenv("KUBERNETES_SERVICE_HOST");
  const char* const port = std::getenv("KUBERNETES_SERVICE_PORT");
  if (host == nullptr || port == nullptr) {
    return absl::UnavailableError(
        "this is no pod of a cluster of Kubernetes (KUBERNETES_SERVICE_HOST is "
        "not set); name its API with --kubernetes-api");
  }
  const bool is_six = absl::StrContains(host, ':');
  return ApiOptions{
      .url = absl::StrCat("https://", is_six ? "[" : "", host,
                          is_six ? "]" : "", ":", port),
      .token_file = absl::StrCat(kAccountFolder, "/token"),
      .ca_file = absl::StrCat(kAccountFolder, "/ca.crt")};
}

std::string ApiAnswer::message() const {
  const std::string said = TextIn(body, "message");
  return said.empty() ? absl::StrCat("HTTP status ", status) : said;
}

absl::Status StatusOf(const ApiAnswer& answer, absl::string_view what) {
  const std::string text =
      absl::StrCat("cannot ", what, ": ", answer.message());
  switch (answer.status) {
    case 401:
      return absl::UnavailableError(absl::StrCat(
          text, "; the API does not accept the token of this runner"));
    case 404:
      return absl::NotFoundError(text);
    case 400:
    case 413:
    case 422:
      return absl::InvalidArgumentError(text);
    default:
      return absl::UnavailableError(text);
  }
}

// ---- Calls ----

absl::StatusOr<std::unique_ptr<ApiClient>> ApiClient::Open(
    ApiOptions options) {
  while (absl::EndsWith(options.url, "/")) options.url.pop_back();
  const bool is_local = absl::StartsWith(options.url, "http://127.0.0.1:") ||
                        absl::StartsWith(options.url, "http://localhost:") ||
                        absl::StartsWith(options.url, "http://[::1]:");
  if (!absl::StartsWith(options.url, "https://") && !is_local) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", options.url,
        "\" is no address of an API; expected e.g. https://10.0.0.1:6443"));
  }
  for (const std::string& file : {options.token_file, options.ca_file}) {
    if (file.empty() || !WholeFile(file).empty()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(file, " cannot be read, or is empty"));
  }
  Begin();
  return std::unique_ptr<ApiClient>(new ApiClient(std::move(options)));
}

ApiClient::~ApiClient() {
  MutexLock lock(mutex_);
  for (void* const handle : idle_) curl_easy_cleanup(handle);
}

absl::StatusOr<ApiAnswer> ApiClient::Call(const char* method,
                                          const std::string& path,
                                          const Json* body) const {
  Handle handle;
  {
    MutexLock lock(mutex_);
    if (!idle_.empty()) {
      handle.reset(idle_.back());
      idle_.pop_back();
    }
  }
  if (handle == nullptr) handle.reset(curl_easy_init());
  ARENA_CHECK(handle != nullptr);
  char error[CURL_ERROR_SIZE] = {};
  List headers = SetUp(handle.get(), options_, path, error);
  // Bytes that are not UTF-8 could not be sent.
  constexpr auto kReplace = Json::error_handler_t::replace;
  const std::string sent =
      body == nullptr ? "" : body->dump(-1, ' ', false, kReplace);
  if (body != nullptr) {
    Add(headers, "Content-Type: application/json");
    curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDSIZE,
                     static_cast<long>(sent.size()));
    curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDS, sent.c_str());
  }
  curl_easy_setopt(handle.get(), CURLOPT_CUSTOMREQUEST, method);
  curl_easy_setopt(handle.get(), CURLOPT_HTTPHEADER, headers.get());
  curl_easy_setopt(handle.get(), CURLOPT_TIMEOUT_MS,
                   static_cast<long>(kCallMilliseconds));
  std::string text;
  curl_easy_setopt(handle.get(), CURLOPT_WRITEFUNCTION, TakeAnswer);
  curl_easy_setopt(handle.get(), CURLOPT_WRITEDATA, &text);
  const CURLcode code = curl_easy_perform(handle.get());
  if (code != CURLE_OK) return NoAnswer(options_, code, error);
  long status = 0;
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  // The connection of the handle stays.
  curl_easy_reset(handle.get());
  {
    MutexLock lock(mutex_);
    if (idle_.size() < kMostIdle) idle_.push_back(handle.release());
  }
  return ApiAnswer{.status = static_cast<int>(status), .body = Parse(text)};
}

// ---- Streams ----

struct ApiStream::State {
  CURLM* multi = curl_multi_init();
  std::atomic<bool> stopped = false;
  CURL* handle = nullptr;
  const std::function<void(absl::string_view)>* take = nullptr;
  // The text of a bad answer.
  std::string refusal;

  static size_t Take(char* bytes, size_t /*one*/, size_t count, void* self) {
    auto& state = *static_cast<State*>(self);
    if (state.stopped) return 0;
    long status = 0;
    curl_easy_getinfo(state.handle, CURLINFO_RESPONSE_CODE, &status);
    if (status == 200) {
      (*state.take)(absl::string_view(bytes, count));
    } else if (state.refusal.size() < (size_t{64} << 10)) {
      state.refusal.append(bytes, count);
    }
    return count;
  }
};

ApiStream::ApiStream(const ApiClient& client)
    : client_(client), state_(std::make_unique<State>()) {}

ApiStream::~ApiStream() { curl_multi_cleanup(state_->multi); }

void ApiStream::Stop() {
  state_->stopped = true;
  curl_multi_wakeup(state_->multi);
}

bool ApiStream::stopped() const { return state_->stopped; }

absl::StatusOr<ApiAnswer> ApiStream::Run(
    const std::string& path,
    const std::function<void(absl::string_view bytes)>& take) {
  const Handle handle(curl_easy_init());
  ARENA_CHECK(handle != nullptr);
  state_->handle = handle.get();
  state_->take = &take;
  state_->refusal.clear();
  char error[CURL_ERROR_SIZE] = {};
  const List headers = SetUp(handle.get(), client_.options(), path, error);
  curl_easy_setopt(handle.get(), CURLOPT_HTTPHEADER, headers.get());
  curl_easy_setopt(handle.get(), CURLOPT_WRITEFUNCTION, State::Take);
  curl_easy_setopt(handle.get(), CURLOPT_WRITEDATA, state_.get());
  curl_multi_add_handle(state_->multi, handle.get());
  int running = 1;
  while (running > 0 && !state_->stopped) {
    curl_multi_perform(state_->multi, &running);
    if (running > 0) {
      curl_multi_poll(state_->multi, nullptr, 0, 60'000, nullptr);
    }
  }
  CURLcode code = CURLE_OK;
  int left = 0;
  while (const CURLMsg* const message =
             curl_multi_info_read(state_->multi, &left)) {
    if (message->msg == CURLMSG_DONE) code = message->data.result;
  }
  long status = 0;
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  curl_multi_remove_handle(state_->multi, handle.get());
  if (state_->stopped) return absl::CancelledError("stopped");
  if (code != CURLE_OK) return NoAnswer(client_.options(), code, error);
  return ApiAnswer{.status = static_cast<int>(status),
                   .body = Parse(state_->refusal)};
}

}  // namespace arena::kubernetes
