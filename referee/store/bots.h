// Registered bots, with their faults, reports and counts.
#ifndef REFEREE_STORE_BOTS_H_
#define REFEREE_STORE_BOTS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/v1/bot_service.pb.h"
#include "referee/store/sql/database.h"

namespace arena::referee {

// See Store for errors and threads.
class Bots {
 public:
  explicit Bots(Database& database) : database_(database) {}

  // Adds a bot. Only name, author, games, description and status of `bot`
  // count. ALREADY_EXISTS if the name is taken, even in another case of its
  // letters.
  absl::Status Insert(const v1::Bot& bot, absl::Time now,
                      absl::string_view request = "");
  // Whether this request has added the bot, with the same author and games,
  // within the last hour. False for an empty request.
  absl::StatusOr<bool> WasAddedBy(absl::string_view request, const v1::Bot& bot,
                                  absl::Time now);
  // The bot with its versions, its last 100 faults, its last 10 bench reports
  // and its counts. NOT_FOUND.
  absl::StatusOr<v1::Bot> Get(absl::string_view name);
  // The name of a bot that differs from this name only in the case of letters.
  // The bot is registered, or connected to a referee. Empty: there is none.
  absl::StatusOr<std::string> FindTwin(absl::string_view name);
  // The bots of an author (empty: all bots), without versions, faults and
  // reports: at most `limit`, ordered by name, with names after `after`.
  absl::StatusOr<std::vector<v1::Bot>> List(absl::string_view author,
                                            absl::string_view after, int limit);
  // The status of each of these bots that is registered, by name.
  absl::StatusOr<std::map<std::string, v1::Bot::Status>> ReadStatuses(
      absl::Span<const std::string> names);
  // The author of each of these bots that is registered, by name.
  absl::StatusOr<std::map<std::string, std::string>> ReadAuthors(
      absl::Span<const std::string> names);
  // `by` says who sets the status, as v1::Bot.status_by does. NOT_FOUND.
  absl::Status SetStatus(absl::string_view name, v1::Bot::Status status,
                         absl::string_view reason, absl::string_view by,
                         absl::Time now);
  // NOT_FOUND.
  absl::Status SetDescription(absl::string_view name,
                              absl::string_view description);
  // A registered bot has connected with this version. Nothing is kept of other
  // bots.
  absl::Status SeeVersion(absl::string_view name, absl::string_view version,
                          absl::string_view language, absl::Time now);

 private:
  Database& database_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_BOTS_H_
