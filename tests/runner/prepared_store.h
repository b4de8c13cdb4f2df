// The data of a referee at which a bot was submitted, built and validated.
#ifndef TESTS_RUNNER_PREPARED_STORE_H_
#define TESTS_RUNNER_PREPARED_STORE_H_

#include <gtest/gtest.h>

#include <string>

#include "arena/core/secrets.h"
#include "arena/submission/archive.h"
#include "referee/store/data_directory.h"
#include "referee/store/open_store.h"

namespace arena::runner {

// Makes the folder of a bot an active version of that bot in the store of a
// referee that does not run. bot.toml must name neither commands to build nor
// options.
inline void SubmitToStore(const std::string& url, const std::string& folder,
                          const std::string& bot, const std::string& runtime) {
  const auto store = referee::OpenStore(url, "referee");
  ASSERT_TRUE(store.ok()) << store.status();
  const auto archive = submission::Pack(folder, {});
  ASSERT_TRUE(archive.ok()) << archive.status();
  const std::string sha256 = Sha256(*archive);
  v1::Bot row;
  row.set_name(bot);
  row.set_author("ada");
  row.set_status(v1::Bot::STATUS_ACTIVE);
  auto done = (*store)->bots().Insert(row, absl::UnixEpoch());
  ASSERT_TRUE(done.ok()) << done;
  ASSERT_TRUE((*store)->archives().Put(sha256, *archive).ok());
  referee::VersionRow version;
  version.message.set_bot(bot);
  version.message.set_version("1");
  version.message.set_runtime(runtime);
  version.message.set_archive_sha256(sha256);
  version.message.set_archive_size(archive->size());
  for (const char* const game : {"octrix", "ordo", "seconds"}) {
    version.message.add_plays()->set_game(game);
  }
  version.start_budget = absl::Seconds(20);
  const auto inserted = (*store)->versions().Insert(version, {.uploader = "",
                                                              .sha256 = sha256},
                                                    0);
  ASSERT_TRUE(inserted.ok()) << inserted.status();
  ASSERT_TRUE((*store)->versions().FindWork(1).ok());
  ASSERT_TRUE((*store)->versions().BeginBuild(inserted->number).ok());
  ASSERT_TRUE((*store)
                  ->versions()
                  .FinishBuild(inserted->number, sha256, "", {})
                  .ok());
  const auto passed = (*store)->versions().Pass(inserted->number);
  ASSERT_TRUE(passed.ok()) << passed.status();
}

// The same for a data folder.
inline void SubmitTo(const std::string& data, const std::string& folder,
                     const std::string& bot, const std::string& runtime) {
  const auto directory =
      referee::DataDirectory::Open(data, absl::ZeroDuration());
  ASSERT_TRUE(directory.ok()) << directory.status();
  SubmitToStore("sqlite:" + directory->DatabasePath(), folder, bot, runtime);
}

}  // namespace arena::runner

#endif  // TESTS_RUNNER_PREPARED_STORE_H_
