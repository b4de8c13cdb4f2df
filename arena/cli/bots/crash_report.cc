#include "arena/cli/bots/crash_report.h"

#include <chrono>

#include "arena/v1/bot_service.grpc.pb.h"

namespace arena::cli {
namespace {

constexpr std::chrono::seconds kReportPatience(2);

}  // namespace

std::optional<bool> ReportCrash(const RefereeFlags& as_bot,
                                const std::string& bot,
                                const std::string& instance,
                                const std::string& session_token) {
  if (as_bot.token.empty() && session_token.empty()) return std::nullopt;
  const auto channel = ConnectTo(as_bot);
  if (!channel.ok()) return std::nullopt;
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kReportPatience);
  if (as_bot.token.empty()) {
    context.AddMetadata("arena-session", session_token);
  }
  v1::ReportCrashRequest request;
  request.set_bot(bot);
  request.set_instance(instance);
  v1::ReportCrashResponse response;
  const grpc::Status status =
      v1::BotService::NewStub(*channel)->ReportCrash(&context, request,
                                                     &response);
  if (!status.ok()) return std::nullopt;
  return response.played();
}

}  // namespace arena::cli
