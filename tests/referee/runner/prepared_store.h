// The data of a referee where a bot was submitted, built and validated.
#ifndef TESTS_REFEREE_RUNNER_PREPARED_STORE_H_
#define TESTS_REFEREE_RUNNER_PREPARED_STORE_H_

#include <gtest/gtest.h>

#include <string>

#include "arena/submission/archive.h"
#include "referee/store/open_store.h"
#include "referee/store/sql/data_directory.h"
#include "tests/referee/store/submitted_bot.h"

namespace arena::runner {

// Makes the folder of a bot an active version, in the store of a referee that
// does not run. Its bot.toml must have neither build commands nor options.
inline void SubmitToStore(const std::string& url, const std::string& folder,
                          const std::string& bot, const std::string& runtime) {
  const auto store = referee::OpenStore(url, "referee");
  ASSERT_TRUE(store.ok()) << store.status();
  const auto archive = submission::Pack(folder, {});
  ASSERT_TRUE(archive.ok()) << archive.status();
  const absl::Status submitted = referee::SubmitBot(
      **store, referee::SubmittedRow(bot, "1", runtime, *archive), "ada",
      *archive);
  ASSERT_TRUE(submitted.ok()) << submitted;
}

// Does the same for a data folder.
inline void SubmitTo(const std::string& data, const std::string& folder,
                     const std::string& bot, const std::string& runtime) {
  const auto directory =
      referee::DataDirectory::Open(data, absl::ZeroDuration());
  ASSERT_TRUE(directory.ok()) << directory.status();
  SubmitToStore("sqlite:" + directory->DatabasePath(), folder, bot, runtime);
}

}  // namespace arena::runner

#endif  // TESTS_REFEREE_RUNNER_PREPARED_STORE_H_
