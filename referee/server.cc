#include "referee/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>
#include <prometheus/exposer.h>

#include <future>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "referee/log.h"
#include "referee/competition_service.h"
#include "referee/match_service.h"
#include "referee/play_service.h"
#include "referee/replay_service.h"
#include "referee/store/data_directory.h"
#include "referee/store/sqlite_store.h"

namespace arena::referee {
namespace {

// How long a referee that was killed may need until it is gone.
constexpr absl::Duration kLockPatience = absl::Seconds(3);

absl::Status CheckAddress(const std::string& address, bool insecure) {
  const bool local = absl::StartsWith(address, "unix:") ||
                     absl::StartsWith(address, "127.") ||
                     absl::StartsWith(address, "localhost:") ||
                     absl::StartsWith(address, "[::1]:");
  if (local || insecure) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "--listen ", address,
      " can be reached from elsewhere, and the referee has no protection of "
      "its own yet: listen on 127.0.0.1, [::1] or unix:PATH, or pass "
      "--insecure if something else protects it"));
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
  // Two referees on one port would share its bots between them.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
}

// "127.0.0.1:0" with the port that was taken.
std::string WithPort(const std::string& address, int port) {
  if (absl::StartsWith(address, "unix:")) return address;
  return absl::StrCat(address.substr(0, address.rfind(':')), ":", port);
}

}  // namespace

// In the order of construction; the last goes first.
struct Server::Parts {
  ~Parts() {
    // Its threads use what is destroyed before it.
    if (executor != nullptr) executor->Stop();
  }

  std::optional<DataDirectory> data_directory;
  std::unique_ptr<Store> store;
  std::unique_ptr<Metrics> metrics;
  std::unique_ptr<PoolExecutor> executor;
  std::unique_ptr<Strand> journal_strand;
  std::unique_ptr<Journal> journal;
  std::unique_ptr<MatchHost> host;
  std::unique_ptr<CompetitionHost> competitions;
  std::unique_ptr<prometheus::Exposer> metrics_page;
  std::vector<std::unique_ptr<grpc::Service>> services;
  std::unique_ptr<grpc::Server> grpc;
};

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(
    const ServerOptions& options) {
  for (const std::string& address : options.listen) {
    ARENA_RETURN_IF_ERROR(CheckAddress(address, options.insecure));
  }
  auto parts = std::make_unique<Parts>();
  ARENA_ASSIGN_OR_RETURN(parts->data_directory,
                         DataDirectory::Open(options.data, kLockPatience));
  ARENA_ASSIGN_OR_RETURN(
      parts->store,
      OpenSqliteStore(parts->data_directory->DatabasePath(),
                      options.power_loss_safe ? Durability::kPowerLoss
                                              : Durability::kProcessKill));
  parts->metrics = std::make_unique<Metrics>();
  parts->executor = std::make_unique<PoolExecutor>(options.threads);
  parts->journal_strand = parts->executor->NewStrand();
  parts->journal = std::make_unique<GroupCommitJournal>(
      *parts->store,
      [strand = parts->journal_strand.get()](std::function<void()> task) {
        strand->Post(std::move(task));
      });
  parts->host = std::make_unique<MatchHost>(*parts->store, *parts->journal,
                                            *parts->executor, *parts->metrics,
                                            options.host);
  CompetitionOptions competitions;
  competitions.default_clock = options.host.default_clock;
  competitions.on_failure = options.host.on_failure;
  competitions.claim_matches = [host = parts->host.get()] {
    host->ClaimMatches();
  };
  parts->competitions = std::make_unique<CompetitionHost>(
      *parts->store, *parts->executor, competitions);
  parts->host->set_on_result(
      [host = parts->competitions.get()](const std::string& competition) {
        host->OnMatchOver(competition);
      });
  ARENA_RETURN_IF_ERROR(parts->host->Restore());
  parts->competitions->Begin();
  if (!options.metrics.empty()) {
    try {
      parts->metrics_page =
          std::make_unique<prometheus::Exposer>(options.metrics, 1);
      parts->metrics_page->RegisterCollectable(parts->metrics->registry());
    } catch (const std::exception& error) {
      return absl::UnavailableError(absl::StrCat(
          "--metrics ", options.metrics, ": cannot listen: ", error.what()));
    }
  }

  parts->services.push_back(std::make_unique<PlayService>(
      *parts->host, *parts->executor, *parts->metrics, options.host.limits));
  parts->services.push_back(std::make_unique<MatchService>(*parts->host));
  parts->services.push_back(
      std::make_unique<CompetitionService>(*parts->competitions));
  parts->services.push_back(std::make_unique<CatalogueService>());
  parts->services.push_back(
      std::make_unique<ReplayService>(*parts->store, *parts->executor));
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  Configure(builder, options.host.limits);
  std::vector<int> ports(options.listen.size(), 0);
  for (size_t i = 0; i < options.listen.size(); ++i) {
    builder.AddListeningPort(options.listen[i],
                             grpc::InsecureServerCredentials(), &ports[i]);
  }
  for (const auto& service : parts->services) {
    builder.RegisterService(service.get());
  }
  parts->grpc = builder.BuildAndStart();
  auto server = std::unique_ptr<Server>(new Server(std::move(parts)));
  for (size_t i = 0; i < ports.size(); ++i) {
    if (server->parts_->grpc == nullptr || ports[i] == 0) {
      return absl::UnavailableError(
          absl::StrCat("--listen ", options.listen[i],
                       ": cannot listen; is another referee running there?"));
    }
    server->addresses_.push_back(WithPort(options.listen[i], ports[i]));
    Log("listening", {{"address", server->addresses_.back()}});
  }
  return server;
}

Server::~Server() { Stop(); }

MatchHost& Server::host() { return *parts_->host; }

void Server::Drain(absl::Duration time) {
  if (parts_->grpc != nullptr) {
    parts_->grpc->GetHealthCheckService()->SetServingStatus(false);
  }
  auto idle = std::make_shared<std::promise<void>>();
  parts_->host->Drain(time, [idle] { idle->set_value(); });
  idle->get_future().wait_for(absl::ToChronoNanoseconds(time));
}

void Server::Stop() {
  if (std::exchange(stopped_, true)) return;
  if (parts_->grpc != nullptr) {
    auto closed = std::make_shared<std::promise<void>>();
    parts_->host->CloseStreams([closed] { closed->set_value(); });
    closed->get_future().wait();
    parts_->grpc->Shutdown(std::chrono::system_clock::now() +
                           std::chrono::seconds(2));
  }
  parts_->executor->Stop();
}

}  // namespace arena::referee
