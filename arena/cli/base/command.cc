#include "arena/cli/base/command.h"

#include <utility>

#include "arena/cli/base/output.h"
#include "arena/command_line/standard_streams.h"

namespace arena::cli {

int ExitStatusOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return kSuccess;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kUnauthenticated:
    case absl::StatusCode::kAlreadyExists:
      return kUsage;
    default:
      return kProblem;
  }
}

void PrintError(const absl::Status& status) {
  PrintMessage(status.message());
}

CLI::App& Commands::Add(const std::string& name, const std::string& summary,
                        const std::string& example) {
  return AddBelow(app_, name, summary, example);
}

CLI::App& Commands::AddBelow(CLI::App& parent, const std::string& name,
                             const std::string& summary,
                             const std::string& example) {
  CLI::App* command = parent.add_subcommand(name, summary);
  if (!example.empty()) command->footer("Example: " + example);
  return *command;
}

void Commands::OnChosen(CLI::App& command, Work work) {
  command.callback([this, work = std::move(work)] { chosen_ = work; });
}

int Commands::Run() const {
  if (!chosen_) {
    Print(app_.help());
    return kUsage;
  }
  const absl::StatusOr<int> status = chosen_();
  const absl::Status output = command_line::FlushOutput();
  if (!output.ok()) PrintError(output);
  if (!status.ok()) PrintError(status.status());
  if (!status.ok()) return ExitStatusOf(status.status());
  return output.ok() ? *status : kProblem;
}

}  // namespace arena::cli
