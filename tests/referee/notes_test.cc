// Notes of bots (Act.note): their author reads them, and nobody else.
#include "tests/referee/access_fixture.h"
#include "tests/referee/raw_bot.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class NotesTest : public AccessControlTest {
 protected:
  // Has a bot play a match; its first act has the note. Returns the match.
  std::string PlayWithNote(const std::string& bot, const std::string& note) {
    const std::string match_id = CreateMatchOf(bot);
    RawBot player(*play_, As(bot));
    player.SayHello(bot);
    v1::PlayRequest request = RawBot::ActFor(player.AwaitPrompt(), 0);
    request.mutable_act()->set_note(note);
    player.Send(request);
    player.PlayToTheEnd();
    return match_id;
  }
  std::string CreateMatchOf(const std::string& bot) {
    const v1::CreateMatchRequest request =
        Request("seconds", {"bot:" + bot, "first", "first", "first"});
    v1::CreateMatchResponse response;
    const grpc::Status status =
        Call("root", *matches_, &v1::MatchService::Stub::CreateMatch, request,
             response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.match().match_id();
  }
  grpc::Status List(const std::string& who, const std::string& match_id,
                    v1::ListNotesResponse& response) {
    v1::ListNotesRequest request;
    request.set_match_id(match_id);
    auto stub = v1::ReplayService::NewStub(channel_);
    return Call(who, *stub, &v1::ReplayService::Stub::ListNotes, request,
                response);
  }
  // The notes that a caller sees.
  std::vector<std::string> NotesFor(const std::string& who,
                                    const std::string& match_id) {
    v1::ListNotesResponse response;
    const grpc::Status status = List(who, match_id, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    std::vector<std::string> notes;
    for (const v1::DecisionNote& note : response.notes()) {
      notes.push_back(absl::StrCat(note.seat(), "/", note.decision(), ": ",
                                   note.note()));
    }
    return notes;
  }
};

TEST_F(NotesTest, AuthorAndAdminReadTheNotesOfABot) {
  StartWithTokens();
  const std::string match_id = PlayWithNote("a", "I expect two tricks");
  // Which decision it is depends on who leads.
  const auto note =
      AllOf(StartsWith("0/"), EndsWith(": I expect two tricks"));
  EXPECT_THAT(NotesFor("ada", match_id), ElementsAre(note));
  EXPECT_THAT(NotesFor("root", match_id), ElementsAre(note));
}
TEST_F(NotesTest, AnotherAuthorSeesNone) {
  StartWithTokens();
  EXPECT_THAT(NotesFor("bob", PlayWithNote("a", "mine")), IsEmpty());
}
TEST_F(NotesTest, BotsAndSpectatorsMayNotAsk) {
  StartWithTokens();
  const std::string match_id = PlayWithNote("a", "mine");
  v1::ListNotesResponse response;
  for (const char* who : {"a", "b", "eve"}) {
    EXPECT_EQ(List(who, match_id, response).error_code(),
              grpc::StatusCode::PERMISSION_DENIED);
  }
}
TEST_F(NotesTest, AMatchThatIsNotOverHasNone) {
  StartWithTokens();
  v1::ListNotesResponse response;
  EXPECT_EQ(List("root", CreateMatchOf("a"), response).error_code(),
            grpc::StatusCode::NOT_FOUND);
}
TEST_F(NotesTest, NoteThatIsTooLongIsDroppedAndTheActCounts) {
  StartWithTokens();
  CreateMatchOf("a");
  RawBot player(*play_, As("a"));
  player.SayHello("a");
  v1::PlayRequest request = RawBot::ActFor(player.AwaitPrompt(), 0);
  request.mutable_act()->set_note(std::string(kMaxNoteBytes + 1, 'x'));
  player.Send(request);
  EXPECT_EQ(player.AwaitError(), v1::ERROR_REASON_NOTE_TOO_LONG);
  EXPECT_EQ(player.PlayToTheEnd().result().faults_size(), 0);
}

}  // namespace
}  // namespace arena::referee
