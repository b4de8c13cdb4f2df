#include "referee/server.h"

#include <grpcpp/grpcpp.h>

#include <future>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/core/niceness.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "arena/executor/awake_clock.h"
#include "referee/access/admission.h"
#include "referee/access/new_token.h"
#include "referee/base/log.h"
#include "referee/calls/grpc_service.h"
#include "referee/door/acceptor.h"
#include "referee/door/addresses.h"
#include "referee/door/grpc_handover.h"
#include "referee/door/grpc_settings.h"
#include "referee/door/metrics_page.h"
#include "referee/exposure.h"
#include "referee/http_gateway.h"
#include "referee/journal/open_journal.h"
#include "referee/opened_store.h"
#include "referee/record_retention.h"
#include "referee/services/services.h"
#include "referee/store/sql/data_directory.h"
#include "referee/submissions/submission_intake.h"
#include "referee/submissions/version_pipeline.h"

namespace arena::referee {
namespace {

// The full names of the services of these methods.
std::vector<std::string> ServicesOf(const std::vector<Method>& methods) {
  std::set<std::string> names;
  for (const Method& method : methods) {
    names.insert(method.descriptor->service()->full_name());
  }
  return {names.begin(), names.end()};
}

void Append(std::vector<Method> more, std::vector<Method>& methods) {
  std::move(more.begin(), more.end(), std::back_inserter(methods));
}

absl::StatusOr<std::string> ListenOn(Acceptor& acceptor, absl::string_view flag,
                                     const std::string& address) {
  absl::StatusOr<std::string> taken = acceptor.Listen(address);
  if (taken.ok()) return taken;
  return absl::UnavailableError(
      absl::StrCat(flag, " ", address, ": ", taken.status().message()));
}

ConnectionTable::Limits LimitsOf(const PeerLimits& peers) {
  ConnectionTable::Limits limits;
  limits.most = MostConnections(peers.max_connections);
  limits.most_of_address = peers.max_connections_of_address;
  limits.most_unproven_bytes = peers.max_unproven_bytes;
  // The connection of a proxy, which limits headers, has the bytes of many
  // callers.
  if (peers.forwarded) {
    limits.most_proven_bytes_per_second = int64_t{1} << 40;
    limits.most_idle_bytes = int64_t{1} << 60;
  }
  return limits;
}

// The address of the site for readers; empty if there is none. A browser cannot
// open a Unix socket.
std::string SiteOf(const ServerOptions& options,
                   const std::vector<std::string>& http_urls) {
  if (!options.site.empty() && !http_urls.empty()) {
    return options.site;
  }
  for (const std::string& url : http_urls) {
    if (!absl::StartsWith(url, "unix:")) return url;
  }
  return "";
}

}  // namespace

// Members are in the order of construction; the last is destroyed first.
struct Server::Parts final : MatchEvents {
  explicit Parts(const ServerOptions& options)
      : executor(options.threads),
        thinking_threads(options.threads, kReadersNiceness,
                         PoolExecutor::Turns::kOneTask),
        connections(LimitsOf(options.peers)) {}
  ~Parts() override {
    // The threads use members that are destroyed before them.
    StopThreads();
    // Until now, threads of the store may have been reading the journal.
    journal.reset();
  }

  // ---- Called in this order ----
  absl::Status OpenStoreAndJournal(const ServerOptions& options);
  absl::Status OpenAccess(const ServerOptions& options);
  absl::Status OpenHosts(const ServerOptions& options);
  absl::Status OpenMetricsPage(const std::string& address);
  void AddMethods(const ServerOptions& options);
  // Returns the addresses with the ports that were taken.
  absl::StatusOr<std::vector<std::string>> Listen(const ServerOptions& options);
  // Returns the URLs for browsers.
  absl::StatusOr<std::vector<std::string>> ListenForHttp(
      const ServerOptions& options);
  void StopThreads();

  // ---- Events of the match host ----
  void OnResult(const std::string& competition) override {
    competitions->OnMatchOver(competition);
  }
  void OnMatchOver(const std::string& match_id) override {
    versions->OnMatchOver(match_id);
  }
  void OnSeatReport(const v1::SeatReport& report) override {
    versions->OnSeatReport(report);
  }
  void OnFruitlessStart(const std::string& bot, const std::string& version,
                        const std::string& why) override {
    versions->OnFruitlessStart(bot, version, why);
  }
  void OnSilence(bool silent) override { health.set_silent(silent); }

  Health health;
  std::optional<DataDirectory> data_directory;
  std::unique_ptr<Store> store;
  Metrics metrics;
  PoolExecutor executor;
  // For built-in players that search. Matches go first: nobody is late because
  // others play against them.
  PoolExecutor thinking_threads;
  ConnectionTable connections;
  // One thread for calls that play matches again, and one for those that copy
  // records. No match waits for them: they delay only each other.
  PoolExecutor replay_threads{1};
  PoolExecutor record_threads{1};
  // Prepares what the watchers of matches see, and tells thousands of watchers.
  // Matches go first, as with HttpServer's thread.
  PoolExecutor watch_threads{1, kReadersNiceness};
  // Unpacks archives, which may be made by strangers.
  PoolExecutor unpack_threads{1};
  // Computes standings, which may take as long as many replays.
  PoolExecutor standings_threads{1};
  PoolExecutor store_threads{4};
  // The clock of matches, and the thread that keeps it going.
  AwakeExecutor awake{executor};
  PoolExecutor clock_thread{1};
  std::unique_ptr<StoreExecutor> store_executor;
  std::unique_ptr<Strand> journal_strand;
  std::unique_ptr<Journal> journal;
  std::unique_ptr<Access> access;
  std::unique_ptr<MatchPipeline> host;
  std::unique_ptr<MatchRequests> requests;
  std::unique_ptr<Heartbeat> heartbeat;
  std::unique_ptr<RecordRetention> retention;
  std::unique_ptr<VersionPipeline> versions;
  std::unique_ptr<SubmissionIntake> submissions;
  std::unique_ptr<RunningCompetitions> competitions;
  std::unique_ptr<StandingsCache> standings;
  std::unique_ptr<MetricsPage> metrics_page;
  MatchPages pages;
  std::unique_ptr<SilentStreams> silent;
  std::unique_ptr<Admission> methods;
  std::unique_ptr<GrpcService> grpc_service;
  std::unique_ptr<grpc::Server> grpc;
  std::unique_ptr<HttpGateway> http;
  std::unique_ptr<Acceptor> acceptor;
};

absl::Status Server::Parts::OpenStoreAndJournal(const ServerOptions& options) {
  ARENA_ASSIGN_OR_RETURN(OpenedStore stored, OpenStoreFor(options));
  data_directory = std::move(stored.directory);
  store = std::move(stored.store);
  if (data_directory.has_value() && data_directory->IsOpenToOthers()) {
    spdlog::warn(LogLine("data folder open to other users",
                         {{"folder", data_directory->path()}}));
  }
  for (const std::string& notice : store->notices()) {
    LogError("store damaged", {}, absl::DataLossError(notice));
  }
  store_executor = std::make_unique<StoreExecutor>(
      *store, store_threads, executor, options.store_patience,
      [this](absl::string_view lane, absl::Duration waited,
             absl::Duration took) {
        metrics.CountStoreCall(std::string(lane), waited, took);
      });
  journal_strand = executor.NewStrand();
  ARENA_ASSIGN_OR_RETURN(
      OpenedJournal opened,
      OpenJournal(
          stored.url, *store, DurabilityOf(options),
          [strand = journal_strand.get()](std::function<void()> task) {
            strand->Post(std::move(task));
          },
          options.host.lease));
  for (const std::string& damage : opened.damages) {
    LogError("journal damaged", {}, absl::DataLossError(damage));
  }
  journal = std::move(opened.journal);
  return absl::OkStatus();
}

absl::Status Server::Parts::OpenHosts(const ServerOptions& options) {
  HostOptions host_options = options.host;
  ARENA_ASSIGN_OR_RETURN(host_options.process_secret,
                         store->versions().ProcessSecret());
  host = std::make_unique<MatchPipeline>(*store_executor, *journal, executor,
                                         awake, thinking_threads, metrics,
                                         *this, *access, host_options);
  requests = std::make_unique<MatchRequests>(*host);
  heartbeat = std::make_unique<Heartbeat>(
      awake, clock_thread,
      [this](absl::Duration pause) { host->Slept(pause); });
  CompetitionOptions settings;
  settings.default_clock = options.host.default_clock;
  settings.max_entrants_of_author = options.host.quotas.max_entrants;
  settings.on_failure = options.host.on_failure;
  competitions = std::make_unique<RunningCompetitions>(
      *store_executor, executor, *host, settings);
  versions = std::make_unique<VersionPipeline>(
      *store_executor, executor, host->runners(), *requests,
      VersionPipelineOptions{.validate = options.validate_versions});
  std::promise<absl::Status> restored;
  host->Restore([&](absl::Status status) { restored.set_value(status); });
  ARENA_RETURN_IF_ERROR(restored.get_future().get());
  // Waits before anybody can call: while the submitted bots are not known, a
  // stranger could say hello under the name of one.
  std::promise<absl::Status> known;
  versions->Begin([&](const absl::Status& status) { known.set_value(status); });
  ARENA_RETURN_IF_ERROR(known.get_future().get());
  competitions->Begin();
  retention = std::make_unique<RecordRetention>(*store_executor, executor,
                                                options.keep_records);
  return absl::OkStatus();
}

absl::Status Server::Parts::OpenAccess(const ServerOptions& options) {
  access = std::make_unique<Access>(
      *store_executor, executor,
      AccessOptions{.tokens_required = NeedsTokens(options),
                    .open_to_public = options.open_to_public,
                    .confined_bots = options.host.confined_bots,
                    .quotas = options.host.quotas,
                    .peers = options.peers,
                    .on_admitted =
                        [this](const std::string& connection, bool proven) {
                          proven ? connections.Prove(connection)
                                 : connections.Extend(connection);
                        },
                    .progress_of =
                        [this](const std::string& connection) {
                          return connections.ProgressOf(connection);
                        }});
  if (!options.admin_sha256.empty()) {
    access->Grant(options.admin_sha256, {.role = v1::ROLE_ADMIN,
                                         .owner = "starter",
                                         .token_id = "starter",
                                         .author = ""});
  }
  if (!options.runner_sha256.empty()) {
    access->Grant(options.runner_sha256, {.role = v1::ROLE_RUNNER,
                                          .owner = "embedded",
                                          .token_id = "embedded-runner",
                                          .author = ""});
  }
  if (!NeedsTokens(options) || !options.admin_sha256.empty()) {
    return absl::OkStatus();
  }
  ARENA_ASSIGN_OR_RETURN(const int admins,
                         store->tokens().Count(v1::ROLE_ADMIN, ""));
  if (admins > 0) return absl::OkStatus();
  // The address of a store may hold a password.
  const std::string kept = options.store.empty()
                               ? absl::StrCat("--data ", options.data)
                               : "--store ...";
  return absl::FailedPreconditionError(absl::StrCat(
      "every call needs a token, and there is no admin who could make one: "
      "first run `referee ",
      kept, " --create-admin-token NAME`"));
}

void Server::Parts::AddMethods(const ServerOptions& options) {
  submissions = std::make_unique<SubmissionIntake>(
      *access, *store_executor, unpack_threads, options.host.resources,
      *versions);
  standings =
      std::make_unique<StandingsCache>(*store_executor, standings_threads);
  silent = std::make_unique<SilentStreams>(
      awake, options.peers,
      [this](const std::string& connection) { connections.Cut(connection); });
  std::vector<Method> rows = CatalogueMethods();
  Append(
      BotMethods(*access, *store_executor, *requests, *submissions, *versions),
      rows);
  Append(CompetitionMethods(*competitions, *standings), rows);
  Append(MatchMethods(*requests, watch_threads, options.spectator_delay, pages),
         rows);
  Append(
      PlayMethods(*access, *host, awake, metrics, options.host.limits, *silent),
      rows);
  Append(ReplayMethods(*store_executor, replay_threads, record_threads), rows);
  Append(RunnerMethods(*store_executor, executor, host->runners()), rows);
  std::vector<std::string> names = ServicesOf(rows);
  names.push_back("grpc.health.v1.Health");
  Append(HealthMethods(health, names), rows);
  Append(ReflectionMethods(names), rows);
  methods = std::make_unique<Admission>(*access, *silent, std::move(rows));
  grpc_service = std::make_unique<GrpcService>(*methods);
}

absl::Status Server::Parts::OpenMetricsPage(const std::string& address) {
  if (address.empty()) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(metrics_page,
                         MetricsPage::Open(address, {metrics.registry()}));
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> Server::Parts::Listen(
    const ServerOptions& options) {
  std::shared_ptr<grpc::ServerCredentials> tls;
  if (!options.tls.empty()) {
    ARENA_ASSIGN_OR_RETURN(tls, TlsCredentials(options.tls));
  }
  grpc::ServerBuilder builder;
  BoundGrpc(options.host.limits.max_request_bytes, options.peers, builder);
  KeepConnections(builder);
  acceptor = std::make_unique<Acceptor>(connections, options.peers.forwarded);
  std::vector<std::string> addresses;
  for (const std::string& address : options.listen) {
    ARENA_ASSIGN_OR_RETURN(addresses.emplace_back(),
                           ListenOn(*acceptor, "--listen", address));
    const bool is_private = address == options.private_address;
    const bool is_plain = is_private || !UsesTls(options, address);
    acceptor->Serve(std::make_unique<GrpcHandover>(
        builder,
        is_private ? PrivateCredentials()
        : is_plain ? grpc::InsecureServerCredentials()
                   : tls,
        is_plain));
  }
  builder.RegisterCallbackGenericService(grpc_service.get());
  grpc = builder.BuildAndStart();
  if (grpc == nullptr) return absl::UnavailableError("gRPC did not start");
  return addresses;
}

absl::StatusOr<std::vector<std::string>> Server::Parts::ListenForHttp(
    const ServerOptions& options) {
  std::vector<std::string> urls;
  if (options.http.empty()) return urls;
  std::shared_ptr<TlsContext> tls;
  if (!options.tls.empty()) {
    ARENA_ASSIGN_OR_RETURN(tls, TlsContext::Open(options.tls));
  }
  std::vector<std::string> origins = options.http_origins;
  // Behind a proxy the referee cannot know by itself what its pages' origin is.
  if (!options.site.empty()) origins.push_back(options.site);
  http = std::make_unique<HttpGateway>(
      *methods,
      HttpGateway::Options{
          .origins = std::move(origins),
          // A stranger may let a name lead here, but that is of no use without
          // a token.
          .any_host = NeedsTokens(options),
          .tokens_needed = NeedsTokens(options),
          .forwarded = options.peers.forwarded,
          .max_message_bytes = options.host.limits.max_request_bytes});
  for (const std::string& address : options.http) {
    ARENA_ASSIGN_OR_RETURN(const std::string taken,
                           ListenOn(*acceptor, "--http", address));
    const bool secure = UsesTls(options, address);
    acceptor->Serve(http->NewHandover(secure ? tls : nullptr));
    urls.push_back(absl::StartsWith(taken, "unix:")
                       ? taken
                       : absl::StrCat(secure ? "https://" : "http://", taken));
  }
  return urls;
}

void Server::Parts::StopThreads() {
  // The threads may be waiting for a silent database.
  if (store != nullptr) store->HurryUp();
  clock_thread.Stop();
  executor.Stop();
  thinking_threads.Stop();
  replay_threads.Stop();
  record_threads.Stop();
  watch_threads.Stop();
  unpack_threads.Stop();
  standings_threads.Stop();
  store_threads.Stop();
}

absl::StatusOr<std::string> CreateAdminToken(const ServerOptions& options,
                                             const std::string& owner) {
  ARENA_RETURN_IF_ERROR(CheckName("--create-admin-token", owner));
  // Other referees may run on a shared store, but none on this folder.
  ServerOptions beside = options;
  beside.name = "create-admin-token";
  ARENA_ASSIGN_OR_RETURN(const OpenedStore opened, OpenStoreFor(beside));
  ARENA_ASSIGN_OR_RETURN(
      NewToken token,
      MakeToken(opened.store->tokens(),
                {.role = v1::ROLE_ADMIN, .owner = owner}, absl::Now()));
  return std::move(token.secret);
}

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(
    const ServerOptions& options) {
  ARENA_RETURN_IF_ERROR(CheckAddresses(options));
  if (!options.advertise.empty()) {
    ARENA_RETURN_IF_ERROR(CheckAdvertised(options.advertise));
  }
  auto parts = std::make_unique<Parts>(options);
  ARENA_RETURN_IF_ERROR(parts->OpenStoreAndJournal(options));
  ARENA_RETURN_IF_ERROR(CheckNoneTaken(options));
  ARENA_RETURN_IF_ERROR(parts->OpenAccess(options));
  ARENA_RETURN_IF_ERROR(parts->OpenHosts(options));
  ARENA_RETURN_IF_ERROR(parts->OpenMetricsPage(options.metrics));
  parts->AddMethods(options);
  auto server = std::unique_ptr<Server>(new Server(std::move(parts)));
  ARENA_ASSIGN_OR_RETURN(server->addresses_, server->parts_->Listen(options));
  ARENA_ASSIGN_OR_RETURN(server->http_urls_,
                         server->parts_->ListenForHttp(options));
  server->parts_->acceptor->Start();
  for (size_t i = 0; i < options.listen.size(); ++i) {
    if (options.listen[i] == options.private_address) continue;
    Log("listening",
        {{"address", server->addresses_[i]},
         {"tls", UsesTls(options, options.listen[i]) ? "yes" : "no"},
         {"tokens", NeedsTokens(options) ? "yes" : "no"}});
  }
  for (const std::string& url : server->http_urls_) {
    Log("serving HTTP", {{"address", url}});
  }
  server->parts_->pages.ShowAt(SiteOf(options, server->http_urls_));
  if (!options.advertise.empty()) {
    server->host().Advertise(WithPortOf(options.advertise, server->addresses_));
  }
  return server;
}

Server::~Server() { Stop(); }

MatchPipeline& Server::host() { return *parts_->host; }
MatchRequests& Server::requests() { return *parts_->requests; }
Metrics& Server::metrics() { return parts_->metrics; }

void Server::Drain(absl::Duration time) {
  parts_->health.set_draining();
  auto idle = std::make_shared<std::promise<void>>();
  parts_->host->Drain(time, [idle] { idle->set_value(); });
  idle->get_future().wait_for(absl::ToChronoNanoseconds(time));
}

void Server::Stop() {
  if (std::exchange(stopped_, true)) return;
  // Callers that come now can go on to another referee at once.
  if (parts_->acceptor != nullptr) parts_->acceptor->Stop();
  if (parts_->grpc != nullptr) {
    parts_->health.set_draining();
    auto closed = std::make_shared<std::promise<void>>();
    parts_->host->CloseStreams([closed] { closed->set_value(); });
    closed->get_future().wait();
    parts_->health.Stop();
    parts_->grpc->Shutdown(std::chrono::system_clock::now() +
                           std::chrono::seconds(2));
  }
  if (parts_->http != nullptr) parts_->http->Stop();
  parts_->StopThreads();
}

}  // namespace arena::referee
