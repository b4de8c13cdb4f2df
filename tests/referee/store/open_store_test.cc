#include "referee/store/open_store.h"

#include <string>

#include "tests/referee/store/store_testing.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(OpenStoreTest, SqliteFileIsOpened) {
  TemporaryFolder folder;
  EXPECT_THAT(OpenStore("sqlite:" + folder.File("store.sqlite"), "a"), IsOk());
}

TEST(OpenStoreTest, UnknownKindIsNamedWithWhatWouldBeRight) {
  const absl::Status status = OpenStore("mysql://host/db", "a").status();
  EXPECT_THAT(status, IsInvalidArgument());
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("mysql://host/db"), HasSubstr("sqlite:PATH"),
                    HasSubstr("postgresql://")));
}

TEST(OpenStoreTest, PasswordIsNotRepeated) {
  const absl::Status status = OpenStore("mysql://a:secret@b/c", "a").status();
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("mysql://a@b/c"), Not(HasSubstr("secret"))));
}

TEST(OpenStoreTest, FileWithoutPathIsRefused) {
  EXPECT_THAT(OpenStore("sqlite:", "a"), IsInvalidArgument());
}

}  // namespace
}  // namespace arena::referee
