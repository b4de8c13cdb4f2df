#include "referee/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>

#include <future>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/match/awake_clock.h"
#include "referee/advertised_address.h"
#include "referee/bot_service.h"
#include "referee/competition_service.h"
#include "referee/health.pb.h"
#include "referee/journal/open_journal.h"
#include "referee/listening_address.h"
#include "referee/log.h"
#include "referee/match_service.h"
#include "referee/metrics_page.h"
#include "referee/new_token.h"
#include "referee/play_service.h"
#include "referee/record_retention.h"
#include "referee/replay_service.h"
#include "referee/serving_status.h"
#include "referee/store/data_directory.h"
#include "referee/store/open_store.h"

namespace arena::referee {
namespace {

// How long the process of a killed referee may still hold its lock.
constexpr absl::Duration kLockPatience = absl::Seconds(3);

// The services whose health callers can ask for.
std::vector<std::string> ServiceNames() {
  // Asking for it links the descriptor that reflection shows.
  const std::string health =
      grpc::health::v1::HealthCheckRequest::descriptor()->file()->package() +
      ".Health";
  return {health,
          v1::BotService::service_full_name(),
          v1::CatalogueService::service_full_name(),
          v1::CompetitionService::service_full_name(),
          v1::MatchService::service_full_name(),
          v1::PlayService::service_full_name(),
          v1::ReplayService::service_full_name()};
}

bool UsesTls(const ServerOptions& options, const std::string& address) {
  return !options.tls.empty() && (options.tls_local || !IsLocal(address));
}

// Without tokens every caller is an admin. That is so if only users of this
// machine can call, or if the operator says so.
bool NeedsTokens(const ServerOptions& options) {
  return options.tokens ||
         (!options.insecure && !absl::c_all_of(options.listen, IsLocal));
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

void Configure(grpc::ServerBuilder& builder, const SessionLimits& limits) {
  builder.SetMaxReceiveMessageSize(static_cast<int>(limits.max_request_bytes));
  // Without this a client that pings more often than every five minutes is
  // sent away with "too_many_pings".
  builder.AddChannelArgument(
      GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
      static_cast<int>(absl::ToInt64Milliseconds(limits.min_keepalive)) - 1000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 30000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10000);
  // Requests are small: nothing is gained by pinging for the bandwidth.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  // Two referees on one port would share its bots between them.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
}

// "127.0.0.1:0" with the port that was taken.
std::string WithPort(const std::string& address, int port) {
  if (absl::StartsWith(address, "unix:")) return address;
  return absl::StrCat(address.substr(0, address.rfind(':')), ":", port);
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
  explicit Parts(int threads) : executor(threads) {}
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
  // Returns the port of each address; 0 where it cannot be listened on.
  std::vector<int> Listen(const ServerOptions& options,
                          const Credentials& credentials);
  void StopThreads();

  ServingStatus status;
  std::optional<DataDirectory> data_directory;
  std::unique_ptr<Store> store;
  Metrics metrics;
  PoolExecutor executor;
  // One thread for calls that read much and that no match waits for: they delay
  // only each other.
  PoolExecutor desk{1};
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
  std::unique_ptr<CompetitionHost> competitions;
  std::unique_ptr<StandingsDesk> standings;
  std::unique_ptr<MetricsPage> metrics_page;
  std::vector<std::unique_ptr<grpc::Service>> services;
  std::unique_ptr<grpc::Server> grpc;
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
      *store, store_threads, executor, options.store_patience);
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
  settings.forget_waiting = [this](const std::vector<std::string>& matches) {
    host->ForgetWaiting(matches);
  };
  competitions =
      std::make_unique<CompetitionHost>(*store_executor, executor, settings);
  host->set_on_result([this](const std::string& competition) {
    competitions->OnMatchOver(competition);
  });
  std::promise<absl::Status> restored;
  host->Restore([&](absl::Status status) { restored.set_value(status); });
  ARENA_RETURN_IF_ERROR(restored.get_future().get());
  competitions->Begin();
  retention = std::make_unique<RecordRetention>(*store_executor, executor,
                                                options.keep_records);
  return absl::OkStatus();
}

absl::Status Server::Parts::OpenAccess(const ServerOptions& options) {
  access = std::make_unique<Access>(
      *store_executor, executor,
      AccessOptions{.tokens_required = NeedsTokens(options),
                    .admin_sha256 = options.admin_sha256,
                    .quotas = options.host.quotas});
  if (!NeedsTokens(options) || !options.admin_sha256.empty()) {
    return absl::OkStatus();
  }
  ARENA_ASSIGN_OR_RETURN(const int admins,
                         store->tokens().Count(v1::ROLE_ADMIN, ""));
  if (admins > 0) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "every call needs a token, and there is no admin who could make one: "
      "first run `referee --data ",
      options.data, " --create-admin-token NAME`"));
}

void Server::Parts::AddServices(const ServerOptions& options) {
  services.push_back(std::make_unique<PlayService>(
      *access, *host, awake, metrics, options.host.limits));
  services.push_back(std::make_unique<MatchService>(*access, *host, executor,
                                                    options.spectator_delay));
  services.push_back(std::make_unique<CatalogueService>(*access));
  services.push_back(
      std::make_unique<ReplayService>(*access, *store_executor, desk));
  services.push_back(
      std::make_unique<BotService>(*access, *store_executor, *host));
  standings = std::make_unique<StandingsDesk>(*store_executor, calculator);
  services.push_back(
      std::make_unique<CompetitionService>(*access, *competitions, *standings));
}

absl::Status Server::Parts::OpenMetricsPage(const std::string& address) {
  if (address.empty()) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(metrics_page,
                         MetricsPage::Open(address, metrics.registry()));
  return absl::OkStatus();
}

std::vector<int> Server::Parts::Listen(const ServerOptions& options,
                                       const Credentials& credentials) {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  Configure(builder, options.host.limits);
  std::vector<int> ports(options.listen.size(), 0);
  for (size_t i = 0; i < options.listen.size(); ++i) {
    builder.AddListeningPort(options.listen[i], credentials[i], &ports[i]);
  }
  for (const auto& service : services) builder.RegisterService(service.get());
  grpc = builder.BuildAndStart();
  if (grpc == nullptr) return std::vector<int>(ports.size(), 0);
  status.Attach(grpc->GetHealthCheckService(), ServiceNames());
  return ports;
}

void Server::Parts::StopThreads() {
  // The threads may be waiting for a silent database.
  if (store != nullptr) store->HurryUp();
  heart.Stop();
  executor.Stop();
  desk.Stop();
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
  auto parts = std::make_unique<Parts>(options.threads);
  ARENA_RETURN_IF_ERROR(parts->OpenStoreAndJournal(options));
  for (const std::string& address : options.listen) {
    ARENA_RETURN_IF_ERROR(CheckNotTaken(address));
  }
  ARENA_RETURN_IF_ERROR(parts->OpenAccess(options));
  ARENA_RETURN_IF_ERROR(parts->OpenHosts(options));
  ARENA_RETURN_IF_ERROR(parts->OpenMetricsPage(options.metrics));
  parts->AddServices(options);
  const std::vector<int> ports = parts->Listen(options, credentials);
  auto server = std::unique_ptr<Server>(new Server(std::move(parts)));
  for (size_t i = 0; i < ports.size(); ++i) {
    if (ports[i] == 0) {
      return absl::UnavailableError(
          absl::StrCat("--listen ", options.listen[i],
                       ": cannot listen; is another referee running there?"));
    }
    server->addresses_.push_back(WithPort(options.listen[i], ports[i]));
    Log("listening",
        {{"address", server->addresses_.back()},
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

void Server::Drain(absl::Duration time) {
  parts_->status.set_draining();
  auto idle = std::make_shared<std::promise<void>>();
  parts_->host->Drain(time, [idle] { idle->set_value(); });
  idle->get_future().wait_for(absl::ToChronoNanoseconds(time));
}

void Server::Stop() {
  if (std::exchange(stopped_, true)) return;
  if (parts_->grpc != nullptr) {
    parts_->status.set_draining();
    auto closed = std::make_shared<std::promise<void>>();
    parts_->host->CloseStreams([closed] { closed->set_value(); });
    closed->get_future().wait();
    parts_->grpc->Shutdown(std::chrono::system_clock::now() +
                           std::chrono::seconds(2));
  }
  parts_->StopThreads();
}

}  // namespace arena::referee
