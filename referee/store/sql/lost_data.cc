#include "referee/store/sql/lost_data.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace arena::referee {

std::string HowToRestore() {
  return "put back the files that were lost, or restore a backup to a new "
         "folder (`arena restore --data NEW BACKUP`)";
}

std::string HowToBeginAnew(const std::string& database) {
  return absl::StrCat(
      "To begin anew, name an empty folder, or move all files and folders "
      "whose names begin with ", database, " elsewhere");
}

absl::Status DamagedDatabase(const std::string& database,
                             absl::string_view problem) {
  // The message of the connection may already name the database.
  absl::ConsumePrefix(&problem, absl::StrCat("database ", database, ": "));
  return absl::DataLossError(
      absl::StrCat(database, " is damaged: ", problem, "; ", HowToRestore(),
                   ". ", HowToBeginAnew(database)));
}

}  // namespace arena::referee
