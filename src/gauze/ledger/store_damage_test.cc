// What a crash, a second writer or somebody with another program may do to a ledger. The same on
// whole ledgers, byte by byte: tests/ledger_damage.py.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "gauze/base/digest.h"
#include "gauze/base/testing/temp_folder.h"
#include "gauze/ledger/sqlite.h"
#include "gauze/ledger/store.h"
#include "gauze/ledger/store_records.h"

namespace gauze::ledger {
namespace {

namespace fs = std::filesystem;

KeyDigest KeyOf(std::uint8_t number) {
  KeyDigest key{};
  key[0] = number;
  return key;
}

class StoreDamageTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(Store::Create(ledger_, {{"about", "a test"}})); }

  Result<Store> Open(Store::Mode mode = Store::Mode::kRead) { return Store::Open(ledger_, mode); }

  // All that an append does before it is committed.
  void Prepare(Store& store, std::uint32_t number) {
    const std::string data = Store::ReleaseFolder(number) + "/data.csv";
    folder_.Write("ledger/staged/00000" + std::to_string(number) + "/data.csv", "age\n");
    ASSERT_TRUE(store.Begin());
    const std::array keys = {KeyOf(0), KeyOf(static_cast<std::uint8_t>(number + 1))};
    EXPECT_EQ(*store.AddKeys(keys), number == 0 ? 0U : 1U);
    ASSERT_TRUE(store.AddValues("age", {"30", std::to_string(40 + number)}));
    ASSERT_TRUE(store.PutState({{"release", number}}));
    ASSERT_TRUE(
        store.AddRelease({.number = number,
                          .figures = Json::object(),
                          .files = {{.path = data, .digest = Digest("age\n"), .bytes = 4}}}));
  }
  void Append(std::uint32_t number) {
    auto store = Open(Store::Mode::kWrite);
    ASSERT_TRUE(store) << store.error().Text();
    Prepare(*store, number);
    ASSERT_TRUE(store->Commit());
    ASSERT_TRUE(store->Publish(number));
  }
  // As somebody with another program.
  void Change(const std::string& sql) {
    auto database = Connection::Open(ledger_ + "/" + kDatabase, Connection::Mode::kWrite);
    ASSERT_TRUE(database);
    ASSERT_TRUE(database->Run(sql)) << sql;
  }
  std::vector<std::string> Damage() {
    auto store = Open();
    EXPECT_TRUE(store) << store.error().Text();
    return store ? store->Damage().value_or(std::vector<std::string>{"no answer"})
                 : std::vector<std::string>{};
  }

  TempFolder folder_;
  std::string ledger_ = folder_ / "ledger";
};

TEST_F(StoreDamageTest, RemembersEachKeyAndValueOnce) {
  Append(0);
  Append(1);
  auto store = Open();
  ASSERT_TRUE(store);
  EXPECT_EQ(*store->Values("age"), (std::vector<std::string>{"30", "40", "41"}));
  EXPECT_EQ(store->State()->at("release"), 1);
  EXPECT_EQ(store->Releases()->size(), 2U);
  EXPECT_TRUE(Damage().empty());
}

TEST_F(StoreDamageTest, WhatWasNotCommittedLeavesNothing) {
  Append(0);
  for (const bool abandon : {true, false}) {
    {
      auto store = Open(Store::Mode::kWrite);
      ASSERT_TRUE(store);
      Prepare(*store, 1);
      folder_.Write("ledger/private/000001-records/part", "rows");
      if (abandon) {
        store->Abandon();
        EXPECT_FALSE(fs::exists(ledger_ + "/private/000001-records"));
      }
    }
    auto store = Open(Store::Mode::kWrite);  // finishes, or removes
    ASSERT_TRUE(store);
    EXPECT_EQ(*store->ReleaseCount(), 1U);
    EXPECT_EQ(*store->Values("age"), (std::vector<std::string>{"30", "40"}));
    EXPECT_FALSE(fs::exists(ledger_ + "/private/000001-records"));
    EXPECT_TRUE(fs::is_empty(ledger_ + "/staged"));
    EXPECT_TRUE(fs::exists(ledger_ + "/releases/000000/data.csv"));
  }
  EXPECT_TRUE(Damage().empty());
}

TEST_F(StoreDamageTest, WhatWasCommittedIsReadBeforeItIsPublishedAndPublishedByTheNextWriter) {
  {
    auto store = Open(Store::Mode::kWrite);
    ASSERT_TRUE(store);
    Prepare(*store, 0);
    ASSERT_TRUE(store->Commit());
  }
  {
    auto reader = Open();
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->Find("releases/000000/data.csv"), ledger_ + "/staged/000000/data.csv");
    EXPECT_TRUE(reader->Damage()->empty());
  }
  ASSERT_TRUE(Open(Store::Mode::kWrite));
  EXPECT_TRUE(fs::exists(ledger_ + "/releases/000000/data.csv"));
  EXPECT_TRUE(fs::is_empty(ledger_ + "/staged"));
}

TEST_F(StoreDamageTest, ACommittedReleaseThatIsGoneIsToldToTheNextWriter) {
  Append(0);
  fs::remove_all(ledger_ + "/releases/000000");
  const auto store = Open(Store::Mode::kWrite);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, ErrorCode::kPromise);
  EXPECT_EQ(store.error().message, "release 0 is missing");
}

TEST_F(StoreDamageTest, OneWriterAtATime) {
  const auto first = Open(Store::Mode::kWrite);
  ASSERT_TRUE(first);
  const auto second = Open(Store::Mode::kWrite);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kResource);
  EXPECT_TRUE(Open()) << "readers at any time";
}

TEST_F(StoreDamageTest, AnOlderDatabaseIsNotOpened) {
  Append(0);
  fs::copy_file(ledger_ + "/ledger.db", folder_ / "older");
  Append(1);
  fs::copy_file(folder_ / "older", ledger_ + "/ledger.db", fs::copy_options::overwrite_existing);
  for (const auto mode : {Store::Mode::kRead, Store::Mode::kWrite}) {
    const auto store = Open(mode);
    ASSERT_FALSE(store) << "its keys and values are those of the day before";
    EXPECT_EQ(store.error().code, ErrorCode::kPromise);
    EXPECT_EQ(store.error().message,
              "release 1 is published, but missing from the ledger's records");
  }
}

TEST_F(StoreDamageTest, EveryTableIsCovered) {
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"UPDATE releases SET figures = '{\"rows\":1}' WHERE number = 0",
       "ledger.db: the record of release 0 was changed"},
      {"DELETE FROM releases WHERE number = 0", "ledger.db: the record of release 0 is missing"},
      {"DELETE FROM keys WHERE digest = x'01000000000000000000000000000000'",
       "ledger.db: the keys of records were changed"},
      {"UPDATE keys SET digest = x'77' WHERE digest = x'01000000000000000000000000000000'",
       "ledger.db: the keys of records were changed"},
      {"INSERT INTO seen VALUES ('age', '99')", "ledger.db: the values seen so far were changed"},
      {"UPDATE state SET text = '{}'", "ledger.db: the method's state was changed"},
  };
  for (const auto& [sql, told] : changes) {
    fs::remove_all(ledger_);
    SetUp();
    Append(0);
    Append(1);
    ASSERT_TRUE(Damage().empty());
    Change(sql);
    const auto damage = Damage();
    ASSERT_FALSE(damage.empty()) << sql;
    EXPECT_EQ(damage.front(), told) << sql;
  }
}

TEST_F(StoreDamageTest, NothingIsAddedToWhatWasChanged) {
  for (const char* sql : {"INSERT INTO seen VALUES ('age', '99')", "UPDATE state SET text = '{}'",
                          "UPDATE releases SET sums = '[]'"}) {
    fs::remove_all(ledger_);
    SetUp();
    Append(0);
    Change(sql);
    auto store = Open(Store::Mode::kWrite);
    const Status begun = store ? store->Begin() : Status(tl::unexpected(store.error()));
    ASSERT_FALSE(begun) << sql;
    EXPECT_EQ(begun.error().code, ErrorCode::kPromise) << sql;
  }
}

TEST_F(StoreDamageTest, WhatTheLedgerIsAboutIsCovered) {
  Change("UPDATE about SET text = '{\"about\":\"another\"}'");
  EXPECT_EQ(Open().error().message, "the ledger's description was changed");
  Change("UPDATE about SET format = 2");
  EXPECT_EQ(Open().error().code, ErrorCode::kInput);
  EXPECT_NE(Open().error().message.find("format 2"), std::string::npos);
  Change("DELETE FROM about");
  EXPECT_EQ(Open().error().message, "the ledger's description is missing");
  Change("CREATE TABLE more (a)");
  EXPECT_EQ(Open().error().message, "the ledger's tables were changed");
}

TEST_F(StoreDamageTest, FilesAreCovered) {
  Append(0);
  folder_.Write("ledger/releases/000000/more.csv", "");
  EXPECT_EQ(Damage(),
            std::vector<std::string>{"releases/000000/more.csv does not belong to the release"});
  fs::remove(ledger_ + "/releases/000000/more.csv");
  folder_.Write("ledger/releases/000000/data.csv", "agf\n");
  EXPECT_EQ(Damage(),
            std::vector<std::string>{"releases/000000/data.csv differs from what was written"});
  fs::remove(ledger_ + "/releases/000000/data.csv");
  EXPECT_EQ(Damage(), std::vector<std::string>{"releases/000000/data.csv is missing"});
}

TEST_F(StoreDamageTest, WhatIsNoLedgerIsNotOpenedAndNotOverwritten) {
  EXPECT_EQ(Store::Open(folder_ / "nowhere", Store::Mode::kRead).error().code, ErrorCode::kInput);
  const Status again = Store::Create(ledger_, {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::kInput);
  ASSERT_TRUE(Open());
  ASSERT_TRUE(WriteFile(ledger_ + "/ledger.db", "this is no database, and long enough to see it"));
  EXPECT_EQ(Open().error().code, ErrorCode::kPromise);
}

TEST(Sqlite, SaysWhatIsWrongWithTheDisk) {
  const TempFolder folder;
  auto database = Connection::Open(folder / "db", Connection::Mode::kCreate);
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->Run("CREATE TABLE t (a); PRAGMA max_page_count = 3"));
  const Status full = database->Run("INSERT INTO t VALUES (zeroblob(100000))");
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, ErrorCode::kResource);
  EXPECT_EQ(full.error().message, "the disk is full");
  auto statement = database->Prepare("INSERT INTO t VALUES (zeroblob(100000))");
  ASSERT_TRUE(statement);
  EXPECT_EQ(statement->Run().error().message, "the disk is full");
  EXPECT_FALSE(database->Prepare("SELECT nothing FROM nowhere"));

  auto reader = Connection::Open(folder / "db", Connection::Mode::kRead);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->Run("DELETE FROM t").error().code, ErrorCode::kResource);
  const auto none = Connection::Open(folder / "none", Connection::Mode::kWrite);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "the ledger cannot be opened");
}

}  // namespace
}  // namespace gauze::ledger
