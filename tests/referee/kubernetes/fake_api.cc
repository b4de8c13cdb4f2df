#include "tests/referee/kubernetes/fake_api.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <chrono>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "referee/sockets/sockets.h"

namespace arena::kubernetes {
namespace {

constexpr std::chrono::milliseconds kTick(20);
constexpr char kTime[] = "2026-01-01T00:00:01.000000000Z ";

absl::Time Soon() { return absl::Now() + absl::Minutes(1); }

std::string ValueIn(const std::string& query, const std::string& name) {
  for (const absl::string_view part : absl::StrSplit(query, '&')) {
    const std::pair<std::string, std::string> pair =
        absl::StrSplit(part, absl::MaxSplits('=', 1));
    if (pair.first == name) return pair.second;
  }
  return "";
}

Json StatusJson(int code, const std::string& message) {
  return {{"kind", "Status"}, {"code", code}, {"message", message}};
}

// Listens on a free port.
Descriptor ListenOnLoopback() {
  Descriptor listener(
      socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ARENA_CHECK(bind(listener.get(), reinterpret_cast<const sockaddr*>(&address),
                   sizeof(address)) == 0 &&
                  listen(listener.get(), SOMAXCONN) == 0,
              "cannot listen");
  return listener;
}

// Splits the path behind the namespace: "pods", "x" and "log" of
// "/api/v1/namespaces/arena-bots/pods/x/log".
std::vector<std::string> PartsOf(const std::string& path) {
  const size_t begin = path.find("/arena-bots/");
  if (begin == std::string::npos) return {};
  return absl::StrSplit(path.substr(begin + 12), '/');
}

}  // namespace

FakeApi::FakeApi()
    : listener_(ListenOnLoopback()), acceptor_([this] { Accept(); }) {}

FakeApi::~FakeApi() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  acceptor_.join();
  Break();
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return threads_ == 0; });
}

std::string FakeApi::url() const {
  sockaddr_in address = {};
  socklen_t size = sizeof(address);
  getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
  return absl::StrCat("http://127.0.0.1:", ntohs(address.sin_port));
}

// ---- Events in the cluster ----

Json FakeApi::NextPod() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !new_pods_.empty(); });
  const std::string name = new_pods_.front();
  new_pods_.pop_front();
  return objects_["pods"][name];
}

void FakeApi::Note(const std::string& type, Json object) {
  object["metadata"]["resourceVersion"] = std::to_string(++version_);
  const std::string name = TextIn(object["metadata"], "name");
  if (type == "DELETED") {
    objects_["pods"].erase(name);
  } else {
    objects_["pods"][name] = object;
  }
  events_.push_back({version_, type, std::move(object)});
  changed_.notify_all();
}

void FakeApi::SetStatus(const std::string& pod, const Json& status) {
  const std::lock_guard lock(mutex_);
  Json object = objects_["pods"][pod];
  object["status"] = status;
  Note("MODIFIED", std::move(object));
}

void FakeApi::SetRunning(const std::string& pod) {
  SetStatus(pod,
            {{"phase", "Running"},
             {"containerStatuses",
              {{{"name", "bot"}, {"state", {{"running", Json::object()}}}}}}});
}

void FakeApi::SetEnded(const std::string& pod, const Json& terminated) {
  SetStatus(pod,
            {{"phase", "Running"},
             {"containerStatuses",
              {{{"name", "bot"}, {"state", {{"terminated", terminated}}}}}}});
}

void FakeApi::Print(const std::string& pod, const std::string& line) {
  const std::lock_guard lock(mutex_);
  logs_[pod].push_back(line);
  changed_.notify_all();
}

void FakeApi::Remove(const std::string& pod) {
  const std::lock_guard lock(mutex_);
  Note("DELETED", objects_["pods"][pod]);
}

void FakeApi::Add(const std::string& collection, const Json& object) {
  const std::lock_guard lock(mutex_);
  if (collection == "pods") return Note("ADDED", object);
  Json added = object;
  added["metadata"]["uid"] = absl::StrCat("uid-", ++version_);
  added["metadata"]["resourceVersion"] = std::to_string(version_);
  objects_[collection][TextIn(object["metadata"], "name")] = added;
}

std::set<std::string> FakeApi::Names(const std::string& collection) const {
  const std::lock_guard lock(mutex_);
  std::set<std::string> names;
  const auto found = objects_.find(collection);
  if (found == objects_.end()) return names;
  for (const auto& [name, object] : found->second) names.insert(name);
  return names;
}

void FakeApi::AwaitNames(const std::string& collection,
                         const std::set<std::string>& names) const {
  while (Names(collection) != names) std::this_thread::yield();
}

// ---- Failures ----

void FakeApi::FailNext(const std::string& method, int status,
                       const std::string& message, int times) {
  const std::lock_guard lock(mutex_);
  for (int i = 0; i < times; ++i) {
    failures_[method].push_back({status, message});
  }
}

void FakeApi::Break() {
  const std::lock_guard lock(mutex_);
  for (const int one : connections_) shutdown(one, SHUT_RDWR);
}

void FakeApi::SetAway(bool is_away) {
  {
    const std::lock_guard lock(mutex_);
    is_away_ = is_away;
  }
  if (is_away) Break();
}

void FakeApi::Forget() {
  const std::lock_guard lock(mutex_);
  oldest_ = ++version_;
}

int FakeApi::Count(const std::string& method) const {
  const std::lock_guard lock(mutex_);
  const auto found = counts_.find(method);
  return found == counts_.end() ? 0 : found->second;
}

void FakeApi::AwaitCount(const std::string& method, int count) const {
  while (Count(method) < count) std::this_thread::yield();
}

// ---- HTTP ----

void FakeApi::Accept() {
  while (true) {
    AwaitEvents(listener_.get(), POLLIN, absl::Now() + absl::Milliseconds(20));
    Descriptor connection = AcceptNext(listener_.get());
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    if (!connection.is_open() || is_away_) continue;
    connections_.insert(connection.get());
    ++threads_;
    std::thread([this, socket = std::move(connection)]() mutable {
      Serve(socket.get());
      const std::lock_guard lock(mutex_);
      connections_.erase(socket.get());
      socket.Close();
      --threads_;
      changed_.notify_all();
    }).detach();
  }
}

void FakeApi::Serve(int connection) {
  while (true) {
    const auto first = ReceiveLine(connection, 4096, absl::InfiniteFuture());
    if (!first.ok()) return;
    const std::vector<std::string> words = absl::StrSplit(*first, ' ');
    if (words.size() < 2) return;
    const std::pair<std::string, std::string> url =
        absl::StrSplit(words[1], absl::MaxSplits('?', 1));
    Call call = {words[0], url.first, url.second, ""};
    size_t length = 0;
    while (true) {
      const auto header = ReceiveLine(connection, 8192, Soon());
      if (!header.ok()) return;
      if (*header == "\r") break;
      if (absl::StartsWithIgnoreCase(*header, "content-length:")) {
        if (!absl::SimpleAtoi(header->substr(15), &length)) return;
      }
    }
    if (length > 0) {
      const auto body = ReceiveBytes(connection, length, Soon());
      if (!body.ok()) return;
      call.body = *body;
    }
    if (!Answer(connection, call)) return;
  }
}

bool FakeApi::Reply(int connection, int status, const Json& body) const {
  const std::string text = body.dump();
  return SendAll(connection,
                 absl::StrCat("HTTP/1.1 ", status, " X\r\nContent-Length: ",
                              text.size(), "\r\n\r\n", text),
                 Soon())
      .ok();
}

bool FakeApi::Piece(int connection, const std::string& bytes) const {
  return SendAll(connection,
                 absl::StrCat(absl::Hex(bytes.size()), "\r\n", bytes, "\r\n"),
                 Soon())
      .ok();
}

bool FakeApi::Answer(int connection, const Call& call) {
  const std::vector<std::string> parts = PartsOf(call.path);
  const bool is_watch = !ValueIn(call.query, "watch").empty();
  const bool is_log = parts.size() == 3;
  const std::string method = is_watch ? "WATCH" : is_log ? "LOG" : call.method;
  {
    const std::lock_guard lock(mutex_);
    ++counts_[method];
    std::deque<Failure>& failures = failures_[method];
    if (!failures.empty()) {
      const Failure failure = failures.front();
      failures.pop_front();
      if (failure.status == 0) return false;
      return Reply(connection, failure.status,
                   StatusJson(failure.status, failure.message));
    }
  }
  if (parts.empty()) return Reply(connection, 404, StatusJson(404, "where?"));
  const std::string& collection = parts[0];
  if (is_watch) {
    int64_t from = 0;
    if (!absl::SimpleAtoi(ValueIn(call.query, "resourceVersion"), &from)) {
      return false;
    }
    Watch(connection, from);
    return false;
  }
  if (is_log) {
    Log(connection, parts[1]);
    return false;
  }
  const Json body = Json::parse(call.body, nullptr, false);
  const std::lock_guard lock(mutex_);
  auto& objects = objects_[collection];
  const std::string name =
      parts.size() > 1 ? parts[1] : TextIn(Member(body, "metadata"), "name");
  const auto found = objects.find(name);
  if (call.method == "GET" && parts.size() == 1) {
    Json list = {{"metadata", {{"resourceVersion", std::to_string(version_)}}},
                 {"items", Json::array()}};
    for (const auto& [key, object] : objects) list["items"].push_back(object);
    return Reply(connection, 200, list);
  }
  if (call.method == "POST") {
    if (found != objects.end()) {
      return Reply(connection, 409, StatusJson(409, "already exists"));
    }
    if (!ValueIn(call.query, "dryRun").empty()) {
      return Reply(connection, 201, body);
    }
    Json object = body;
    object["metadata"]["uid"] = absl::StrCat("uid-", version_);
    if (collection == "pods") {
      Note("ADDED", object);
      new_pods_.push_back(name);
      changed_.notify_all();
    } else {
      object["metadata"]["resourceVersion"] = std::to_string(++version_);
      objects[name] = object;
    }
    return Reply(connection, 201, objects[name]);
  }
  if (found == objects.end()) {
    return Reply(connection, 404, StatusJson(404, name + " not found"));
  }
  const std::string old = TextIn(found->second["metadata"], "resourceVersion");
  if (call.method == "PUT") {
    if (TextIn(Member(body, "metadata"), "resourceVersion") != old) {
      return Reply(connection, 409, StatusJson(409, "was changed"));
    }
    Json object = body;
    object["metadata"]["uid"] = found->second["metadata"]["uid"];
    object["metadata"]["resourceVersion"] = std::to_string(++version_);
    found->second = object;
    return Reply(connection, 200, object);
  }
  if (call.method == "DELETE") {
    const std::string wanted =
        TextIn(Member(body, "preconditions"), "resourceVersion");
    if (!wanted.empty() && wanted != old) {
      return Reply(connection, 409, StatusJson(409, "was changed"));
    }
    if (collection == "pods") {
      Note("DELETED", found->second);
    } else {
      objects.erase(found);
    }
    return Reply(connection, 200, StatusJson(200, ""));
  }
  return Reply(connection, 200, found->second);
}

void FakeApi::Watch(int connection, int64_t from) {
  SendAll(connection, "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n",
          Soon())
      .IgnoreError();
  std::unique_lock lock(mutex_);
  if (from < oldest_) {
    lock.unlock();
    const Json gone = {{"type", "ERROR"}, {"object", StatusJson(410, "old")}};
    Piece(connection, gone.dump() + "\n");
    SendAll(connection, "0\r\n\r\n", Soon()).IgnoreError();
    return;
  }
  while (!stopping_) {
    for (size_t i = 0; i < events_.size(); ++i) {
      const Event& event = events_[i];
      if (event.version <= from) continue;
      from = event.version;
      const Json json = {{"type", event.type}, {"object", event.object}};
      if (!Piece(connection, json.dump() + "\n")) return;
    }
    lock.unlock();
    const bool is_over = AwaitEvents(connection, POLLIN, absl::InfinitePast());
    lock.lock();
    if (is_over) return;
    changed_.wait_for(lock, kTick);
  }
}

void FakeApi::Log(int connection, const std::string& pod) {
  SendAll(connection, "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n",
          Soon())
      .IgnoreError();
  size_t told = 0;
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    for (; told < logs_[pod].size(); ++told) {
      if (!Piece(connection, kTime + logs_[pod][told] + "\n")) return;
    }
    const auto found = objects_["pods"].find(pod);
    const bool has_ended =
        found == objects_["pods"].end() ||
        absl::StrContains(found->second.dump(), "terminated");
    if (has_ended) break;
    lock.unlock();
    const bool is_over = AwaitEvents(connection, POLLIN, absl::InfinitePast());
    lock.lock();
    if (is_over) return;
    changed_.wait_for(lock, kTick);
  }
  lock.unlock();
  SendAll(connection, "0\r\n\r\n", Soon()).IgnoreError();
}

}  // namespace arena::kubernetes
