// A store that two referees share.
#ifndef TESTS_REFEREE_COMPETITIONS_SHARED_STORE_H_
#define TESTS_REFEREE_COMPETITIONS_SHARED_STORE_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "referee/store/sql/sqlite_connection.h"
#include "referee/store/store.h"

namespace arena::referee {

// Opens a store in an existing file. Outside of tests, referees share a server.
inline std::unique_ptr<Store> OpenShared(const std::string& path,
                                         absl::string_view referee) {
  Connections connections;
  connections.writer = *SqliteConnection::Open(path, SQLite::OPEN_READWRITE);
  connections.reader = *SqliteConnection::Open(path, SQLite::OPEN_READONLY);
  connections.shared = true;
  return *Store::Open(std::move(connections), referee);
}

}  // namespace arena::referee

#endif  // TESTS_REFEREE_COMPETITIONS_SHARED_STORE_H_
