// The help of a command, in lines that fit.
#ifndef ARENA_COMMAND_LINE_HELP_PAGE_H_
#define ARENA_COMMAND_LINE_HELP_PAGE_H_

#include <CLI/CLI.hpp>
#include <string>

namespace arena::command_line {

// CLI11's help in two wrapped columns: names on the left, descriptions on the
// right.
class HelpPage : public CLI::Formatter {
 public:
  explicit HelpPage(int width);

  std::string make_option(const CLI::Option* option,
                          bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_expanded(const CLI::App* part) const override;
  std::string make_description(const CLI::App* command) const override;
  std::string make_footer(const CLI::App* command) const override;

 private:
  // A name and what it means.
  std::string Entry(const std::string& name, const std::string& meaning) const;

  const int width_;
};

}  // namespace arena::command_line

#endif  // ARENA_COMMAND_LINE_HELP_PAGE_H_
