#include "referee/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>

#include <future>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/match/awake_clock.h"
#include "referee/acceptor.h"
#include "referee/advertised_address.h"
#include "referee/base/log.h"
#include "referee/base/metrics_page.h"
#include "referee/bot_service.h"
#include "referee/competition_service.h"
#include "referee/health_service.h"
#include "referee/journal/open_journal.h"
#include "referee/listening_address.h"
#include "referee/match_service.h"
#include "referee/new_token.h"
#include "referee/play_service.h"
#include "referee/record_retention.h"
#include "referee/replay_service.h"
#include "referee/runner_service.h"
#include "referee/serving_status.h"
#include "referee/store/data_directory.h"
#include "referee/store/open_store.h"
#include "referee/submission_desk.h"
#include "referee/version_keeper.h"
#include "referee/version_matches.h"

namespace arena::referee {
namespace {

// How long the process of a killed referee may still hold its lock.
constexpr absl::Duration kLockPatience = absl::Seconds(3);

// The services whose health callers can ask for.
std::vector<std::string> ServiceNames() {
  return {grpc::health::v1::Health::service_full_name(),
          v1::BotService::service_full_name(),
          v1::CatalogueService::service_full_name(),
          v1::CompetitionService::service_full_name(),
          v1::MatchService::service_full_name(),
          v1::PlayService::service_full_name(),
          v1::ReplayService::service_full_name(),
          v1::RunnerService::service_full_name()};
}

bool UsesTls(const ServerOptions& options, const std::string& address) {
  if (address == options.private_address) return false;
  return !options.tls.empty() && (options.tls_local || !IsLocal(address));
}

// Without tokens every caller is an admin. That is so if only users of this
// machine can call, or if the operator says so. A proxy lets others call.
bool NeedsTokens(const ServerOptions& options) {
  const bool only_local =
      absl::c_all_of(options.listen, IsLocal) && !options.peers.forwarded;
  return options.tokens || (!options.insecure && !only_local);
}

// One for each address in ServerOptions::listen.
using Credentials = std::vector<std::shared_ptr<grpc::ServerCredentials>>;

absl::StatusOr<Credentials> CredentialsFor(const ServerOptions& options) {
  std::shared_ptr<grpc::ServerCredentials> tls;
  if (!options.tls.empty()) {
    ARENA_ASSIGN_OR_RETURN(tls, TlsCredentials(options.tls));
  }
  Credentials credentials;
  bool used = options.tls.empty();
  for (const std::string& address : options.listen) {
    ARENA_RETURN_IF_ERROR(CheckListening(address));
    const bool secured = UsesTls(options, address);
    if (!secured && !IsLocal(address) && !options.insecure) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--listen ", address,
          " can be reached from other machines and needs --tls-cert and "
          "--tls-key; or listen on 127.0.0.1, [::1] or unix:PATH, or pass "
          "--insecure if something else protects it"));
    }
    used = used || secured;
    credentials.push_back(secured ? tls : grpc::InsecureServerCredentials());
  }
  if (used) return credentials;
  return absl::InvalidArgumentError(
      "--tls-cert has no use: every --listen is a loopback address or a Unix "
      "socket, which have TLS only with --tls-local");
}

// What strangers can do to a connection that was accepted.
void ConfigureForStrangers(grpc::ServerBuilder& builder,
                           const PeerLimits& limits) {
  // A stream more than this is refused before it is a call.
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS,
                             limits.max_streams_of_connection);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE,
                             limits.max_metadata_bytes);
  // For those who connect and say nothing, and those who have gone silent.
  builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, 20000);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS, 300000);
  // Reflection takes a thread for each of its streams.
  grpc::ResourceQuota quota("referee");
  quota.SetMaxThreads(16);
  builder.SetResourceQuota(quota);
}

void Configure(grpc::ServerBuilder& builder, const SessionLimits& limits) {
  builder.SetMaxReceiveMessageSize(static_cast<int>(limits.max_request_bytes));
  // gRPC closes a connection that pings too often, but for each of the pings
  // that have come by then it does more work than for the one before: some
  // thousands take seconds. The table of connections bounds pings as it does
  // all bytes.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 30000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10000);
  // Requests are small: nothing is gained by pinging for the bandwidth.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  // Two referees on one port would share its bots between them.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
}

ConnectionTable::Limits LimitsOf(const PeerLimits& peers) {
  ConnectionTable::Limits limits;
  limits.most = MostConnections(peers.max_connections);
  limits.most_of_address = peers.max_connections_of_address;
  limits.most_unproven_bytes = peers.max_unproven_bytes;
  // The connection of a proxy has the bytes of many.
  if (peers.forwarded) limits.most_proven_bytes_per_second = int64_t{1} << 40;
  return limits;
}

// A store, and its folder if no other referee can share the store.
struct OpenedStore {
  std::optional<DataDirectory> directory;
  std::string url;
  std::unique_ptr<Store> store;
};

Durability DurabilityOf(const ServerOptions& options) {
  return options.power_loss_safe ? Durability::kPowerLoss
                                 : Durability::kProcessKill;
}

absl::StatusOr<OpenedStore> OpenStoreFor(const ServerOptions& options) {
  OpenedStore opened{.directory = {}, .url = options.store, .store = nullptr};
  absl::string_view name = options.name;
  if (options.store.empty()) {
    ARENA_ASSIGN_OR_RETURN(opened.directory,
                           DataDirectory::Open(options.data, kLockPatience));
    opened.url = absl::StrCat("sqlite:", opened.directory->DatabasePath());
    name = kDefaultReferee;
  }
  ARENA_ASSIGN_OR_RETURN(
      opened.store,
      OpenStore(opened.url, name, DurabilityOf(options), options.host.lease,
                options.check_time));
  return opened;
}

}  // namespace

// Members are in the order of construction; the last is destroyed first.
struct Server::Parts {
  explicit Parts(const ServerOptions& options)
      : executor(options.threads), connections(LimitsOf(options.peers)) {}
  ~Parts() {
    // The threads use members that are destroyed before them.
    StopThreads();
    // Until now, threads of the store may have been reading it.
    journal.reset();
  }

  // ---- Called in this order ----
  absl::Status OpenStoreAndJournal(const ServerOptions& options);
  absl::Status OpenAccess(const ServerOptions& options);
  absl::Status OpenHosts(const ServerOptions& options);
  absl::Status OpenMetricsPage(const std::string& address);
  void AddServices(const ServerOptions& options);
  // Returns the addresses with the ports that were taken.
  absl::StatusOr<std::vector<std::string>> Listen(
      const ServerOptions& options, const Credentials& credentials);
  void StopThreads();

  ServingStatus status;
  std::optional<DataDirectory> data_directory;
  std::unique_ptr<Store> store;
  Metrics metrics;
  PoolExecutor executor;
  ConnectionTable connections;
  // One thread for calls that read much and that no match waits for: they delay
  // only each other.
  PoolExecutor desk{1};
  // Unpacks archives, which strangers may have made.
  PoolExecutor inspector{1};
  // Computes standings, which may take as long as many replays.
  PoolExecutor calculator{1};
  PoolExecutor store_threads{4};
  // The clock of matches, and the thread that keeps it going.
  AwakeExecutor awake{executor};
  PoolExecutor heart{1};
  std::unique_ptr<StoreExecutor> store_executor;
  std::unique_ptr<Strand> journal_strand;
  std::unique_ptr<Journal> journal;
  std::unique_ptr<Access> access;
  std::unique_ptr<MatchHost> host;
  std::unique_ptr<Heartbeat> heartbeat;
  std::unique_ptr<RecordRetention> retention;
  std::unique_ptr<VersionKeeper> versions;
  std::unique_ptr<SubmissionDesk> submissions;
  std::unique_ptr<CompetitionHost> competitions;
  std::unique_ptr<StandingsDesk> standings;
  std::unique_ptr<MetricsPage> metrics_page;
  std::unique_ptr<HealthService> health;
  std::vector<std::unique_ptr<grpc::Service>> services;
  std::unique_ptr<grpc::Server> grpc;
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
  host_options.on_silence = [this](bool silent) { status.set_silent(silent); };
  ARENA_ASSIGN_OR_RETURN(host_options.process_secret,
                         store->versions().ProcessSecret());
  host_options.grant_token = [this](const std::string& sha256,
                                    const Caller& caller) {
    access->Grant(sha256, caller);
  };
  host_options.revoke_token = [this](const std::string& token_id) {
    access->OnRevoked(token_id);
  };
  host_options.on_seat_report = [this](const v1::SeatReport& report) {
    versions->OnSeatReport(report);
  };
  host = std::make_unique<MatchHost>(*store_executor, *journal, executor, awake,
                                     metrics, host_options);
  heartbeat = std::make_unique<Heartbeat>(
      awake, heart, [this](absl::Duration pause) { host->Slept(pause); });
  CompetitionOptions settings;
  settings.default_clock = options.host.default_clock;
  settings.on_failure = options.host.on_failure;
  settings.claim_matches = [this] { host->ClaimMatches(); };
  settings.release_waiting = [this](const std::string& competition) {
    host->GiveBackPlannedOf(competition);
  };
  settings.cancel_running = [this](const std::string& competition) {
    host->CancelMatchesOf(competition);
  };
  settings.forget_waiting = [this](const std::vector<std::string>& matches) {
    host->ForgetWaiting(matches);
  };
  competitions =
      std::make_unique<CompetitionHost>(*store_executor, executor, settings);
  host->set_on_result([this](const std::string& competition) {
    competitions->OnMatchOver(competition);
  });
  versions = std::make_unique<VersionKeeper>(
      *store_executor, executor, host->runners(),
      KeeperOptionsFor(options.validate_versions, *host));
  std::promise<absl::Status> restored;
  host->Restore([&](absl::Status status) { restored.set_value(status); });
  ARENA_RETURN_IF_ERROR(restored.get_future().get());
  // Before anybody can call: no stranger says hello under the name of a
  // submitted bot, which it could while that is not known.
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
                    .confined_bots = options.host.confined_bots,
                    .quotas = options.host.quotas,
                    .peers = options.peers,
                    .on_proven = [this](const std::string& connection) {
                      connections.Prove(connection);
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

void Server::Parts::AddServices(const ServerOptions& options) {
  health = std::make_unique<HealthService>(*access, ServiceNames());
  services.push_back(std::make_unique<PlayService>(
      *access, *host, awake, metrics, options.host.limits, options.peers,
      [this](const std::string& connection) { connections.Cut(connection); }));
  services.push_back(std::make_unique<MatchService>(*access, *host, executor,
                                                    options.spectator_delay));
  services.push_back(std::make_unique<CatalogueService>(*access));
  services.push_back(
      std::make_unique<ReplayService>(*access, *store_executor, desk));
  submissions = std::make_unique<SubmissionDesk>(
      *access, *store_executor, inspector, [this] { versions->Look(); });
  services.push_back(
      std::make_unique<BotService>(*access, *store_executor, *host,
                                   *submissions, [this] { versions->Look(); }));
  services.push_back(std::make_unique<RunnerService>(
      *access, *store_executor, executor, host->runners()));
  standings = std::make_unique<StandingsDesk>(*store_executor, calculator);
  services.push_back(
      std::make_unique<CompetitionService>(*access, *competitions, *standings));
}

absl::Status Server::Parts::OpenMetricsPage(const std::string& address) {
  if (address.empty()) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(metrics_page,
                         MetricsPage::Open(address, {metrics.registry()}));
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> Server::Parts::Listen(
    const ServerOptions& options, const Credentials& credentials) {
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  Configure(builder, options.host.limits);
  ConfigureForStrangers(builder, options.peers);
  acceptor = std::make_unique<Acceptor>(connections, options.peers.forwarded);
  std::vector<std::string> addresses;
  for (size_t i = 0; i < options.listen.size(); ++i) {
    const absl::StatusOr<std::string> taken =
        acceptor->Listen(options.listen[i]);
    if (!taken.ok()) {
      return absl::UnavailableError(
          absl::StrCat("--listen ", options.listen[i], ": ",
                       taken.status().message(),
                       "; is another referee running there?"));
    }
    addresses.push_back(*taken);
    acceptor->Serve(builder, credentials[i]);
  }
  builder.RegisterService(health.get());
  for (const auto& service : services) builder.RegisterService(service.get());
  grpc = builder.BuildAndStart();
  if (grpc == nullptr) return absl::UnavailableError("gRPC did not start");
  status.Attach(*health);
  acceptor->Start();
  return addresses;
}

void Server::Parts::StopThreads() {
  // The threads may be waiting for a silent database.
  if (store != nullptr) store->HurryUp();
  heart.Stop();
  executor.Stop();
  desk.Stop();
  inspector.Stop();
  calculator.Stop();
  store_threads.Stop();
}

absl::StatusOr<std::string> CreateAdminToken(const ServerOptions& options,
                                             const std::string& owner) {
  ARENA_RETURN_IF_ERROR(CheckName("--create-admin-token", owner));
  // Referees may be running on a shared store, but none on this folder.
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
  ARENA_ASSIGN_OR_RETURN(const Credentials credentials,
                         CredentialsFor(options));
  if (!options.advertise.empty()) {
    ARENA_RETURN_IF_ERROR(CheckAdvertised(options.advertise));
  }
  auto parts = std::make_unique<Parts>(options);
  ARENA_RETURN_IF_ERROR(parts->OpenStoreAndJournal(options));
  for (const std::string& address : options.listen) {
    ARENA_RETURN_IF_ERROR(CheckNotTaken(address));
  }
  ARENA_RETURN_IF_ERROR(parts->OpenAccess(options));
  ARENA_RETURN_IF_ERROR(parts->OpenHosts(options));
  ARENA_RETURN_IF_ERROR(parts->OpenMetricsPage(options.metrics));
  parts->AddServices(options);
  absl::StatusOr<std::vector<std::string>> addresses =
      parts->Listen(options, credentials);
  ARENA_RETURN_IF_ERROR(addresses.status());
  auto server = std::unique_ptr<Server>(new Server(std::move(parts)));
  server->addresses_ = *std::move(addresses);
  for (size_t i = 0; i < options.listen.size(); ++i) {
    if (options.listen[i] == options.private_address) continue;
    Log("listening",
        {{"address", server->addresses_[i]},
         {"tls", UsesTls(options, options.listen[i]) ? "yes" : "no"},
         {"tokens", NeedsTokens(options) ? "yes" : "no"}});
  }
  if (!options.advertise.empty()) {
    server->host().Advertise(WithPortOf(options.advertise, server->addresses_));
  }
  return server;
}

Server::~Server() { Stop(); }

MatchHost& Server::host() { return *parts_->host; }
Metrics& Server::metrics() { return parts_->metrics; }

void Server::Drain(absl::Duration time) {
  parts_->status.set_draining();
  auto idle = std::make_shared<std::promise<void>>();
  parts_->host->Drain(time, [idle] { idle->set_value(); });
  idle->get_future().wait_for(absl::ToChronoNanoseconds(time));
}

void Server::Stop() {
  if (std::exchange(stopped_, true)) return;
  // Whoever comes now can go on to another referee at once.
  if (parts_->acceptor != nullptr) parts_->acceptor->Stop();
  if (parts_->grpc != nullptr) {
    parts_->status.set_draining();
    auto closed = std::make_shared<std::promise<void>>();
    parts_->host->CloseStreams([closed] { closed->set_value(); });
    closed->get_future().wait();
    parts_->health->Stop();
    parts_->grpc->Shutdown(std::chrono::system_clock::now() +
                           std::chrono::seconds(2));
  }
  parts_->StopThreads();
}

}  // namespace arena::referee
