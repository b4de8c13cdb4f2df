// A PostgreSQL server for tests: in a temporary folder, on a Unix socket,
// without any durability.
#ifndef TESTS_REFEREE_STORE_POSTGRES_SERVER_H_
#define TESTS_REFEREE_STORE_POSTGRES_SERVER_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "tests/referee/store/store_testing.h"

namespace arena::referee {

// The server runs from its first use to the end of the program, however that
// ends. Without PostgreSQL's package the program fails.
class PostgresServer {
 public:
  // The server that all tests of this program share.
  static PostgresServer& Shared();

  // In this folder instead of a temporary one, with more flags, such as those
  // that turn durability on.
  struct Place {
    std::string folder;
    std::vector<std::string> flags;
  };

  PostgresServer() : PostgresServer(Place{}) {}
  explicit PostgresServer(const Place& place);
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  // The URL of a schema, which serves as a separate database.
  std::string Url(const std::string& schema,
                  const std::string& role = "arena") const;
  // The same through a proxy.
  std::string UrlThrough(const std::string& folder,
                         const std::string& schema) const;
  // The folder of its socket.
  const std::string& folder() const { return place_; }
  // Its first process, the parent of all others.
  pid_t process() const { return process_; }
  // Makes a schema with a new name and returns the name.
  std::string NewSchema();
  // Runs SQL in a schema as another program would; returns the first value of
  // the last row, if there is one.
  std::string Execute(const std::string& schema, const std::string& sql);

 private:
  TemporaryFolder folder_;
  const std::string place_;
  pid_t process_ = 0;
  int log_ = -1;
  int schemas_ = 0;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_STORE_POSTGRES_SERVER_H_
