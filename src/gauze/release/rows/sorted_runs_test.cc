// Rows that wait in a file until all regions are made, against a sort of all of them.
#include "gauze/release/rows/sorted_runs.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>

#include "gauze/base/testing/temp_folder.h"
#include "gauze/encode/record_spool.h"
#include "gauze/table/released_table.h"

namespace gauze {
namespace {

// What a group of equal rows prints: a label, a value of a domain, and what was carried beside.
struct Printed {
  std::string label;
  std::uint32_t weight = 0;  // a code; 3 is missing
  std::uint64_t key = 0;
  std::optional<std::string> text;
  std::uint64_t rows = 1;
  std::uint32_t person = 0;

  auto Order() const { return std::tuple(label, weight, key, !text, text.value_or("")); }
  bool operator==(const Printed& other) const = default;
};
bool IsBefore(const Printed& a, const Printed& b) { return a.Order() < b.Order(); }

// Labels, weights that do not sort like their texts, and two columns that nothing protects.
CodedTable PrintedSchema() {
  CodedTable schema;
  schema.table.attributes = {
      {.name = "age", .role = Role::kQuasiIdentifying},
      {.name = "weight", .role = Role::kSensitive, .type = ValueType::kDecimal},
      {.name = "key", .role = Role::kInsensitive, .type = ValueType::kInteger},
      {.name = "text", .role = Role::kInsensitive}};
  schema.table.domains.resize(4);
  schema.table.domains[1] = Domain(
      ValueType::kDecimal,
      {{.text = "9.5", .real = 9.5}, {.text = "10.0", .real = 10}, {.text = "100", .real = 100}},
      true);
  schema.hierarchies.resize(4);
  return schema;
}

std::shared_ptr<const ReleasedTable> TableOf(std::vector<Printed> groups,
                                             const CodedTable& schema) {
  std::ranges::sort(groups, IsBefore);
  auto labels = std::make_shared<std::vector<Value>>();
  ReleasedTable table;
  table.columns = {{.name = "age"},
                   {.name = "weight",
                    .type = ValueType::kDecimal,
                    .values = schema.table.domains[1].shared_values()},
                   {.name = "key", .type = ValueType::kInteger},
                   {.name = "text"}};
  for (const Printed& group : groups) {
    if (labels->empty() || labels->back().text != group.label) {
      labels->push_back({.text = group.label});
    }
    table.columns[0].codes.push_back(static_cast<std::uint32_t>(labels->size() - 1));
    table.columns[1].codes.push_back(group.weight);
    table.columns[2].keys.push_back(group.key);
    table.columns[3].texts.push_back(group.text);
    table.counts.push_back(group.rows);
    table.persons.push_back(group.person);
    table.rows += group.rows;
  }
  table.columns[0].values = labels;
  table.own = {table.persons};
  return std::make_shared<const ReleasedTable>(std::move(table));
}

void AddGroups(const ReleasedTable& piece, std::vector<Printed>& groups) {
  for (std::size_t i = 0; i < piece.counts.size(); ++i) {
    const ReleasedColumn& weight = piece.columns[1];
    // By what it prints: a piece has codes of its own.
    std::uint32_t code = 3;
    if (weight.codes[i] < weight.values->size()) {
      const double real = (*weight.values)[weight.codes[i]].real;
      code = real == 9.5 ? 0 : real == 10 ? 1 : 2;
    }
    groups.push_back({(*piece.columns[0].values)[piece.columns[0].codes[i]].text, code,
                      piece.columns[2].keys[i], piece.columns[3].texts[i], piece.counts[i],
                      piece.persons[i]});
    EXPECT_EQ(piece.own.at(0).at(i), piece.persons[i]);
  }
}

Result<std::vector<Printed>> Merged(SortedRuns& runs) {
  std::vector<Printed> groups;
  GAUZE_TRY(runs.Merge([&](const std::shared_ptr<const ReleasedTable>& piece) -> Status {
    AddGroups(*piece, groups);
    return {};
  }));
  return groups;
}

Result<SortedRuns> OpenRuns(const std::string& path, const Journal::Durable& durable) {
  return SortedRuns::Open(path, durable, PrintedSchema(), RangeStyle::kInterval);
}

rc::Gen<Printed> AnyPrinted() {
  return rc::gen::exec([] {
    static const std::vector<std::string> kLabels = {"[1,2]", "[1,20]", "[10,20]", "*"};
    static const std::vector<std::uint64_t> kKeys = {0,      1,           300,
                                                     70'000, 1ULL << 40U, RecordShape::kMissingKey};
    static const std::vector<std::string> kTexts = {"", "a", "ab", "b"};
    Printed printed;
    printed.label = *rc::gen::elementOf(kLabels);
    printed.weight = *rc::gen::inRange(0U, 4U);
    printed.key = *rc::gen::elementOf(kKeys);
    if (*rc::gen::inRange(0, 3) > 0) printed.text = *rc::gen::elementOf(kTexts);
    printed.rows = *rc::gen::inRange<std::uint64_t>(1, 5);
    printed.person = *rc::gen::inRange(0U, 3U);
    return printed;
  });
}

// Whether they print the same rows in the same order; equal rows of different persons may change
// places.
bool PrintSame(std::vector<Printed> a, std::vector<Printed> b) {
  const auto whole = [](const Printed& x, const Printed& y) {
    return std::tuple(x.Order(), x.rows, x.person) < std::tuple(y.Order(), y.rows, y.person);
  };
  if (!std::ranges::is_sorted(a, IsBefore)) return false;
  std::ranges::sort(a, whole);
  std::ranges::sort(b, whole);
  return a == b;
}

TEST(SortedRuns, RegionsComeOutAsOneSortedTableHoweverOftenTheRunWasKilled) {
  EXPECT_TRUE(rc::check("any regions", [] {
    const TempFolder folder;
    const CodedTable schema = PrintedSchema();
    const auto regions = *rc::gen::container<std::vector<std::vector<Printed>>>(
        rc::gen::nonEmpty(rc::gen::container<std::vector<Printed>>(AnyPrinted())));
    std::vector<Printed> all;
    Journal::Durable durable;
    std::optional<SortedRuns> runs;
    runs.emplace(*OpenRuns(folder / "runs", durable));
    for (std::size_t r = 0; r < regions.size(); ++r) {
      if (*rc::gen::inRange(0, 3) == 0) {
        durable = *runs->Sync(true);
        // What comes after the last sync is lost with the process.
        RC_ASSERT(runs->Add(TableOf({{.label = "lost"}}, schema), "lost"));
        if (*rc::gen::inRange(0, 2) == 0) RC_ASSERT(runs->Sync(true));
        runs.emplace(*OpenRuns(folder / "runs", durable));
        RC_ASSERT(runs->notes().size() == r);
      }
      RC_ASSERT(runs->Add(TableOf(regions[r], schema), "note " + std::to_string(r)));
      all.insert(all.end(), regions[r].begin(), regions[r].end());
    }
    for (std::size_t r = 0; r < regions.size(); ++r) {
      RC_ASSERT(runs->notes()[r] == "note " + std::to_string(r));
    }
    RC_ASSERT(PrintSame(*Merged(*runs), all));
  }));
}

// More labels than every table is given a copy of.
TEST(SortedRuns, ManyLabels) {
  const TempFolder folder;
  const CodedTable schema = PrintedSchema();
  std::vector<Printed> all;
  auto runs = OpenRuns(folder / "runs", {});
  ASSERT_TRUE(runs);
  for (int region = 0; region < 2; ++region) {
    std::vector<Printed> groups;
    for (int i = 0; i < 40'000; ++i) groups.push_back({.label = std::to_string(2 * i + region)});
    all.insert(all.end(), groups.begin(), groups.end());
    ASSERT_TRUE(runs->Add(TableOf(std::move(groups), schema), ""));
  }
  const auto merged = Merged(*runs);
  ASSERT_TRUE(merged);
  EXPECT_TRUE(PrintSame(*merged, all));
}

TEST(SortedRuns, CountsWhatIsSafe) {
  const TempFolder folder;
  const CodedTable schema = PrintedSchema();
  auto runs = OpenRuns(folder / "runs", {});
  ASSERT_TRUE(runs);
  ASSERT_TRUE(runs->Add(TableOf({{.label = "a", .rows = 3}}, schema), ""));
  EXPECT_EQ(runs->Sync(false)->rows, 0U) << "the last region waits in memory";
  ASSERT_TRUE(runs->Add(TableOf({{.label = "b", .rows = 4}}, schema), ""));
  EXPECT_EQ(runs->Sync(false)->rows, 3U);
  const auto durable = runs->Sync(true);
  EXPECT_EQ(durable->rows, 7U);
  EXPECT_EQ(durable->bytes, std::filesystem::file_size(folder / "runs"));
}

TEST(SortedRuns, AFileThatIsShorterThanTheJournalSaysIsAnError) {
  const TempFolder folder;
  const CodedTable schema = PrintedSchema();
  std::uint64_t bytes = 0;
  {
    auto runs = OpenRuns(folder / "runs", {});
    ASSERT_TRUE(runs);
    ASSERT_TRUE(runs->Add(TableOf({{.label = "a"}, {.label = "b"}}, schema), "note"));
    bytes = runs->Sync(true)->bytes;
  }
  // The end of a run is read when runs are merged; its beginning when the file is opened.
  for (const std::uint64_t size : {bytes - 1, std::uint64_t{10}, std::uint64_t{0}}) {
    std::filesystem::resize_file(folder / "runs", size);
    auto runs = OpenRuns(folder / "runs", {.rows = 2, .bytes = bytes});
    const Status status = runs ? runs->Merge([](const auto&) { return Status(); })
                               : Status(tl::unexpected(runs.error()));
    ASSERT_FALSE(status) << size;
    EXPECT_EQ(status.error().code, ErrorCode::kResource);
    EXPECT_EQ(status.error().where, folder / "runs");
    EXPECT_EQ(status.error().message.find("Success"), std::string::npos) << status.error().message;
  }
}

TEST(SortedRuns, AFullDiskIsAnErrorAndNothingCounts) {
  auto runs = OpenRuns("/dev/full", {});
  ASSERT_TRUE(runs);
  const CodedTable schema = PrintedSchema();
  ASSERT_TRUE(runs->Add(TableOf({{.label = "a"}}, schema), ""));
  const auto synced = runs->Sync(true);
  ASSERT_FALSE(synced);
  EXPECT_EQ(synced.error().code, ErrorCode::kResource);
  EXPECT_NE(synced.error().hint.find("disk space"), std::string::npos);
}

TEST(SortedRuns, AFolderThatIsNotThereIsAnError) {
  const auto runs = OpenRuns("/nowhere/runs", {});
  ASSERT_FALSE(runs);
  EXPECT_EQ(runs.error().code, ErrorCode::kResource);
}

}  // namespace
}  // namespace gauze
