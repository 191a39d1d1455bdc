// Jobs with a shell in the place of the program: it does as its arguments say.
#include "gauze/studio/jobs/jobs.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "gauze/base/json.h"
#include "gauze/studio/jobs/child.h"
#include "gauze/studio/jobs/command_line.h"
#include "gauze/studio/testing/temporary_folder.h"

namespace gauze::studio {
namespace {

using std::chrono::milliseconds;

JobOrder Shell(const std::string& script) {
  JobOrder order;
  order.action = "test";
  order.options = "{}";
  order.arguments = {"-c", script};
  return order;
}

Json Ended(const Jobs& jobs, const std::string& id) {
  for (int i = 0; i < 1000; ++i) {
    Json job = jobs.Show(id);
    if (job["state"] != "running") return job;
    std::this_thread::sleep_for(milliseconds(20));
  }
  return jobs.Show(id);
}

class JobsTest : public testing::Test {
 protected:
  Json Do(JobOrder order) {
    const Json started = *jobs_.Start(std::move(order));
    return Ended(jobs_, started["id"]);
  }

  TemporaryFolder folder_;
  Jobs jobs_{folder_.path(), "/bin/sh"};
};

TEST_F(JobsTest, KeepsWhatWasPrinted) {
  std::atomic<bool> finished = false;
  JobOrder order = Shell(R"sh(printf '{"rows": 3, "where": "%s"}' "$(pwd)")sh");
  order.finished = [&](const std::string&) {
    finished = true;
    return Status{};
  };
  const Json job = Do(std::move(order));
  EXPECT_EQ(job["state"], "done");
  EXPECT_EQ(job["result"]["rows"], 3);
  EXPECT_EQ(job["result"]["where"], folder_.path());
  EXPECT_TRUE(job["error"].is_null());
  EXPECT_TRUE(finished);
  EXPECT_EQ(Do(Shell("printf '{\"holds\": false}'; exit 1"))["state"], "done");
}

// What a job has made could not be used: the job has failed, and says why.
TEST_F(JobsTest, FailsWithWhatFollowsIt) {
  JobOrder order = Shell("echo '{}'");
  order.project = "t.yaml";
  order.finished = [](const std::string&) -> Status { return InputError("no", "t.csv", "do"); };
  const Json job = Do(std::move(order));
  EXPECT_EQ(job["state"], "failed");
  EXPECT_EQ(job["error"]["message"], "no");
  EXPECT_EQ(job["error"]["hint"], "do");
  EXPECT_EQ(job["project"], "t.yaml");
}

TEST_F(JobsTest, IsBusyWhileOneRuns) {
  EXPECT_FALSE(jobs_.IsBusy());
  JobOrder order = Shell("sleep 30");
  order.project = "t.csv";
  const Json started = *jobs_.Start(std::move(order));
  EXPECT_TRUE(jobs_.IsBusy());
  EXPECT_TRUE(jobs_.IsRunning("test", "t.csv"));
  EXPECT_FALSE(jobs_.IsRunning("test", "other.csv"));
  EXPECT_FALSE(jobs_.IsRunning("other", "t.csv"));
  jobs_.Cancel(started["id"]);
  Ended(jobs_, started["id"]);
  EXPECT_FALSE(jobs_.IsBusy());
  EXPECT_FALSE(jobs_.IsRunning("test", "t.csv"));
}

TEST_F(JobsTest, TellsProgress) {
  const Json started = *jobs_.Start(Shell(
      R"(printf '{"stage": "read", "done": 1, "total": 4, "unit": "rows"}\n' >&$GAUZE_PROGRESS_FD; sleep 0.5; echo '{}')"));
  const auto events = jobs_.Watch(started["id"]);
  ASSERT_NE(events, nullptr);
  std::string told;
  for (int i = 0; i < 200; ++i) {
    const auto next = events->Next();
    if (!next) break;
    told += *next;
    std::this_thread::sleep_for(milliseconds(20));
  }
  EXPECT_NE(told.find("event: progress\n"), told.npos);
  EXPECT_NE(
      told.find(R"("progress":{"stage":"read","done":1,"total":4,"unit":"rows","share":0.25})"),
      told.npos)
      << told;
  EXPECT_EQ(told.find("event: end\n"), told.rfind("event: "));
  EXPECT_EQ(jobs_.Watch("99"), nullptr);
}

TEST_F(JobsTest, FailsInWords) {
  const Json told = Do(Shell(
      R"(echo '{"error": {"message": "no rows", "where": "a.csv", "hint": "add some"}}'; exit 2)"));
  EXPECT_EQ(told["state"], "failed");
  EXPECT_EQ(told["error"]["message"], "no rows");
  EXPECT_EQ(told["error"]["place"], "a.csv");
  EXPECT_EQ(told["error"]["code"], 2);
  EXPECT_EQ(Do(Shell("echo 'gauze: broken' >&2; exit 3"))["error"]["message"], "broken");
  EXPECT_EQ(Do(Shell("kill -9 $$"))["error"]["code"], 137);
  JobOrder unprepared = Shell("echo '{}'");
  unprepared.prepare = []() -> Status { return InputError("no sample"); };
  EXPECT_EQ(Do(std::move(unprepared))["error"]["message"], "no sample");
}

TEST_F(JobsTest, CancelsWhatRuns) {
  const Json started = *jobs_.Start(Shell("exec sleep 60"));
  EXPECT_TRUE(jobs_.Cancel(started["id"]));
  const Json job = Ended(jobs_, started["id"]);
  EXPECT_EQ(job["state"], "cancelled");
  EXPECT_LT(job["seconds"].get<double>(), 9);
  EXPECT_FALSE(jobs_.Cancel("99"));
}

TEST_F(JobsTest, OnlyTheLastOfAKindGoesOn) {
  JobOrder first = Shell("exec sleep 60");
  first.replaces = true;
  JobOrder second = Shell("echo '{}'");
  second.replaces = true;
  const Json started = *jobs_.Start(std::move(first));
  EXPECT_EQ(Do(std::move(second))["state"], "done");
  EXPECT_EQ(Ended(jobs_, started["id"])["state"], "cancelled");
}

TEST_F(JobsTest, NotTooManyAtATime) {
  std::size_t started = 0;
  while (started < 20 && jobs_.Start(Shell("exec sleep 60"))) ++started;
  EXPECT_GT(started, 1U);
  EXPECT_LT(started, 20U);
  for (const Json& job : jobs_.List()) jobs_.Cancel(job["id"]);
}

// Neither a socket nor a file of ours: what ls finds is what it was given, and its own.
TEST(Child, GetsNoFiles) {
  const int file = dup(0);
  auto child = Child::Start({.program = "/bin/ls", .arguments = {"/proc/self/fd"}, .folder = "/"});
  ASSERT_TRUE(child);
  const std::atomic<bool> never = false;
  EXPECT_EQ(child->Wait(never, [](std::string_view) {}).output, "0\n1\n2\n3\n4\n");
  close(file);
}

TEST(CommandLine, TakesNothingForAnOption) {
  const auto words = CommandLine({"hierarchy", "suggest"})
                         .Path("-a.csv")
                         .Word("--out=/etc/passwd")
                         .Option("--marker", "-")
                         .Flag("--json")
                         .words();
  EXPECT_EQ(words, (std::vector<std::string>{"hierarchy", "suggest", "--marker=-", "--json", "--",
                                             "./-a.csv", "--out=/etc/passwd"}));
  EXPECT_EQ(CommandText(CommandLine({"run"}).Path("my p.yaml").Option("--memory", "1GiB").words()),
            "gauze run 'my p.yaml' --memory 1GiB");
  EXPECT_EQ(CommandText({"x", "it's", ""}), "gauze x 'it'\\''s' ''");
}

}  // namespace
}  // namespace gauze::studio
