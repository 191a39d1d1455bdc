#include "gauze/machine/machine.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gauze/base/json.h"
#include "gauze/base/testing/temp_folder.h"

namespace gauze {
namespace {

// A machine of which there is nothing to say.
Machine GoodMachine() {
  Machine machine;
  machine.cores = 8;
  machine.memory = 16ULL << 30U;
  machine.available = 12ULL << 30U;
  machine.working = {.path = "/data",
                     .writable = true,
                     .free = 100ULL << 30U,
                     .file_system = "ext4",
                     .bytes_per_second = 1e9};
  machine.temporary = machine.working;
  machine.temporary.path = "/tmp";
  machine.open_files = 1024;
  return machine;
}

void ExpectOnly(const Machine& machine, Advice::Level level, const std::string& part) {
  const auto advice = Judge(machine);
  ASSERT_EQ(advice.size(), 1U) << part;
  EXPECT_EQ(advice[0].level, level) << advice[0].message;
  EXPECT_NE(advice[0].message.find(part), std::string::npos) << advice[0].message;
  EXPECT_FALSE(advice[0].hint.empty());
  EXPECT_EQ(MachineJson(machine, advice)["ready"], level != Advice::Level::kProblem);
}

TEST(Judge, HasNothingToSayOfAGoodMachine) { EXPECT_TRUE(Judge(GoodMachine()).empty()); }

TEST(Judge, SeesMemoryThatIsShort) {
  Machine machine = GoodMachine();
  machine.limits.memory = 1ULL << 30U;
  ExpectOnly(machine, Advice::Level::kSlow, "memory is short");
  machine.limits.memory = 300ULL << 20U;
  ExpectOnly(machine, Advice::Level::kProblem, "300 MiB of memory is not enough");
  machine = GoodMachine();
  machine.available = 1ULL << 30U;
  ExpectOnly(machine, Advice::Level::kSlow, "in use by other programs");
  machine = GoodMachine();
  machine.swap = 1;
  ExpectOnly(machine, Advice::Level::kNote, "swap device");
}

TEST(Judge, SeesCoresThatAreFew) {
  Machine machine = GoodMachine();
  machine.cores = 1;
  ExpectOnly(machine, Advice::Level::kSlow, "one core");
  machine = GoodMachine();
  machine.limits.cores = 0.5;
  ExpectOnly(machine, Advice::Level::kSlow, "0.5 of a core");
  machine.limits.cores = 4;
  EXPECT_TRUE(Judge(machine).empty());
}

TEST(Judge, SeesFoldersThatAreNoGood) {
  Machine machine = GoodMachine();
  machine.temporary.file_system = "nfs";
  ExpectOnly(machine, Advice::Level::kSlow, "over a network");
  machine.temporary.file_system = "tmpfs";
  ExpectOnly(machine, Advice::Level::kNote, "in memory");
  machine = GoodMachine();
  machine.working.free = 1 << 20U;
  ExpectOnly(machine, Advice::Level::kSlow, "room");
  machine = GoodMachine();
  machine.working.bytes_per_second = 4e6;
  ExpectOnly(machine, Advice::Level::kSlow, "4 MB per second");
  machine = GoodMachine();
  machine.temporary.writable = false;
  machine.temporary.problem = "Read-only file system";
  ExpectOnly(machine, Advice::Level::kProblem, "Read-only file system");
}

TEST(Judge, TellsProblemsFirst) {
  Machine machine = GoodMachine();
  machine.swap = 1;
  machine.cores = 1;
  machine.open_files = 16;
  const auto advice = Judge(machine);
  ASSERT_EQ(advice.size(), 3U);
  EXPECT_EQ(advice[0].level, Advice::Level::kProblem);
  EXPECT_EQ(advice[2].level, Advice::Level::kNote);
}

TEST(LookAtFolder, WritesAndLeavesNothing) {
  const TempFolder folder;
  const FolderFacts facts = LookAtFolder(folder.path().string());
  EXPECT_TRUE(facts.writable) << facts.problem;
  EXPECT_GT(facts.free, 0U);
  EXPECT_GT(facts.bytes_per_second, 0);
  EXPECT_FALSE(facts.file_system.empty());
  EXPECT_EQ(folder.Count(), 0U);
}

TEST(LookAtFolder, SaysWhyItCannotBeWrittenTo) {
  const TempFolder folder;
  EXPECT_EQ(LookAtFolder(folder / "nowhere").problem, "No such file or directory");
  EXPECT_EQ(LookAtFolder(folder.Write("file", "")).problem, "Not a directory");
}

TEST(LookAtMachine, TellsWhatItRunsOn) {
  const Machine machine = LookAtMachine("");
  EXPECT_GE(machine.cores, 1U);
  EXPECT_GT(machine.memory, 0U);
  EXPECT_GT(machine.available, 0U);
  EXPECT_TRUE(machine.engine.starts_with("DuckDB v")) << machine.engine;
  EXPECT_EQ(machine.utc_offset.size(), 6U);
  EXPECT_FALSE(machine.time_zone.empty());
}

}  // namespace
}  // namespace gauze
