#include "arena/command_line/completion.h"

#include <CLI/CLI.hpp>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "arena/command_line/read_arguments.h"
#include "arena/command_line/values.h"

namespace arena::command_line {
namespace {

// PROGRAM stands for the name of the program. A word that a table has no line
// for ends with status 1.
constexpr char kScript[] = R"sh(
_PROGRAM() {
  local at=$COMP_CWORD command=PROGRAM words i
  local current=${COMP_WORDS[at]} listed=
  # The shell takes --flag=value for three words.
  if [[ $current == = ]]; then
    current=
  elif [[ ${COMP_WORDS[at-1]} == = ]]; then
    at=$((at - 1))
  fi
  local previous=${COMP_WORDS[at-1]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    case " $(_PROGRAM_commands "$command") " in
      *" ${COMP_WORDS[i]} "*) command="$command ${COMP_WORDS[i]}" ;;
    esac
  done
  if words=$(_PROGRAM_values "$command $previous"); then
    :
  elif [[ $current == -* ]]; then
    words=$(_PROGRAM_flags "$command")
  else
    words=$(_PROGRAM_commands "$command")
  fi
  # Of values that are separated by commas, the last one.
  [[ $current == *,* ]] && listed=${current%,*},
  COMPREPLY=($(compgen -P "$listed" -W "$words" -- "${current##*,}"))
}
complete -o default -F _PROGRAM PROGRAM
)sh";

using Words = std::vector<std::string>;

// The set of values that the flag's help shows: "TEXT:{jsonl,notation}".
Words ValuesOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const size_t begin = type.find('{');
  const size_t end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos) return {};
  Words words = absl::StrSplit(type.substr(begin + 1, end - begin - 1), ',');
  if (words.back() == kMore) words.pop_back();
  return words;
}

Words NamesOf(const CLI::Option& option) {
  Words names;
  for (const std::string& name : option.get_lnames()) {
    names.push_back("--" + name);
  }
  for (const std::string& name : option.get_snames()) {
    names.push_back("-" + name);
  }
  return names;
}

// Three functions of the shell, each with a line for each key.
class Tables {
 public:
  explicit Tables(const CLI::App& app) { AddCommand(app, FullName(app)); }

  std::string ToString(const std::string& program) const {
    return absl::StrCat(Function("_" + program + "_commands", commands_),
                        Function("_" + program + "_flags", flags_),
                        Function("_" + program + "_values", values_));
  }

 private:
  using Table = std::vector<std::pair<std::string, Words>>;

  static std::string Function(const std::string& name, const Table& table) {
    std::string text = absl::StrCat(name, "() {\n  case \"$1\" in\n");
    for (const auto& [key, words] : table) {
      absl::StrAppend(&text, "    '", key, "') echo '",
                      absl::StrJoin(words, " "), "' ;;\n");
    }
    return absl::StrCat(text, "    *) return 1 ;;\n  esac\n}\n");
  }

  void AddCommand(const CLI::App& command, const std::string& name) {
    Words below, flags;
    AddParts(command, name, below, flags);
    commands_.emplace_back(name, std::move(below));
    flags_.emplace_back(name, std::move(flags));
  }

  // A group of flags is a command without a name for CLI11.
  void AddParts(const CLI::App& command, const std::string& name, Words& below,
                Words& flags) {
    for (const CLI::Option* option : command.get_options()) {
      if (option->get_positional()) {
        for (std::string& value : ValuesOf(*option)) below.push_back(value);
      }
      // A group has a flag for help that is never read.
      if (command.get_name().empty() && option == command.get_help_ptr()) {
        continue;
      }
      for (const std::string& flag : NamesOf(*option)) {
        flags.push_back(flag);
        if (option->get_items_expected_max() == 0) continue;
        values_.emplace_back(absl::StrCat(name, " ", flag), ValuesOf(*option));
      }
    }
    for (const CLI::App* part : command.get_subcommands({})) {
      if (part->get_name().empty()) {
        AddParts(*part, name, below, flags);
      } else {
        below.push_back(part->get_name());
        AddCommand(*part, absl::StrCat(name, " ", part->get_name()));
      }
    }
  }

  Table commands_;
  Table flags_;
  // By command and flag; without words for a flag that takes any value.
  Table values_;
};

std::string Script(const CLI::App& app, const std::string& head) {
  const std::string& program = app.get_name();
  return absl::StrCat(head, Tables(app).ToString(program),
                      absl::StrReplaceAll(kScript, {{"PROGRAM", program}}));
}

}  // namespace

std::string BashCompletion(const CLI::App& app) {
  const std::string& program = app.get_name();
  return Script(app, absl::StrCat("# Load it with: source <(", program,
                                  " completion bash)\n"));
}

std::string ZshCompletion(const CLI::App& app) {
  const std::string& program = app.get_name();
  return Script(app, absl::StrCat("# Load it with: source <(", program,
                                  " completion zsh)\n",
                                  "autoload -Uz compinit bashcompinit\n",
                                  "(( $+functions[compdef] )) || compinit\n",
                                  "bashcompinit\n"));
}

}  // namespace arena::command_line
