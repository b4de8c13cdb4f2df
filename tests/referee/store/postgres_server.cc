#include "tests/referee/store/postgres_server.h"

#include <fcntl.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

// Returns the folder where Debian puts the programs of the newest version.
std::string ProgramFolder() {
  const std::filesystem::path packages = "/usr/lib/postgresql";
  std::string newest;
  std::error_code error;
  for (const auto& version :
       std::filesystem::directory_iterator(packages, error)) {
    const std::string folder = version.path().string() + "/bin";
    if (std::filesystem::exists(folder + "/initdb") && folder > newest) {
      newest = folder;
    }
  }
  ARENA_CHECK(!newest.empty(), "there is no PostgreSQL server in ",
              packages.string(), "; install the package postgresql");
  return newest;
}

// Starts a program, which ends with this one, and returns its process. The
// program does not run as root, which the server would refuse. Its messages go
// to `output`.
pid_t Start(const std::vector<std::string>& command, int output) {
  std::vector<std::string> line = {"setpriv", "--pdeathsig=QUIT"};
  if (geteuid() == 0) {
    line.insert(line.end(),
                {"--reuid=postgres", "--regid=postgres", "--clear-groups"});
  }
  line.push_back("--");
  line.insert(line.end(), command.begin(), command.end());
  std::vector<char*> arguments;
  for (std::string& argument : line) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const pid_t process = fork();
  if (process == 0) {
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  ARENA_CHECK(process > 0);
  return process;
}

// Reads until the text comes or the output ends. Returns the bytes.
std::string ReadUntil(int output, const std::string& text) {
  std::string all;
  char part[4096];
  while (all.find(text) == std::string::npos) {
    const ssize_t size = read(output, part, sizeof(part));
    if (size <= 0) break;
    all.append(part, size);
  }
  return all;
}

}  // namespace

PostgresServer& PostgresServer::Shared() {
  static PostgresServer server;
  return server;
}

PostgresServer::PostgresServer(const Place& place)
    : place_((place.folder.empty() ? folder_.File("") : place.folder + "/") +
             "server") {
  const std::string programs = ProgramFolder();
  ARENA_CHECK(chmod(folder_.File("").c_str(), 0711) == 0);
  ARENA_CHECK(mkdir(place_.c_str(), 0700) == 0);
  if (geteuid() == 0) {
    const passwd* user = getpwnam("postgres");
    ARENA_CHECK(user != nullptr, "there is no user postgres");
    ARENA_CHECK(chown(place_.c_str(), user->pw_uid, user->pw_gid) == 0);
  }
  int ends[2];
  ARENA_CHECK(pipe2(ends, O_CLOEXEC) == 0);
  log_ = ends[0];
  // This locale does not sort names by their bytes.
  const pid_t maker =
      Start({programs + "/initdb", "--pgdata=" + place_ + "/data",
             "--username=arena", "--auth=trust", "--no-sync", "--encoding=UTF8",
             "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"},
            ends[1]);
  int status = 0;
  waitpid(maker, &status, 0);
  std::vector<std::string> command = {
      programs + "/postgres", "-D", place_ + "/data", "-k", place_, "-F", "-c",
      "listen_addresses=", "-c", "log_min_messages=log", "-c",
      "log_checkpoints=off", "-c", "shared_buffers=16MB", "-c",
      "max_connections=40"};
  command.insert(command.end(), place.flags.begin(), place.flags.end());
  process_ = Start(command, ends[1]);
  close(ends[1]);
  const std::string ready = "ready to accept connections";
  const std::string log = ReadUntil(log_, ready);
  ARENA_CHECK(status == 0 && log.find(ready) != std::string::npos,
              "the PostgreSQL server did not start: ", log);
}

PostgresServer::~PostgresServer() {
  kill(process_, SIGQUIT);
  waitpid(process_, nullptr, 0);
  close(log_);
}

std::string PostgresServer::Url(const std::string& schema,
                                const std::string& role) const {
  return absl::StrCat("postgresql://", role, "@/postgres?host=", place_,
                      "&options=-csearch_path%3D", schema);
}

std::string PostgresServer::UrlThrough(const std::string& folder,
                                       const std::string& schema) const {
  return absl::StrCat("postgresql://arena@/postgres?host=", folder,
                      "&options=-csearch_path%3D", schema);
}

std::string PostgresServer::NewSchema() {
  const std::string schema = absl::StrCat("test_", ++schemas_);
  Execute("public", absl::StrCat("CREATE SCHEMA ", schema));
  return schema;
}

std::string PostgresServer::Execute(const std::string& schema,
                                    const std::string& sql) {
  PGconn* connection = PQconnectdb(Url(schema).c_str());
  PQsetNoticeProcessor(
      connection, [](void*, const char*) {}, nullptr);
  PGresult* result = PQexec(connection, sql.c_str());
  const ExecStatusType status = PQresultStatus(result);
  ARENA_CHECK(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK,
              PQerrorMessage(connection));
  const std::string value =
      PQntuples(result) > 0 ? PQgetvalue(result, PQntuples(result) - 1, 0) : "";
  PQclear(result);
  PQfinish(connection);
  return value;
}

}  // namespace arena::referee
