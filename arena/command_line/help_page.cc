#include "arena/command_line/help_page.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/command_line/wrapped_text.h"

namespace arena::command_line {
namespace {

constexpr int kNameWidth = 26;

// The text in lines, each with `indent` spaces before it.
std::string Indented(const std::string& text, int width, int indent) {
  const std::string lines = Wrapped(text, std::max(1, width - indent));
  const std::string spaces(indent, ' ');
  return absl::StrCat(
      spaces, absl::StrReplaceAll(lines, {{"\n", absl::StrCat("\n", spaces)}}));
}

}  // namespace

HelpPage::HelpPage(int width) : width_(width) {
  column_width(kNameWidth);
  label("REQUIRED", "(required)");
}

std::string HelpPage::Entry(const std::string& name,
                            const std::string& meaning) const {
  std::string text = Indented(name, width_, 2);
  std::string right = Indented(meaning, width_, kNameWidth);
  const bool same_line = text.size() + 2 <= kNameWidth;
  if (meaning.empty()) return text + "\n";
  if (!same_line) return absl::StrCat(text, "\n", right, "\n");
  return absl::StrCat(text, right.substr(text.size()), "\n");
}

std::string HelpPage::make_option(const CLI::Option* option,
                                  bool is_positional) const {
  return Entry(
      make_option_name(option, is_positional) + make_option_opts(option),
      make_option_desc(option));
}

std::string HelpPage::make_option_opts(const CLI::Option* option) const {
  const std::string text = CLI::Formatter::make_option_opts(option);
  // A flag may be given again, but has one value each time.
  return option->get_positional() || option->get_allow_extra_args()
             ? text
             : absl::StrReplaceAll(text, {{" ...", ""}});
}

std::string HelpPage::make_subcommand(const CLI::App* command) const {
  return Entry(command->get_display_name(true), command->get_description());
}

std::string HelpPage::make_expanded(const CLI::App* part) const {
  // A group of flags is indented when it is complete.
  constexpr int kIndent = 2;
  return HelpPage(width_ - kIndent).CLI::Formatter::make_expanded(part);
}

std::string HelpPage::make_description(const CLI::App* command) const {
  return Wrapped(CLI::Formatter::make_description(command), width_);
}

std::string HelpPage::make_footer(const CLI::App* command) const {
  return Wrapped(CLI::Formatter::make_footer(command), width_);
}

}  // namespace arena::command_line
