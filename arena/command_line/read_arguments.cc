#include "arena/command_line/read_arguments.h"

#include <unistd.h>

#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/command_line/help_page.h"
#include "arena/command_line/terminal.h"
#include "arena/core/suggestion.h"
#include "arena/core/text.h"

namespace arena::command_line {
namespace {

bool IsFlag(absl::string_view argument) {
  return absl::StartsWith(argument, "-") && argument != "-" &&
         argument != "--";
}

// The long flags of a command, without dashes. Groups of flags are commands
// without a name for CLI11.
std::vector<std::string> FlagsOf(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back(name);
  }
  for (const CLI::App* part : command.get_subcommands({})) {
    if (!part->get_name().empty()) continue;
    for (std::string& flag : FlagsOf(*part)) flags.push_back(std::move(flag));
  }
  return flags;
}

std::vector<std::string> CommandsOf(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* below : command.get_subcommands({})) {
    if (!below->get_name().empty()) names.push_back(below->get_name());
  }
  return names;
}

// What is wrong with an argument that the command does not know.
std::string Unknown(const CLI::App& command, const std::string& argument) {
  const std::string name = FullName(command);
  const std::string help =
      absl::StrCat("; \"", name, " --help\" lists all of them");
  if (IsFlag(argument)) {
    const std::string flag = argument.substr(0, argument.find('='));
    const std::string near =
        Nearest(flag.substr(flag.find_first_not_of('-')), FlagsOf(command));
    return absl::StrCat(
        "\"", name, "\" has no flag \"", Shortened(flag), "\"",
        near.empty() ? "" : absl::StrCat(" (did you mean \"--", near, "\"?)"),
        help);
  }
  const std::vector<std::string> commands = CommandsOf(command);
  if (!commands.empty()) {
    return absl::StrCat("\"", name, "\" has no command \"",
                        Shortened(argument), "\"",
                        DidYouMean(argument, commands), help);
  }
  return absl::StrCat("\"", Shortened(argument), "\" is one argument too many "
                      "for \"", name, "\"; see \"", name, " --help\"");
}

// The first argument that no command on the way to the chosen one knows; empty
// if there is none.
std::string Typo(const CLI::App& app) {
  const std::vector<std::string> unknown = app.remaining();
  const bool takes_all = app.get_prefix_command() || app.get_allow_extras();
  if (!unknown.empty() && !takes_all) return Unknown(app, unknown[0]);
  const auto below = app.get_subcommands();
  return below.empty() ? "" : Typo(*below[0]);
}

}  // namespace

void UseHelpPages(CLI::App& app) {
  app.formatter(std::make_shared<HelpPage>(TextWidth(STDOUT_FILENO)));
}

std::optional<int> ReadArguments(CLI::App& app, int argc,
                                 const char* const* argv) {
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::string what = Typo(app);
    if (what.empty()) {
      what = absl::StrCat(error.what(), "; see \"",
                          FullName(ChosenCommand(app)), " --help\"");
    }
    PrintWrappedToStderr(absl::StrCat(app.get_name(), ": ", what, "\n"));
    return kWrongArguments;
  }
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
