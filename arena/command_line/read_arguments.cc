#include "arena/command_line/read_arguments.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "arena/command_line/complaint.h"
#include "arena/command_line/help_page.h"
#include "arena/command_line/standard_streams.h"
#include "arena/command_line/terminal.h"

namespace arena::command_line {

void UseHelpPages(CLI::App& app) {
  app.formatter(std::make_shared<HelpPage>(TextWidth(STDOUT_FILENO)));
}

std::optional<int> ReadArguments(CLI::App& app, int argc,
                                 const char* const* argv) {
  const absl::Span<const char* const> given(argv, argc);
  std::string wrong;
  try {
    app.parse(argc, argv);
    wrong = Complaint(app, given);
  } catch (const CLI::ParseError& error) {
    // Help, or the version.
    if (error.get_exit_code() == 0) {
      app.exit(error);
      return PrintedStatus(app.get_name());
    }
    wrong = Complaint(app, given, error);
  }
  if (wrong.empty()) return std::nullopt;
  PrintWrappedToStderr(absl::StrCat(app.get_name(), ": ", wrong, "\n"));
  return kWrongArguments;
}

const CLI::App& ChosenCommand(const CLI::App& app) {
  const auto below = app.get_subcommands();
  return below.empty() ? app : ChosenCommand(*below[0]);
}

std::string FullName(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  return parent == nullptr
             ? command.get_name()
             : absl::StrCat(FullName(*parent), " ", command.get_name());
}

}  // namespace arena::command_line
