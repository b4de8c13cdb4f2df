#include "arena/cli/records/record_flags.h"

#include <CLI/CLI.hpp>

#include "absl/strings/str_cat.h"
#include "arena/cli/base/referee_channel.h"

namespace arena::cli {

CLI::App& AddRecordCommand(Commands& commands, const std::string& name,
                           const std::string& summary,
                           const std::string& example, bool several,
                           RecordFlags& source) {
  CLI::App& command = commands.Add(name, summary, example);
  CLI::Option* names =
      command
          .add_option(several ? "FILES" : "FILE", source.names,
                      several ? "Record files, folders of them, and folders of "
                                "referees (--data)"
                              : "A record file")
          ->required();
  if (!several) names->expected(1);
  // The variable is not used here, because it must not turn names of files into
  // ids of matches.
  AddRefereeFlags(command, source.referee)
      ->envname("")
      ->description(
          "Take records from this referee instead of files, by match id or the "
          "beginning of one; ARENA_ADDRESS names a referee for ids that are no "
          "files");
  return command;
}

absl::StatusOr<std::string> OnlyName(const RecordFlags& flags,
                                     const RecordSource& source) {
  const std::string& name = source.names()[0];
  if (source.names().size() == 1) return name;
  return absl::InvalidArgumentError(
      absl::StrCat(flags.names[0],
                   " is a folder of records; expected one of "
                   "its files, e.g. ",
                   name));
}

}  // namespace arena::cli
