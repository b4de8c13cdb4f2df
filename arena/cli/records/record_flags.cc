#include "arena/cli/records/record_flags.h"

#include <CLI/CLI.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/check.h"

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

absl::StatusOr<ReadBytes> ReadOnlyRecord(const RecordFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const RecordSource source, RecordSource::Open(flags));
  const std::string& name = source.names()[0];
  if (source.names().size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(flags.names[0],
                     " is a folder of records; expected one of "
                     "its files, e.g. ",
                     name));
  }
  FoundRecord found = source.Find(name);
  ARENA_ASSIGN_OR_RETURN(Record record, ReadFound(name, found));
  return ReadBytes{*std::move(found.bytes), std::move(record)};
}

}  // namespace arena::cli
