#include "arena/command_line/read_arguments.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/command_line/help_page.h"
#include "arena/command_line/standard_streams.h"
#include "arena/command_line/terminal.h"
#include "arena/core/suggestion.h"
#include "arena/core/text.h"

namespace arena::command_line {
namespace {

bool IsFlag(absl::string_view argument) {
  return absl::StartsWith(argument, "-") && argument != "-" && argument != "--";
}

// The flags and arguments of a command. Groups of flags are commands without a
// name for CLI11.
std::vector<const CLI::Option*> OptionsOf(const CLI::App& command) {
  std::vector<const CLI::Option*> options = command.get_options();
  for (const CLI::App* part : command.get_subcommands({})) {
    if (!part->get_name().empty()) continue;
    absl::c_copy(OptionsOf(*part), std::back_inserter(options));
  }
  return options;
}

// The long flags of a command, without dashes.
std::vector<std::string> FlagsOf(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : OptionsOf(command)) {
    for (const std::string& name : option->get_lnames()) flags.push_back(name);
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

// Describes an argument that the command does not know.
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
  std::vector<std::string> commands = CommandsOf(command);
  if (!commands.empty()) {
    // "version" is a flag, and no mistyped command.
    const bool is_flag = absl::c_linear_search(FlagsOf(command), argument);
    if (is_flag) commands = {absl::StrCat("--", argument)};
    return absl::StrCat("\"", name, "\" has no command \"", Shortened(argument),
                        "\"", DidYouMean(argument, commands), help);
  }
  return absl::StrCat("\"", Shortened(argument),
                      "\" is one argument too many "
                      "for \"",
                      name, "\"; see \"", name, " --help\"");
}

// The mistake if arguments of a command stand both before and after a --: CLI11
// passes the arguments after it to the command above. Empty if no argument
// stands before.
std::string LeftOver(const CLI::App& command, const std::string& behind) {
  const std::string name = FullName(command);
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional() || option->results().empty()) continue;
    return absl::StrCat("\"", Shortened(option->results().back()),
                        "\" stands before \"--\" and \"", Shortened(behind),
                        "\" after it; expected the flags of \"", name,
                        "\" before it and the rest after it");
  }
  return "";
}

// The first argument that neither the chosen command nor a command above it
// knows; empty if there is none.
std::string Typo(const CLI::App& app) {
  std::vector<std::string> unknown = app.remaining();
  // It only ends the flags.
  std::erase(unknown, "--");
  const auto below = app.get_subcommands();
  const std::string typo = below.empty() ? "" : Typo(*below[0]);
  const bool takes_all = app.get_prefix_command() || app.get_allow_extras();
  if (unknown.empty() || takes_all) return typo;
  if (below.empty() || IsFlag(unknown[0])) return Unknown(app, unknown[0]);
  if (!typo.empty()) return typo;
  const std::string left_over = LeftOver(*below[0], unknown[0]);
  return left_over.empty() ? Unknown(app, unknown[0]) : left_over;
}

// A flag that was taken for the value of the flag before it; empty if there is
// none. `--label=--json` is accepted, because its meaning is clear.
std::string FlagAsValue(const CLI::App& command,
                        absl::Span<const char* const> given) {
  for (const CLI::Option* option : OptionsOf(command)) {
    if (option->get_positional()) continue;
    for (const std::string& value : option->results()) {
      if (!IsFlag(value) || command.get_option_no_throw(value) == nullptr ||
          !absl::c_linear_search(given, absl::string_view(value))) {
        continue;
      }
      return absl::StrCat("--", option->get_single_name(),
                          " needs a value, but the flag ", value,
                          " follows it");
    }
  }
  return "";
}

// ---- Errors of CLI11 ----

// The expectation of a flag of this type if the value is wrong; else empty.
std::string ExpectedOf(absl::string_view type, const std::string& value) {
  int32_t integer = 0;
  uint32_t natural = 0;
  double number = 0;
  if (absl::StartsWith(type, "INT") && !absl::SimpleAtoi(value, &integer)) {
    return "a whole number";
  }
  if (absl::StartsWith(type, "UINT") && !absl::SimpleAtoi(value, &natural)) {
    return "a whole number, not below 0";
  }
  if (absl::StartsWith(type, "FLOAT") && !absl::SimpleAtod(value, &number)) {
    return "a number";
  }
  return "";
}

// The value that CLI11 could not convert; empty if it is not found.
std::string NoNumber(const CLI::App& command) {
  for (const CLI::Option* option : OptionsOf(command)) {
    for (const std::string& value : option->results()) {
      const std::string expected = ExpectedOf(option->get_type_name(), value);
      if (expected.empty()) continue;
      return absl::StrCat(option->get_name(), ": expected ", expected,
                          ", found \"", Shortened(value), "\"");
    }
  }
  return "";
}

// The flag or argument that the error is about; the longest, because one name
// may be the beginning of another.
std::string NamedIn(const std::string& text, const CLI::App& command) {
  std::string named;
  for (const CLI::Option* option : OptionsOf(command)) {
    const std::string name = option->get_name();
    if (absl::StrContains(text, name) && name.size() > named.size()) {
      named = name;
    }
  }
  return named;
}

// "Exactly 1 option from [--a,--b] is required and 2 were given".
std::string GroupText(const std::string& text) {
  const size_t begin = text.find('[') + 1;
  const std::string names = absl::StrReplaceAll(
      text.substr(begin, text.find(']', begin) - begin), {{",", ", "}});
  const bool too_many =
      absl::StrContains(text, "given") || absl::StrContains(text, "at most");
  return too_many ? absl::StrCat("only one of ", names, " can be given")
                  : absl::StrCat("one of ", names, " is required");
}

// Names the variable in place of a flag that it has set.
std::string WithVariables(const CLI::App& command,
                          absl::Span<const char* const> given,
                          std::string text) {
  for (const CLI::Option* option : OptionsOf(command)) {
    const std::string flag = absl::StrCat("--", option->get_single_name());
    const bool is_given =
        absl::c_any_of(given, [&](absl::string_view argument) {
          return argument == flag ||
                 absl::StartsWith(argument, absl::StrCat(flag, "="));
        });
    if (option->get_envname().empty() || option->empty() || is_given) continue;
    text = absl::StrReplaceAll(
        text,
        {{flag, absl::StrCat(flag, " (set by ", option->get_envname(), ")")}});
  }
  return text;
}

// The words of CLI11 for errors that its checks do not find.
std::string InOurWords(const CLI::App& command,
                       absl::Span<const char* const> given,
                       const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::string flag = NamedIn(text, command);
  if (error.get_name() == "ConversionError") {
    const std::string wrong = NoNumber(command);
    return wrong.empty() ? absl::StrCat(flag, " takes no value") : wrong;
  }
  if (error.get_name() == "ArgumentMismatch") {
    if (absl::StrContains(text, "At Most")) {
      return absl::StrCat(flag, " was given more than once");
    }
    return absl::StrCat(flag, absl::StrContains(text, "disallowed flag")
                                  ? " takes no value"
                                  : " needs a value");
  }
  if (error.get_name() == "ExcludesError") {
    return absl::StrReplaceAll(WithVariables(command, given, text),
                               {{" excludes ", " cannot be given with "}});
  }
  if (error.get_name() == "RequiresError") {
    return absl::StrReplaceAll(text, {{" requires ", " has no use without "}});
  }
  const bool of_group = absl::StrContains(text, "option from [") ||
                        absl::StrContains(text, "options be given from [");
  return of_group ? GroupText(text) : text;
}

// The mistake that the arguments alone show: an argument that no command knows,
// or a flag in the place of a value. Empty if there is none.
std::string Complaint(const CLI::App& app,
                      absl::Span<const char* const> given) {
  const std::string taken = FlagAsValue(ChosenCommand(app), given);
  return taken.empty() ? Typo(app) : taken;
}

// The same for arguments in which CLI11 has found an error.
std::string Complaint(const CLI::App& app, absl::Span<const char* const> given,
                      const CLI::ParseError& error) {
  const std::string plain = Complaint(app, given);
  if (!plain.empty()) return plain;
  const CLI::App& command = ChosenCommand(app);
  return absl::StrCat(InOurWords(command, given, error), "; see \"",
                      FullName(command), " --help\"");
}

}  // namespace

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
