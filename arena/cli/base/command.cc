#include "arena/cli/base/command.h"

#include <grpc/support/log.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "arena/cli/base/output.h"
#include "arena/cli/base/program_path.h"
#include "arena/command_line/read_arguments.h"
#include "arena/command_line/standard_streams.h"

namespace arena::cli {
namespace {

// Drops gRPC's lines about failed connections. Errors of this program say the
// same in one sentence.
void Silence(gpr_log_func_args* /*args*/) {}

}  // namespace

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

void PrintError(const absl::Status& status) { PrintMessage(status.message()); }

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

void AddCommandOf(Commands& commands, const std::string& name,
                  const std::string& summary, const std::string& example,
                  const std::string& program,
                  const std::vector<std::string>& leading) {
  CLI::App& command = commands.Add(name, summary, example);
  command.set_help_flag();
  command.prefix_command();
  commands.OnChosen(command,
                    [&command, program, leading]() -> absl::StatusOr<int> {
                      std::vector<std::string> arguments = leading;
                      for (const std::string& rest : command.remaining()) {
                        arguments.push_back(rest);
                      }
                      return BecomeProgram(program, std::move(arguments));
                    });
}

int RunProgram(int argc, char** argv,
               const std::function<void(Commands&)>& add) {
  command_line::OpenStandardStreams();
  // A reader of a pipe or a file sees each line when it is made.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  // The variable asks for the lines of gRPC.
  if (std::getenv("GRPC_VERBOSITY") == nullptr) gpr_set_log_function(&Silence);
  CLI::App app(
      "Plays, replays and checks matches of the arena's games.\n"
      "Exit status: 0, 1 if a problem was found, 2 if the command is wrong.",
      "arena");
  command_line::UseHelpPages(app);
  app.footer("`arena COMMAND --help` shows all flags of a command.");
  app.set_version_flag("--version", "arena " PENTATHLON_VERSION);
  app.require_subcommand(0, 1);
  Commands commands(app);
  add(commands);
  const auto done = command_line::ReadArguments(app, argc, argv);
  return done.has_value() ? *done : commands.Run();
}

}  // namespace arena::cli
