// The text that a database puts in place of the pieces of a statement.
#include "referee/store/sql/dialect.h"

#include <gtest/gtest.h>

namespace arena::referee {
namespace {

TEST(DialectTest, PiecesStandForTheirNames) {
  EXPECT_EQ(Fill("CREATE TABLE t (a {int}, b {bytes}) {table}", kSqliteDialect),
            "CREATE TABLE t (a INTEGER, b BLOB) STRICT");
  EXPECT_EQ(Fill("SELECT a FROM t {skip locked}", kPostgresDialect),
            "SELECT a FROM t FOR UPDATE SKIP LOCKED");
}

TEST(DialectTest, WordsOfTheStatementStay) {
  const char* const sql = "SELECT 'TEXT', '?1', INTEGER FROM BLOB";
  EXPECT_EQ(Fill(sql, kPostgresDialect), sql);
}

TEST(DialectDeathTest, UnknownPieceIsABug) {
  EXPECT_DEATH(Fill("{number}", kSqliteDialect), "number");
  EXPECT_DEATH(Fill("a {int", kSqliteDialect), "a \\{int");
}

}  // namespace
}  // namespace arena::referee
