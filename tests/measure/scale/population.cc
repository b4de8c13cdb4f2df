#include "tests/measure/scale/population.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/core/check.h"
#include "tests/referee/store/submitted_bot.h"

namespace arena::scale {

std::string NameOfBot(int number) {
  return absl::StrFormat("bot-%05d", number);
}

absl::Status Submit(referee::Store& store, int bots, int archive_bytes) {
  for (int i = 0; i < bots; ++i) {
    const std::string name = NameOfBot(i);
    std::string archive = name;
    archive.resize(archive_bytes, static_cast<char>('a' + i % 26));
    ARENA_RETURN_IF_ERROR(referee::SubmitBot(
        store, referee::SubmittedRow(name, "1", "python", archive),
        absl::StrCat("author-", i), archive));
  }
  return absl::OkStatus();
}

std::string MultiplySql(int submitted, int bots) {
  const std::string others = absl::StrFormat(
      "(SELECT i, 'bot-' || lpad(CAST(i AS TEXT), 5, '0') AS name,"
      " sha256(CAST('bot ' || i AS BYTEA)) AS hash"
      " FROM generate_series(%d, %d) AS i) AS others",
      submitted, bots - 1);
  return absl::StrCat(
      "INSERT INTO bots (name, author, games, status, status_reason, created,"
      " matches, faults, description)"
      " SELECT others.name, 'author-' || i, games, status, status_reason,"
      " created, 0, 0, description FROM bots, ",
      others, " WHERE bots.name = 'bot-00000';",
      "INSERT INTO archives (sha256, uploader, size, received, touched)"
      " SELECT hash, '', size, received, touched FROM archives, ",
      others, " WHERE archives.number = 1;",
      "INSERT INTO archive_chunks (archive, number, bytes)"
      " SELECT a.number, 0, c.bytes FROM archive_chunks c, archives a, ",
      others, " WHERE c.archive = 1 AND a.sha256 = hash;",
      "INSERT INTO versions (bot, version, state, archive_sha256,"
      " build_sha256, runtime, start_budget, memory, cores, keep_inactive,"
      " details, submitted, state_time, change)"
      " SELECT others.name, version, state, hash, hash, runtime, start_budget,"
      " memory, cores, keep_inactive, details, submitted, state_time, change"
      " FROM versions, ",
      others, " WHERE versions.bot = 'bot-00000'");
}

v1::CompetitionSpec LadderOf(int bots, const std::string& game,
                             int concurrent_sets) {
  v1::CompetitionSpec spec;
  spec.set_name("ladder");
  spec.set_game(game);
  spec.set_seats(2);
  spec.set_seed(std::string(32, 's'));
  spec.set_format(v1::FORMAT_LADDER);
  spec.set_deals(v1::DEALS_INDEPENDENT);
  spec.set_isolation(v1::ISOLATION_MATCHES);
  spec.set_concurrent_sets(static_cast<uint32_t>(concurrent_sets));
  for (int i = 0; i < bots; ++i) {
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(NameOfBot(i));
    entrant.add_players()->set_bot(NameOfBot(i));
  }
  return spec;
}

}  // namespace arena::scale
