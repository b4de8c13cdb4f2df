// What a database puts in place of the pieces of a statement.
#include "referee/store/dialect.h"

#include <gtest/gtest.h>

namespace arena::referee {
namespace {

TEST(DialectTest, PiecesStandForTheirNames) {
  EXPECT_EQ(kSqliteDialect.Fill("CREATE TABLE t (a {int}, b {bytes}) {table}"),
            "CREATE TABLE t (a INTEGER, b BLOB) STRICT");
  EXPECT_EQ(kPostgresDialect.Fill("SELECT a FROM t {skip locked}"),
            "SELECT a FROM t FOR UPDATE SKIP LOCKED");
}

TEST(DialectTest, WordsOfTheStatementStay) {
  const char* const sql = "SELECT 'TEXT', '?1', INTEGER FROM BLOB";
  EXPECT_EQ(kPostgresDialect.Fill(sql), sql);
}

TEST(DialectDeathTest, UnknownPieceIsABug) {
  EXPECT_DEATH(kSqliteDialect.Fill("{number}"), "number");
  EXPECT_DEATH(kSqliteDialect.Fill("a {int"), "a \\{int");
}

}  // namespace
}  // namespace arena::referee
