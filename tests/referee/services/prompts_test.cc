// `arena prompts` must write the messages that bots were sent, and nothing
// else. The tests compare it with bots that played at a referee.
#include "arena/record/prompts.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <thread>

#include "arena/core/secrets.h"
#include "tests/referee/services/raw_bot.h"
#include "tests/referee/services/referee_fixture.h"

namespace arena::referee {
namespace {

using Messages = std::vector<v1::PlayResponse>;

// Makes announcements now and then, and keeps all its messages. In one decision
// the bot makes a wrong choice.
class KeepingBot {
 public:
  KeepingBot(v1::PlayService::Stub& stub, const std::string& name,
             uint32_t wrong_decision)
      : bot_(stub), wrong_decision_(wrong_decision) {
    v1::PlayRequest request;
    v1::Hello& hello = *request.mutable_hello();
    hello.set_name(name);
    hello.add_capabilities(v1::CAPABILITY_TEXT);
    hello.add_capabilities(v1::CAPABILITY_EVENTS);
    AddAllGames(hello);
    bot_.Send(request);
    EXPECT_TRUE(bot_.Read()->has_welcome());
  }

  void Play() {
    while (const auto message = bot_.Read()) {
      if (message->has_ping()) {
        v1::PlayRequest pong;
        pong.mutable_pong()->set_nonce(message->ping().nonce());
        bot_.Send(pong);
        continue;
      }
      kept_.push_back(*message);
      if (message->has_match_start()) bot_.GetReady(message->match_start());
      if (message->has_prompt()) Answer(message->prompt());
      if (message->has_match_end()) return;
    }
    ADD_FAILURE() << "no end: " << bot_.Finish().error_message();
  }
  const Messages& kept() const { return kept_; }

 private:
  void Answer(const v1::Prompt& prompt) {
    const uint32_t mixed = (prompt.decision() * 2654435761U) >> 9;
    // A record does not tell whether an announcement came before or after
    // simultaneous choices.
    const bool alone = prompt.observation().ordago().to_act_size() <= 1;
    if (prompt.announcements_size() > 0 && alone && mixed % 5 == 0) {
      v1::PlayRequest request;
      v1::Announce& announce = *request.mutable_announce();
      announce.set_match_id(prompt.match_id());
      announce.set_seat(prompt.seat());
      announce.set_decision(prompt.decision());
      announce.set_id(prompt.announcements(0).id());
      bot_.Send(request);
    }
    if (prompt.kind() != v1::DECISION_KIND_MUST) return;
    const bool wrong = prompt.decision() == wrong_decision_;
    const auto actions = static_cast<uint32_t>(prompt.actions_size());
    bot_.Send(RawBot::ActFor(prompt, wrong ? 10000 : mixed % actions));
  }

  RawBot bot_;
  const uint32_t wrong_decision_;
  Messages kept_;
};

// The messages to a bot, without the parts that a record does not keep.
struct Told {
  explicit Told(const Messages& messages) {
    for (const v1::PlayResponse& message : messages) Add(message);
  }

  Messages rest;
  // Acknowledgements are kept apart, because they ride on a later message.
  std::vector<v1::ActAck> acks;

 private:
  void Add(v1::PlayResponse message) {
    if (message.has_act_ack()) return AddAck(message.act_ack());
    if (message.has_announce_ack() && message.announce_ack().status() !=
                                          v1::AnnounceAck::STATUS_MADE) {
      return;
    }
    if (message.has_prompt()) {
      v1::Prompt& prompt = *message.mutable_prompt();
      if (prompt.has_ack()) AddAck(prompt.ack());
      prompt.clear_ack();
      prompt.clear_round_trip();
      // Only the presence of times counts here; other tests of record check
      // them.
      if (prompt.has_allowance_left()) prompt.mutable_allowance_left()->Clear();
      if (prompt.has_bank_left()) prompt.mutable_bank_left()->Clear();
    }
    rest.push_back(message);
  }
  void AddAck(v1::ActAck ack) {
    // A bot that answers every prompt may answer a decision twice.
    if (!acks.empty() && acks.back().decision() == ack.decision()) return;
    if (ack.has_charged()) ack.mutable_charged()->Clear();
    if (ack.has_bank_left()) ack.mutable_bank_left()->Clear();
    if (ack.status() == v1::ActAck::STATUS_FAULT) ack.clear_message();
    acks.push_back(ack);
  }
};

// A prompt may be replaced, or its decision may be over, before the bot reads
// it. Then the prompt is not sent, unless no other prompt demands that choice.
bool MayBeLost(const Messages& messages, size_t i) {
  if (!messages[i].has_prompt()) return false;
  const v1::Prompt& prompt = messages[i].prompt();
  const auto prompts = std::count_if(
      messages.begin(), messages.end(), [&](const auto& message) {
        return message.prompt().decision() == prompt.decision();
      });
  return prompt.kind() == v1::DECISION_KIND_MAY || prompts > 1;
}

void ExpectSameAcks(const Told& received, const Told& retold) {
  ASSERT_EQ(received.acks.size(), retold.acks.size());
  for (size_t i = 0; i < retold.acks.size(); ++i) {
    EXPECT_EQ(received.acks[i].DebugString(), retold.acks[i].DebugString());
  }
}

void ExpectSameRest(const Messages& received, const Messages& retold) {
  size_t at = 0;
  for (size_t i = 0; i < retold.size(); ++i) {
    google::protobuf::util::MessageDifferencer differencer;
    std::string difference;
    differencer.ReportDifferencesToString(&difference);
    if (at < received.size() && differencer.Compare(received[at], retold[i])) {
      ++at;
      continue;
    }
    if (MayBeLost(retold, i)) continue;
    FAIL() << "message " << at << " of " << received.size()
           << " (retold: " << i << " of " << retold.size()
           << ") differs:\n" << difference
           << (at < received.size() ? received[at].ShortDebugString() : "none");
  }
  EXPECT_EQ(at, received.size()) << "a bot received more";
}

class PromptsTest : public RefereeTest {
 protected:
  // Bots play in all seats. Then the record must tell each bot the same.
  void PlayAndCompare(v1::CreateMatchRequest request, int seats,
                      uint32_t wrong_decision = 0) {
    StartReferee();
    std::vector<std::unique_ptr<KeepingBot>> bots;
    for (int seat = 0; seat < seats; ++seat) {
      const std::string name = "bot" + std::to_string(seat);
      bots.push_back(
          std::make_unique<KeepingBot>(*play_, name, wrong_decision));
      request.add_seats()->set_bot(name);
    }
    v1::Match match;
    ASSERT_TRUE(Create(request, &match).ok());
    std::vector<std::thread> threads;
    for (const auto& bot : bots) {
      threads.emplace_back([&bot] { bot->Play(); });
    }
    for (std::thread& thread : threads) thread.join();
    const std::string bytes = RecordBytes(match.match_id());
    const absl::StatusOr<Record> record = ReadRecord(bytes);
    ASSERT_THAT(record, IsOk());
    for (int seat = 0; seat < seats; ++seat) {
      SCOPED_TRACE(seat);
      const auto retold =
          PromptsOf(*record, Sha256(bytes), {.seat = seat, .events = true});
      ASSERT_THAT(retold, IsOk());
      const Told one(bots[static_cast<size_t>(seat)]->kept());
      const Told other(*retold);
      ExpectSameAcks(one, other);
      ExpectSameRest(one.rest, other.rest);
    }
  }

  std::string RecordBytes(const std::string& match_id) {
    const auto stub = v1::ReplayService::NewStub(channel_);
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    v1::GetRecordRequest request;
    request.set_match_id(match_id);
    const auto reader = stub->GetRecord(&context, request);
    std::string bytes;
    v1::GetRecordResponse part;
    while (reader->Read(&part)) bytes += part.chunk();
    EXPECT_TRUE(reader->Finish().ok());
    return bytes;
  }
};

class PromptsOfGameTest : public PromptsTest,
                          public ::testing::WithParamInterface<const char*> {};

TEST_P(PromptsOfGameTest, BotsReceivedWhatTheRecordTells) {
  v1::CreateMatchRequest request;
  request.set_game(GetParam());
  request.set_label("compared");
  PlayAndCompare(request, FindGame(GetParam()).value()->info->default_seats);
}

INSTANTIATE_TEST_SUITE_P(Games, PromptsOfGameTest,
                         ::testing::Values("doppelkopf", "octrix", "ordago",
                                           "ordo", "seconds"),
                         [](const auto& info) { return info.param; });

TEST_F(PromptsTest, AnUntimedMatchHasNoTimes) {
  v1::CreateMatchRequest request;
  request.set_game("ordo");
  request.mutable_clock()->set_untimed(true);
  PlayAndCompare(request, 2);
}

TEST_F(PromptsTest, AFaultThatEndsTheMatchIsTold) {
  v1::CreateMatchRequest request;
  request.set_game("ordo");
  PlayAndCompare(request, 2, /*wrong_decision=*/5);
}

TEST_F(PromptsTest, AFaultWithASubstituteIsTold) {
  v1::CreateMatchRequest request;
  request.set_game("octrix");
  PlayAndCompare(request, 3, /*wrong_decision=*/4);
}

TEST_F(PromptsTest, ASeatThatIsPlayedForIsAskedNoMore) {
  v1::CreateMatchRequest request;
  request.set_game("doppelkopf");
  request.set_max_faults(1);
  PlayAndCompare(request, 4, /*wrong_decision=*/9);
}

}  // namespace
}  // namespace arena::referee
