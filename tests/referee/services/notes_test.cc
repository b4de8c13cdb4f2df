// Notes of bots (Act.note): only their author and an admin read them.
#include <string>
#include <thread>
#include <vector>

#include "tests/referee/services/access_fixture.h"
#include "tests/referee/services/raw_bot.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::SizeIs;
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
  // Plays a match in which the first acts of a and b have notes.
  std::string PlayWithTwoNotes() {
    const std::string match_id = CreateMatch({"bot:a", "bot:b"});
    const auto play = [&](const std::string& bot) {
      RawBot player(*play_, As(bot));
      player.SayHello(bot);
      v1::PlayRequest request = RawBot::ActFor(player.AwaitPrompt(), 0);
      request.mutable_act()->set_note("of " + bot);
      player.Send(request);
      player.PlayToTheEnd();
    };
    std::thread other([&] { play("b"); });
    play("a");
    other.join();
    return match_id;
  }
  std::string CreateMatchOf(const std::string& bot) {
    return CreateMatch({"bot:" + bot, "first"});
  }
  std::string CreateMatch(std::vector<std::string> seats) {
    seats.resize(4, "first");
    const v1::CreateMatchRequest request = Request("seconds", seats);
    v1::CreateMatchResponse response;
    const grpc::Status status =
        Call("root", *matches_, &v1::MatchService::Stub::CreateMatch, request,
             response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.match().match_id();
  }
  grpc::Status List(const std::string& who, const std::string& match_id,
                    v1::ListNotesResponse& response, uint32_t page_size = 0,
                    const std::string& page_token = "") {
    v1::ListNotesRequest request;
    request.set_match_id(match_id);
    request.set_page_size(page_size);
    request.set_page_token(page_token);
    auto stub = v1::ReplayService::NewStub(channel_);
    return Call(who, *stub, &v1::ReplayService::Stub::ListNotes, request,
                response);
  }
  // Returns the notes that a caller sees.
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
  // The number of the decision depends on the seat that leads.
  const auto note =
      AllOf(StartsWith("0/"), EndsWith(": I expect two tricks"));
  EXPECT_THAT(NotesFor("ada", match_id), ElementsAre(note));
  EXPECT_THAT(NotesFor("root", match_id), ElementsAre(note));
}
TEST_F(NotesTest, AnotherAuthorSeesNone) {
  StartWithTokens();
  EXPECT_THAT(NotesFor("bob", PlayWithNote("a", "mine")), IsEmpty());
}
TEST_F(NotesTest, ANoteAsLongAsMayBeIsKept) {
  StartWithTokens();
  const std::string note(kMaxNoteBytes, 'x');
  EXPECT_THAT(NotesFor("ada", PlayWithNote("a", note)),
              ElementsAre(EndsWith(": " + note)));
}
TEST_F(NotesTest, OfTwoBotsAnAuthorSeesTheNotesOfItsOwn) {
  StartWithTokens();
  const std::string match_id = PlayWithTwoNotes();
  EXPECT_THAT(NotesFor("ada", match_id), ElementsAre(EndsWith(": of a")));
  EXPECT_THAT(NotesFor("bob", match_id), ElementsAre(EndsWith(": of b")));
  EXPECT_THAT(NotesFor("root", match_id), SizeIs(2));
}
TEST_F(NotesTest, EveryPageHasOtherNotes) {
  StartWithTokens();
  const std::string match_id = PlayWithTwoNotes();
  v1::ListNotesResponse first;
  ASSERT_TRUE(List("root", match_id, first, 1).ok());
  ASSERT_EQ(first.notes_size(), 1);
  ASSERT_NE(first.next_page_token(), "");
  v1::ListNotesResponse second;
  ASSERT_TRUE(List("root", match_id, second, 1, first.next_page_token()).ok());
  ASSERT_EQ(second.notes_size(), 1);
  EXPECT_EQ(second.next_page_token(), "");
  EXPECT_NE(first.notes(0).seat(), second.notes(0).seat());
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
