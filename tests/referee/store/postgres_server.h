// A PostgreSQL server for tests, in a temporary folder, on a Unix socket and
// without durability.
#ifndef TESTS_REFEREE_STORE_POSTGRES_SERVER_H_
#define TESTS_REFEREE_STORE_POSTGRES_SERVER_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "tests/referee/store/store_testing.h"

namespace arena::referee {

// Runs from its first use to the end of the program, even if the program is
// killed. If PostgreSQL is not installed, the program fails.
class PostgresServer {
 public:
  // Returns the server that all tests of this program share.
  static PostgresServer& Shared();

  // A folder to use instead of a temporary one, and more flags, such as those
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

  // Returns the URL of a schema, which serves as a separate database.
  std::string Url(const std::string& schema,
                  const std::string& role = "arena") const;
  // Returns the URL of a schema through a proxy.
  std::string UrlThrough(const std::string& folder,
                         const std::string& schema) const;
  // The folder of the server's socket.
  const std::string& folder() const { return place_; }
  // The first process of the server, the parent of all others.
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
