// The rows of competitions, and their matches as results and places.
#ifndef REFEREE_STORE_COMPETITION_ROWS_H_
#define REFEREE_STORE_COMPETITION_ROWS_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "referee/store/competition_store.h"
#include "referee/store/sql_connection.h"

namespace arena::referee {

// With the contracts of CompetitionStore's.
absl::StatusOr<CompetitionRow> AddCompetition(SqlConnection& connection,
                                              const v1::CompetitionSpec& spec);
absl::StatusOr<CompetitionRow> FindCompetition(SqlConnection& connection,
                                               absl::string_view name);
absl::StatusOr<std::vector<CompetitionRow>> ReadCompetitions(
    SqlConnection& connection, absl::string_view tournament, int limit,
    int64_t before);
absl::StatusOr<std::vector<CompetitionRow>> ReadRunningCompetitions(
    SqlConnection& connection);
absl::Status ChangeCompetition(SqlConnection& connection,
                               const CompetitionRow& row,
                               absl::Span<const BenchedBot> benched);
absl::StatusOr<std::vector<v1::BotFault>> ReadFaultsOf(
    SqlConnection& connection, absl::string_view bot,
    absl::string_view competition, int64_t first, int64_t last, int limit);
absl::StatusOr<ResultPage> ReadResultPage(SqlConnection& connection,
                                          absl::string_view competition,
                                          int64_t after, int limit);
absl::StatusOr<std::vector<CompetitionPlace>> ReadOpenPlaces(
    SqlConnection& connection, absl::string_view competition);

// NOT_FOUND.
absl::Status NoCompetition(absl::string_view name);

}  // namespace arena::referee

#endif  // REFEREE_STORE_COMPETITION_ROWS_H_
