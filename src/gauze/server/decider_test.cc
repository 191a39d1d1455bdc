// The thread that decides, with a database that fails when a test says so: what was answered is
// written, once, whatever happens to a transaction. tests/server does the same to PostgreSQL.
#include "gauze/server/decider.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <future>

#include "gauze/base/testing/temp_folder.h"
#include "gauze/server/testing/failing_store.h"

namespace gauze::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class OneWaiter : public http::Waiter {
 public:
  bool Gone() const override { return gone; }
  void Answer(http::Response response) override { answer.set_value(std::move(response)); }

  std::atomic<bool> gone = false;
  std::promise<http::Response> answer;
};

// An endpoint that says how often it was called, and one that always refuses.
std::atomic<int> calls = 0;
Verdict CountCall(Desk& /*desk*/, const Call& /*call*/) { return Done(std::to_string(++calls)); }
Verdict RefuseCall(Desk& /*desk*/, const Call& /*call*/) {
  return Refused(403, "support", "for the " + std::to_string(++calls) + "th time");
}

Route RouteTo(Endpoint endpoint) {
  return {.method = "POST",
          .pattern = "/v1/count",
          .kind = "count",
          .role = Role::kResearcher,
          .body = BodyKind::kNone,
          .query = "",
          .keyed = true,
          .endpoint = endpoint};
}

class DeciderTest : public testing::Test {
 protected:
  DeciderTest() {
    calls = 0;
    state_.log_key = *SecretKey::Random();
    state_.digests = *KeyedDigest::Under(state_.log_key);
    digests_ = state_.digests;
  }

  void Start() {
    auto head_file = HeadFile::Open(folder_.path().string(), digests_);
    ASSERT_TRUE(head_file);
    decider_.emplace(
        std::move(state_), std::make_unique<FailingStore>(disk_), *std::move(head_file),
        [this]() -> Result<std::unique_ptr<LogStore>> {
          const std::lock_guard lock(disk_.mutex);
          if (disk_.away) return Broken();
          return std::make_unique<FailingStore>(disk_);
        },
        limits_, metrics_);
  }

  std::future<http::Response> Submit(const std::string& key = "",
                                     const std::string& body = "digest", bool gone = false) {
    auto waiter = std::make_shared<OneWaiter>();
    waiter->gone = gone;
    Task task;
    task.route = &route_;
    task.kind = "count";
    task.call.caller.subject = "ada";
    task.call.request.idempotency_key = key;
    task.call.body_digest = body;
    task.waiter = waiter;
    std::future<http::Response> answer = waiter->answer.get_future();
    decider_->Submit(std::move(task));
    return answer;
  }

  // Fails the test rather than wait forever.
  static http::Response Get(std::future<http::Response> answer) {
    EXPECT_EQ(answer.wait_for(seconds(20)), std::future_status::ready);
    return answer.wait_for(seconds(0)) == std::future_status::ready ? answer.get()
                                                                    : http::Response{};
  }

  void WaitUntilReady() {
    for (int i = 0; i < 1000 && !decider_->Ready(); ++i) {
      std::this_thread::sleep_for(milliseconds(10));
    }
    EXPECT_TRUE(decider_->Ready());
  }

  // The log is a chain of so many entries, and its end is the one noted outside of the database.
  void ExpectLog(std::size_t entries) {
    const auto log = disk_.Log();
    EXPECT_EQ(log.size(), entries);
    EXPECT_TRUE(VerifyChain(log));
    const auto noted = HeadFile::Look(folder_.path().string(), digests_);
    ASSERT_TRUE(noted && *noted);
    EXPECT_EQ((*noted)->hash, log.back().hash);
  }

  TempFolder folder_;
  Disk disk_;
  State state_;
  KeyedDigest digests_;
  Limits limits_;
  Metrics metrics_;
  Route route_ = RouteTo(&CountCall);
  std::optional<Decider> decider_;
};

TEST_F(DeciderTest, WhatIsAnsweredIsInTheLogAndNotedOutsideOfTheDatabase) {
  Start();
  for (std::size_t i = 1; i <= 3; ++i) {
    EXPECT_EQ(Get(Submit()).body, std::to_string(i));
    ExpectLog(i);
  }
  const auto log = disk_.Log();
  EXPECT_EQ(log[0].who, "ada");
  EXPECT_EQ(log[0].decision, "done");
  EXPECT_EQ(log[0].body_digest, "digest");
  EXPECT_EQ(metrics_.audit_entries.load(), 3U);
}

TEST_F(DeciderTest, NobodyIsAnsweredBeforeItIsWritten) {
  disk_.held = true;
  Start();
  auto answer = Submit();
  EXPECT_EQ(answer.wait_for(milliseconds(200)), std::future_status::timeout);
  disk_.Set([](Disk& disk) { disk.held = false; });
  EXPECT_EQ(Get(std::move(answer)).code, 200U);
  ExpectLog(1);
}

TEST_F(DeciderTest, ATransactionThatWasLostIsWrittenAgainAndNobodyIsTurnedAway) {
  disk_.trouble = Disk::Trouble::kLost;
  Start();
  EXPECT_EQ(Get(Submit()).body, "1");
  EXPECT_EQ(Get(Submit()).body, "2");
  ExpectLog(2);
  EXPECT_EQ(metrics_.database_failures.load(), 1U);
}

TEST_F(DeciderTest, ATransactionThatWasWrittenAlthoughItFailedIsNotWrittenTwice) {
  disk_.trouble = Disk::Trouble::kUnheard;
  Start();
  EXPECT_EQ(Get(Submit()).body, "1");
  ExpectLog(1);
  EXPECT_EQ(Get(Submit()).body, "2");
  ExpectLog(2);
}

TEST_F(DeciderTest, WithoutADatabaseAllAreTurnedAwayAndTheBatchIsKept) {
  disk_.held = true;
  Start();
  auto first = Submit("key");
  disk_.WaitUntilReached();
  auto second = Submit();
  disk_.Set([](Disk& disk) {
    disk.away = true;
    disk.held = false;
  });
  EXPECT_EQ(Get(std::move(first)).code, 503U);
  EXPECT_EQ(Get(std::move(second)).code, 503U);
  EXPECT_FALSE(decider_->Ready());
  EXPECT_EQ(Get(Submit()).code, 503U);
  EXPECT_TRUE(disk_.Log().empty());
  disk_.Set([](Disk& disk) { disk.away = false; });
  WaitUntilReady();
  // Who sends it again gets what was decided then, and is logged as one who did.
  EXPECT_EQ(disk_.Log().size(), 1U) << "who was not yet decided is told to come again, and no more";
  EXPECT_EQ(disk_.replies.size(), 1U);
  const int before = calls;
  EXPECT_EQ(Get(Submit("key")).body, "1");
  EXPECT_EQ(calls.load(), before + 1) << "rights are looked at again";
  ExpectLog(2);
}

TEST_F(DeciderTest, ADatabaseThatIsAwayWhileNobodyAsksIsNoticed) {
  Start();
  disk_.Set([](Disk& disk) { disk.away = true; });
  for (int i = 0; i < 500 && decider_->Ready(); ++i) std::this_thread::sleep_for(milliseconds(10));
  EXPECT_FALSE(decider_->Ready());
  EXPECT_EQ(Get(Submit()).code, 503U);
  disk_.Set([](Disk& disk) { disk.away = false; });
  WaitUntilReady();
  EXPECT_EQ(Get(Submit()).code, 200U);
  ExpectLog(1);
}

TEST_F(DeciderTest, AKeyIsForOneBodyAndAnsweredOnce) {
  Start();
  EXPECT_EQ(Get(Submit("key", "one")).body, "1");
  EXPECT_EQ(Get(Submit("key", "one")).body, "1");
  EXPECT_EQ(Get(Submit("other key", "one")).body, "3");
  EXPECT_EQ(Get(Submit("key", "two")).code, 422U);
  ExpectLog(4);
  EXPECT_EQ(disk_.Log().back().reason, "idempotency_key");
}

TEST_F(DeciderTest, ARefusalIsToldAgainWordForWord) {
  route_ = RouteTo(&RefuseCall);
  Start();
  const http::Response first = Get(Submit("key"));
  const http::Response again = Get(Submit("key"));
  EXPECT_EQ(first.code, 403U);
  EXPECT_EQ(again.code, 403U);
  EXPECT_EQ(again.body, first.body);
  EXPECT_EQ(calls.load(), 1);
  EXPECT_EQ(disk_.Log().back().reason, "support");
}

TEST_F(DeciderTest, NothingIsDecidedWhereEarlierRepliesCannotBeRead) {
  disk_.unreadable = true;
  Start();
  EXPECT_EQ(Get(Submit("key")).code, 503U);
  EXPECT_EQ(calls.load(), 0) << "it might have been answered before";
  EXPECT_TRUE(disk_.Log().empty());
  disk_.Set([](Disk& disk) { disk.unreadable = false; });
  WaitUntilReady();
  EXPECT_EQ(Get(Submit("key")).body, "1");
}

TEST_F(DeciderTest, WhoIsGoneIsNeitherDecidedNorLogged) {
  Start();
  (void)Submit("", "digest", true);
  EXPECT_EQ(Get(Submit()).body, "1");
  ExpectLog(1);
}

TEST_F(DeciderTest, MoreThanMayWaitAreTurnedAway) {
  limits_.waiting = 1;
  disk_.held = true;
  Start();
  auto first = Submit();
  disk_.WaitUntilReached();
  auto second = Submit();
  const http::Response third = Get(Submit());
  EXPECT_EQ(third.code, 503U);
  EXPECT_NE(third.body.find("busy"), std::string::npos) << third.body;
  disk_.Set([](Disk& disk) { disk.held = false; });
  EXPECT_EQ(Get(std::move(first)).code, 200U);
  EXPECT_EQ(Get(std::move(second)).code, 200U);
  ExpectLog(2);
}

TEST_F(DeciderTest, WhatWaitsIsDecidedBeforeTheEnd) {
  Start();
  std::vector<std::future<http::Response>> answers;
  for (int i = 0; i < 2000; ++i) answers.push_back(Submit());
  decider_->Stop();
  for (auto& answer : answers) EXPECT_EQ(Get(std::move(answer)).code, 200U);
  ExpectLog(2000);
}

// A process that ends at once, because what it knows is not what the database has; the next start
// reads everything again.
class DeciderEnds : public DeciderTest {
 protected:
  DeciderEnds() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  void Ask() {
    Start();
    (void)Get(Submit("key"));
  }
};

TEST_F(DeciderEnds, WhenSomebodyElseWroteTheLog) {
  disk_.trouble = Disk::Trouble::kOverrun;
  EXPECT_EXIT(Ask(), testing::ExitedWithCode(3), "not what this process wrote");
}

TEST_F(DeciderEnds, WhenATransactionIsRefusedForGood) {
  disk_.trouble = Disk::Trouble::kRejected;
  EXPECT_EXIT(Ask(), testing::ExitedWithCode(3), "refuses a transaction for good");
}

TEST_F(DeciderEnds, WhenAStoredReplyWasChanged) {
  EXPECT_EXIT(
      {
        Ask();
        disk_.Set([](Disk& disk) { disk.replies.begin()->second.body[0] ^= 1; });
        (void)Get(Submit("key"));
      },
      testing::ExitedWithCode(3), "cannot be opened");
}

TEST_F(DeciderEnds, WhenTheHeadCannotBeNoted) {
  EXPECT_EXIT(
      {
        // No file may grow: as on a full disk.
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit none{};
        setrlimit(RLIMIT_FSIZE, &none);
        Ask();
      },
      testing::ExitedWithCode(3), "");
}

}  // namespace
}  // namespace gauze::server
