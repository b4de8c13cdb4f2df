#include "arena/mischief/mischief.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace arena::mischief {
namespace {

absl::Status Lost() {
  return absl::UnavailableError("the connection is broken to try the bot");
}

bool Asks(const v1::PlayResponse& response) {
  return response.prompt().kind() == v1::DECISION_KIND_MUST;
}

class LosingAfterPrompt : public Mischief {
 public:
  ToBot OnResponse(const v1::PlayResponse& response) override {
    ToBot passage = {{response}};
    if (Asks(response) && ++asked_ == 2) passage.then_end = Lost();
    return passage;
  }

 private:
  int asked_ = 0;
};

class LosingAnswer : public Mischief {
 public:
  ToReferee OnRequest(const v1::PlayRequest& request) override {
    if (!request.has_act() || ++answered_ != 2) return {};
    return {.told = false, .then_end = Lost()};
  }

 private:
  int answered_ = 0;
};

class LosingAfterStart : public Mischief {
 public:
  ToBot OnResponse(const v1::PlayResponse& response) override {
    ToBot passage = {{response}};
    if (response.has_match_start() && ++started_ == 1) {
      passage.then_end = Lost();
    }
    return passage;
  }

 private:
  int started_ = 0;
};

class SayingTwice : public Mischief {
 public:
  ToBot OnResponse(const v1::PlayResponse& response) override {
    if (!response.has_match_start() && !response.has_prompt()) {
      return {{response}};
    }
    return {{response, response}};
  }
};

class SayingNewThings : public Mischief {
 public:
  ToBot OnResponse(const v1::PlayResponse& response) override {
    // Field 1000 with the value 1, and field 1001 with a text: in no release.
    const std::string number("\xc0\x3e\x01", 3);
    const std::string text("\xca\x3e\x03new", 6);
    v1::PlayResponse newer = response;
    newer.MergeFromString(number);
    if (newer.has_prompt()) newer.mutable_prompt()->MergeFromString(text);
    if (newer.has_match_start()) {
      newer.mutable_match_start()->MergeFromString(text);
    }
    v1::PlayResponse unknown;
    unknown.MergeFromString(text);
    return {{unknown, newer}};
  }
};

class Draining : public Mischief {
 public:
  ToReferee OnRequest(const v1::PlayRequest& request) override {
    if (request.has_act()) ++answered_;
    return {};
  }
  ToBot OnResponse(const v1::PlayResponse& response) override {
    ToBot passage = {{response}};
    if (Asks(response) && answered_ >= 2 && !drained_) {
      drained_ = true;
      v1::PlayResponse draining;
      draining.mutable_draining()->mutable_time_left()->set_seconds(0);
      v1::PlayResponse error;
      error.mutable_error()->set_reason(v1::ERROR_REASON_DRAINING);
      error.mutable_error()->set_message("the referee stops; come back");
      error.mutable_error()->set_fatal(true);
      passage.told.push_back(draining);
      passage.told.push_back(error);
      passage.then_end = Lost();
    }
    return passage;
  }

 private:
  int answered_ = 0;
  bool drained_ = false;
};

// The bot's answers to its pings do not go to the referee, which sent none.
class Pinging : public Mischief {
 public:
  ToBot OnResponse(const v1::PlayResponse& response) override {
    ToBot passage = {{response}};
    if (Asks(response)) {
      v1::PlayResponse ping;
      ping.mutable_ping()->set_nonce(kFirstNonce + ++pings_);
      passage.told.push_back(ping);
    }
    return passage;
  }
  ToReferee OnRequest(const v1::PlayRequest& request) override {
    return {.told = request.pong().nonce() <= kFirstNonce};
  }

 private:
  static constexpr uint32_t kFirstNonce = 4'000'000'000;
  uint32_t pings_ = 0;
};

class Refusing : public Mischief {
 public:
  ToBot OnResponse(const v1::PlayResponse&) override {
    v1::PlayResponse error;
    error.mutable_error()->set_reason(v1::ERROR_REASON_NAME_IN_USE);
    error.mutable_error()->set_message(
        "a bot of this name is connected already (said to try the bot)");
    error.mutable_error()->set_fatal(true);
    return {{error},
            absl::AlreadyExistsError("the name is in use")};
  }
};

// Several mischiefs one after the other: each gets the messages that the
// previous one passes on.
class Chain : public Mischief {
 public:
  explicit Chain(std::vector<std::unique_ptr<Mischief>> links)
      : links_(std::move(links)) {}

  ToBot OnResponse(const v1::PlayResponse& response) override {
    ToBot passage = {{response}};
    for (const auto& link : links_) {
      ToBot next = {{}, std::move(passage.then_end)};
      for (const v1::PlayResponse& told : passage.told) {
        ToBot made = link->OnResponse(told);
        std::move(made.told.begin(), made.told.end(),
                  std::back_inserter(next.told));
        if (!made.then_end.has_value()) continue;
        next.then_end = std::move(made.then_end);
        break;
      }
      passage = std::move(next);
    }
    return passage;
  }
  ToReferee OnRequest(const v1::PlayRequest& request) override {
    for (const auto& link : links_) {
      ToReferee passage = link->OnRequest(request);
      if (!passage.told || passage.then_end.has_value()) return passage;
    }
    return {};
  }

 private:
  const std::vector<std::unique_ptr<Mischief>> links_;
};

}  // namespace

std::unique_ptr<Mischief> LoseStreamAfterPrompt() {
  return std::make_unique<LosingAfterPrompt>();
}
std::unique_ptr<Mischief> LoseAnswer() {
  return std::make_unique<LosingAnswer>();
}
std::unique_ptr<Mischief> LoseStreamAfterStart() {
  return std::make_unique<LosingAfterStart>();
}
std::unique_ptr<Mischief> SayTwice() { return std::make_unique<SayingTwice>(); }
std::unique_ptr<Mischief> SayNewThings() {
  return std::make_unique<SayingNewThings>();
}
std::unique_ptr<Mischief> Drain() { return std::make_unique<Draining>(); }
std::unique_ptr<Mischief> PingAtPrompts() { return std::make_unique<Pinging>(); }
std::unique_ptr<Mischief> RefuseHello() { return std::make_unique<Refusing>(); }
std::unique_ptr<Mischief> MakeRehearsal() {
  std::vector<std::unique_ptr<Mischief>> links;
  // Mischiefs that count messages come before mischiefs that multiply them.
  links.push_back(LoseStreamAfterPrompt());
  links.push_back(LoseAnswer());
  links.push_back(Drain());
  links.push_back(SayTwice());
  links.push_back(SayNewThings());
  return std::make_unique<Chain>(std::move(links));
}

}  // namespace arena::mischief
