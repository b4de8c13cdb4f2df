// The protocol keeps its style and breaks no released bot. Both checks find
// planted faults.
#include <string>

#include "gmock/gmock.h"
#include "tests/proto/schema.h"
#include "tests/testing/folders/folders.h"

namespace arena {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

SchemaText Today() {
  return ReadSchema(testing::InSources("proto/arena/v1"), "arena/v1");
}
SchemaText Released() {
  return ReadSchema(testing::InSources("tests/proto/released/arena/v1"),
                    "arena/v1");
}

TEST(ProtoTest, TheSchemaParses) {
  const Schema schema(Today());
  EXPECT_THAT(schema.errors(), IsEmpty());
  EXPECT_EQ(schema.files().size(), Today().size());
  EXPECT_FALSE(schema.files().empty());
}

TEST(ProtoTest, TheSchemaKeepsItsStyle) {
  EXPECT_THAT(LintSchema(Schema(Today())), IsEmpty());
}

TEST(ProtoTest, TheReleasedSchemaIsNotBroken) {
  const Schema released(Released());
  ASSERT_THAT(released.errors(), IsEmpty());
  ASSERT_FALSE(released.files().empty());
  EXPECT_THAT(BreaksOf(released, Schema(Today())), IsEmpty());
}

// ---- Planted faults ----

constexpr char kPath[] = "arena/v1/sample_service.proto";
constexpr char kSample[] = R"(syntax = "proto3";
package arena.v1;
option csharp_namespace = "Pentathlon.Arena.V1";
option go_package = "pentathlon/arena/v1;arenav1";
option java_multiple_files = true;
option java_outer_classname = "SampleServiceProto";
option java_package = "pentathlon.arena.v1";
option objc_class_prefix = "PTN";
option php_namespace = "Pentathlon\\Arena\\V1";
option ruby_package = "Pentathlon::Arena::V1";
// A.
service SampleService {
  // B.
  rpc Get(GetRequest) returns (GetResponse);
  // C.
  rpc Put(PutRequest) returns (PutResponse);
}
// D.
enum Colour {
  // E.
  COLOUR_UNSPECIFIED = 0;
  // F.
  COLOUR_RED = 1;
  reserved 7;
}
// G.
message GetRequest {
  // H.
  string name = 1;
  // I.
  uint32 count = 2;
  reserved 9;
}
// J.
message GetResponse {}
// K.
message PutRequest {
  // L.
  oneof kind {
    // M.
    Colour colour = 1;
  }
}
// N.
message PutResponse {}
)";

// The sample with one text replaced by another.
SchemaText Changed(const std::string& from, const std::string& to) {
  std::string text = kSample;
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return {{kPath, text.replace(at, from.size(), to)}};
}

TEST(PlantedTest, TheSampleItselfIsClean) {
  const Schema sample(SchemaText{{kPath, kSample}});
  EXPECT_THAT(sample.errors(), IsEmpty());
  EXPECT_THAT(LintSchema(sample), IsEmpty());
  EXPECT_THAT(BreaksOf(sample, sample), IsEmpty());
}

TEST(PlantedTest, TextThatIsNoSchemaIsAnError) {
  EXPECT_THAT(Schema(Changed("string name", "text name")).errors(),
              HasSubstr("\"text\" is not defined"));
}

struct Planted {
  const char* name;
  const char* from;
  const char* to;
  const char* found;
};

class PlantedStyleTest : public ::testing::TestWithParam<Planted> {};
TEST_P(PlantedStyleTest, IsFound) {
  const Schema schema(Changed(GetParam().from, GetParam().to));
  ASSERT_THAT(schema.errors(), IsEmpty());
  EXPECT_THAT(LintSchema(schema), Contains(HasSubstr(GetParam().found)));
}
INSTANTIATE_TEST_SUITE_P(
    Proto, PlantedStyleTest,
    ::testing::Values(
        Planted{"Package", "arena.v1;", "arena.v2;", "package is arena.v2"},
        Planted{"Field", "string name", "string firstName",
                "firstName: is not snake_case"},
        Planted{"Keyword", "string name", "string from", "from: is a keyword"},
        Planted{"Wide", "uint32 count", "sint64 count", "count: has 64 bits"},
        Planted{"Global", "enum Colour {", "message Error {}\nenum Colour {",
                "Error: hides a type"},
        Planted{"Options", "option go_package", "//",
                "the file options are not those of all files"},
        Planted{"OuterClass", "enum Colour {",
                "message SampleServiceProto {}\nenum Colour {",
                "SampleServiceProto is called like its class in Java"},
        Planted{"Zero", "COLOUR_UNSPECIFIED", "COLOUR_NONE",
                "is zero and not COLOUR_UNSPECIFIED"},
        Planted{"Prefix", "COLOUR_RED", "RED",
                "RED: does not begin with COLOUR_"},
        Planted{"Service", "service SampleService", "service Sample",
                "Sample: is not CapWords with Service at the end"},
        Planted{"Shared", "Put(PutRequest)", "Put(GetRequest)",
                "GetRequest belongs to another RPC"},
        Planted{"Request", "rpc Get", "rpc Fetch",
                "GetRequest should be FetchRequest"},
        Planted{"Response", "rpc Get", "rpc Fetch",
                "GetResponse should be FetchResponse"},
        Planted{"ServiceComment", "// A.", "", "SampleService: has no comment"},
        Planted{"RpcComment", "// B.", "", "Get: has no comment"},
        Planted{"EnumComment", "// D.", "", "Colour: has no comment"},
        Planted{"ValueComment", "// F.", "", "COLOUR_RED: has no comment"},
        Planted{"MessageComment", "// G.", "", "GetRequest: has no comment"},
        Planted{"FieldComment", "// H.", "", "name: has no comment"},
        Planted{"OneofComment", "// L.", "", "kind: has no comment"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(PlantedTest, AFileOutOfPlaceIsFound) {
  const Schema schema(SchemaText{{"arena/v1/CamelCase.proto", kSample}});
  EXPECT_THAT(LintSchema(schema),
              Contains(HasSubstr("not arena/v1/snake_case.proto")));
}

class PlantedBreakTest : public ::testing::TestWithParam<Planted> {};
TEST_P(PlantedBreakTest, IsFound) {
  const Schema released(SchemaText{{kPath, kSample}});
  const Schema schema(Changed(GetParam().from, GetParam().to));
  ASSERT_THAT(schema.errors(), IsEmpty());
  EXPECT_THAT(BreaksOf(released, schema),
              Contains(HasSubstr(GetParam().found)));
}
INSTANTIATE_TEST_SUITE_P(
    Proto, PlantedBreakTest,
    ::testing::Values(
        Planted{"RemovedField", "uint32 count = 2;", "",
                "GetRequest.count: was removed or renamed"},
        Planted{"RenamedField", "count", "number",
                "GetRequest.count: was removed or renamed"},
        Planted{"FieldNumber", "count = 2", "count = 3", "number was 2, is 3"},
        Planted{"FieldType", "uint32 count", "sint32 count",
                "type was uint32, is sint32"},
        Planted{"FieldLabel", "string name", "repeated string name",
                "label was singular, is repeated"},
        Planted{"FieldPresence", "string name", "optional string name",
                "label was singular, is optional"},
        Planted{"Oneof", "oneof kind", "oneof sort",
                "label was oneof kind, is oneof sort"},
        Planted{"RemovedValue", "COLOUR_RED = 1;", "",
                "COLOUR_RED: was removed or renamed"},
        Planted{"RenamedValue", "COLOUR_RED", "COLOUR_BLUE",
                "COLOUR_RED: was removed or renamed"},
        Planted{"ValueNumber", "COLOUR_RED = 1", "COLOUR_RED = 2",
                "number was 1, is 2"},
        Planted{"RemovedRpc", "rpc Put(PutRequest) returns (PutResponse);", "",
                "Put: was removed or renamed"},
        Planted{"RpcRequest", "Put(PutRequest)", "Put(GetRequest)",
                "request was arena.v1.PutRequest"},
        Planted{"RpcStreams", "returns (GetResponse)",
                "returns (stream GetResponse)", "streams otherwise"},
        Planted{"RemovedService", "service SampleService",
                "service OtherService", "SampleService: was removed"},
        Planted{"Options", "pentathlon/arena", "arena",
                "go_package was \"pentathlon/arena/v1;arenav1\", is "
                "\"arena/v1;arenav1\""},
        Planted{"ReusedNumber", "reserved 9;", "bool used = 9;",
                "number 9 was reserved"},
        Planted{"ReusedValue", "reserved 7;", "COLOUR_NEW = 7;",
                "number 7 was reserved"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(PlantedTest, ARemovedMessageIsABreak) {
  const std::string extra = std::string(kSample) + "// O.\nmessage Extra {}\n";
  const Schema released(SchemaText{{kPath, extra}});
  EXPECT_THAT(BreaksOf(released, Schema(SchemaText{{kPath, kSample}})),
              Contains("arena.v1.Extra: was removed"));
}

TEST(PlantedTest, AMoveToAnotherFileIsABreak) {
  const std::string extra = "// O.\nmessage Extra {}\n";
  const std::string head = "syntax = \"proto3\";\npackage arena.v1;\n";
  const Schema released(SchemaText{{kPath, kSample + extra}});
  const Schema schema(
      SchemaText{{kPath, kSample}, {"arena/v1/extra.proto", head + extra}});
  EXPECT_THAT(BreaksOf(released, schema),
              Contains("arena.v1.Extra: file was " + std::string(kPath) +
                       ", is arena/v1/extra.proto"));
}

TEST(PlantedTest, ARenamedFileIsABreak) {
  const Schema released(SchemaText{{kPath, kSample}});
  const Schema schema(SchemaText{{"arena/v1/other_service.proto", kSample}});
  EXPECT_THAT(BreaksOf(released, schema),
              Contains(std::string(kPath) + ": was removed or renamed"));
}

TEST(PlantedTest, AnAdditionIsNoBreak) {
  const Schema released(SchemaText{{kPath, kSample}});
  const Schema schema(Changed("reserved 9;", "reserved 9; bool more = 3;"));
  EXPECT_THAT(BreaksOf(released, schema), IsEmpty());
}

}  // namespace
}  // namespace arena
