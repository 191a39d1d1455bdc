#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/ledger/stream.h"

namespace gauze::ledger {
namespace {

// A promise, and the same by hand: of rows given by their diseases and incomes, -1 for missing.
struct Row {
  int disease;
  int income;
};
struct Pledge {
  const char* kind;
  int level;

  PolicyEntry Entry() const {
    const std::string text = std::to_string(level);
    if (kind == std::string("k")) return Promise("k_anonymity", {{"k", text, ""}});
    if (kind == std::string("close")) {
      return Promise(
          "t_closeness",
          {{"attribute", "disease", ""}, {"distance", "equal", ""}, {"t", "0." + text, ""}});
    }
    if (kind == std::string("proximity")) {
      return Promise("proximity",
                     {{"attribute", "income", ""}, {"epsilon", "1", ""}, {"m", text, ""}});
    }
    return Diversity(level, kind);
  }

  bool Keeps(const std::vector<Row>& rows, const std::vector<Row>& all) const {
    const auto count = static_cast<int>(rows.size());
    if (kind == std::string("k")) return count >= level;
    if (kind == std::string("proximity")) {
      return std::ranges::all_of(rows, [&](const Row& row) {
        const auto near = std::ranges::count_if(
            rows, [&](const Row& other) { return std::abs(other.income - row.income) <= 1; });
        return static_cast<int>(near) * level <= count;
      });
    }
    std::map<int, int> here;
    std::map<int, int> there;
    for (const Row& row : rows) ++here[row.disease];
    for (const Row& row : all) ++there[row.disease];
    if (kind == std::string("close")) {
      double distance = 0;
      for (const auto& [disease, total] : there) {
        distance += std::abs(static_cast<double>(here[disease]) / count -
                             static_cast<double>(total) / static_cast<double>(all.size()));
      }
      return distance / 2 <= level / 10.0 + 1e-9;
    }
    if (kind == std::string("distinct")) return static_cast<int>(here.size()) >= level;
    int largest = 0;
    for (const auto& [disease, total] : here) largest = std::max(largest, total);
    return largest * level <= count;  // frequency
  }
};

struct Case {
  Stream stream;
  std::vector<Pledge> pledges;
  std::vector<Row> rows;  // one per tuple
  std::vector<Row> all;

  bool Promises(const std::string& kind) const {
    return std::ranges::any_of(pledges, [&](const Pledge& one) { return one.kind == kind; });
  }
};

Case RandomCase(std::mt19937_64& random) {
  const auto draw = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1));
  };
  Case made;
  const std::vector<const char*> kinds = {"k", "distinct", "frequency", "close", "proximity"};
  std::vector<PolicyEntry> protect;
  for (int i = draw(1, 2); i > 0; --i) {
    const char* kind = kinds[random() % kinds.size()];
    made.pledges.push_back({kind, kind == std::string("close") ? draw(2, 9) : draw(1, 3)});
    protect.push_back(made.pledges.back().Entry());
  }
  const int ages = draw(2, 12);
  std::vector<std::vector<Cells>> batches(static_cast<std::size_t>(draw(1, 4)));
  for (auto& batch : batches) {
    for (int i = draw(0, 15); i > 0; --i) {
      const bool missing = random() % 10 == 0;
      batch.push_back(
          {missing ? "" : std::to_string(draw(1, ages)),
           random() % 10 == 0 ? "" : std::string(1, static_cast<char>('a' + draw(0, 4))),
           std::string(1, static_cast<char>('p' + draw(0, 3) * draw(0, 1))),
           std::to_string(draw(0, 5))});
    }
  }
  batches.front().push_back({"1", "a", "p", "0"});
  made.stream = MakeStream({{"age"},
                            {"city", Role::kQuasiIdentifying, ValueType::kText},
                            {"disease", Role::kSensitive, ValueType::kText},
                            {"income", Role::kSensitive, ValueType::kInteger}},
                           batches, std::move(protect));
  if (random() % 2 == 0) made.stream.policy.missing = MissingPolicy::kWildcard;
  const Table& table = made.stream.coded.table;
  for (std::uint32_t tuple = 0; tuple < table.tuples(); ++tuple) {
    made.rows.push_back({static_cast<int>(table.columns[2].Get(tuple)),
                         static_cast<int>(table.domains[3][table.columns[3].Get(tuple)].whole)});
    made.all.insert(made.all.end(), table.counts[tuple], made.rows.back());
  }
  return made;
}

std::vector<std::uint64_t> Count(const CodedTable& coded, const std::vector<Group>& groups) {
  std::vector<std::uint64_t> rows(coded.table.tuples());
  for (const Group& group : groups) {
    for (const Share& share : group) rows[share.tuple] += share.rows;
  }
  return rows;
}

// Everybody who came is in one class or waits, and has waited since they came.
void CheckRows(const Stream& stream, const State& state, std::size_t batches, bool dated) {
  const std::vector<Group> came(stream.batches.begin(),
                                stream.batches.begin() + static_cast<std::ptrdiff_t>(batches));
  std::vector<Group> known = ClassesOf(state);
  for (const Waiting& waiting : state.waiting) {
    known.push_back({{waiting.tuple, waiting.rows}});
    ASSERT_LT(waiting.since, batches);
    ASSERT_GT(waiting.rows, 0U);
  }
  ASSERT_EQ(Count(stream.coded, known), Count(stream.coded, came));
  ASSERT_EQ(state.releases, batches);
  // Of those that wait since a release, no more than came for it.
  for (std::uint32_t release = 0; dated && release < batches; ++release) {
    std::vector<Group> since;
    for (const Waiting& waiting : state.waiting) {
      if (waiting.since == release) since.push_back({{waiting.tuple, waiting.rows}});
    }
    const auto late = Count(stream.coded, since);
    const auto all = Count(stream.coded, {stream.batches[release]});
    for (std::size_t tuple = 0; tuple < late.size(); ++tuple) ASSERT_LE(late[tuple], all[tuple]);
  }
}

// Classes as a reader of the release sees them.
void CheckPromises(const Case& example, const State& state) {
  const Parameters none = *Parameters::Make(FindMethod("apart")->descriptor, {}, "test");
  const auto printed = Print({.coded = example.stream.coded,
                              .protect = example.stream.policy.protect,
                              .missing = example.stream.policy.missing,
                              .parameters = none},
                             state.classes);
  ASSERT_TRUE(printed);
  std::vector<Group> groups;
  for (std::size_t i = 0; i < printed->classes(); ++i) {
    groups.emplace_back();
    for (std::size_t member = printed->class_begin[i]; member < printed->class_begin[i + 1];
         ++member) {
      groups.back().push_back(
          {printed->tuples[member], printed->RowsOf(example.stream.coded.table, member)});
    }
  }
  ASSERT_EQ(Count(example.stream.coded, groups), Count(example.stream.coded, ClassesOf(state)));
  for (const Group& group : ClassesOf(state)) groups.push_back(group);
  for (const Group& group : groups) {
    std::vector<Row> rows;
    for (const Share& share : group) rows.insert(rows.end(), share.rows, example.rows[share.tuple]);
    for (const Pledge& pledge : example.pledges) {
      ASSERT_TRUE(pledge.Keeps(rows, example.all)) << pledge.kind << " " << pledge.level;
    }
  }
}

bool Refused(const MethodEntry& method, const Case& example) {
  const bool both =
      example.Promises("proximity") &&
      (example.Promises("distinct") || example.Promises("frequency") || example.Promises("close"));
  const bool only_k = example.pledges.front().kind == std::string("k") &&
                      example.pledges.back().kind == std::string("k");
  if (method.needs_monotone && example.Promises("proximity")) return true;
  return method.descriptor.name == "paper" && (both || only_k);
}

TEST(Methods, ClassesKeepEveryPromiseAndNobodyIsLost) {
  std::mt19937_64 random(3);
  std::map<std::string, int> seen;
  for (std::uint64_t round = 0; round < TestRounds(2'100); ++round) {
    SCOPED_TRACE(round);
    const Case example = RandomCase(random);
    for (const MethodEntry& method : Methods()) {
      const std::string& name = method.descriptor.name;
      SCOPED_TRACE(name);
      const std::uint64_t most = random() % 6;
      std::vector<RawParameter> parameters;
      if (name == "pool") parameters = {{"most_waiting", std::to_string(most), ""}};
      const auto states = example.stream.Release(name, parameters);
      ASSERT_EQ(!states, Refused(method, example)) << (states ? "" : states.error().Text());
      if (!states) continue;
      for (std::size_t i = 0; i < states->size(); ++i) {
        const State& state = states->at(i);
        // Who was released and waits again has no such date.
        CheckRows(example.stream, state, i + 1, name != "anew");
        CheckPromises(example, state);
        if (HasFatalFailure()) return;
        seen[name + " released"] += state.classes.empty() ? 0 : 1;
        if (i == 0 || !method.appends_only) continue;
        // What was released stays as it was.
        const auto former = ClassesOf(states->at(i - 1));
        const auto now = ClassesOf(state);
        ASSERT_TRUE(std::equal(former.begin(), former.end(), now.begin()));
      }
    }
  }
  for (const MethodEntry& method : Methods()) {
    EXPECT_GT(seen[method.descriptor.name + " released"], static_cast<int>(TestRounds(700)));
  }
}

// Where any class can take anybody, nobody waits beyond what is allowed once there is a class.
TEST(Pool, LetsWaitOnlyWhomItMay) {
  std::mt19937_64 random(4);
  int full = 0;
  for (std::uint64_t round = 0; round < TestRounds(1'000); ++round) {
    SCOPED_TRACE(round);
    const Case example = RandomCase(random);
    if (!std::ranges::all_of(example.pledges, [](const Pledge& pledge) {
          return pledge.kind == std::string("k") || pledge.kind == std::string("distinct");
        })) {
      continue;
    }
    const std::uint64_t most = random() % 6;
    const auto states =
        example.stream.Release("pool", {{"most_waiting", std::to_string(most), ""}});
    ASSERT_TRUE(states);
    for (std::size_t i = 0; i < states->size(); ++i) {
      const std::uint64_t before = i == 0 ? 0 : WaitingRows(states->at(i - 1));
      if (before > 2 * RowsOf(example.stream.batches[i])) continue;
      const bool released = std::ranges::any_of(
          states->at(i).classes, [&](const Class& shown) { return shown.since == i; });
      const std::uint64_t waiting = WaitingRows(states->at(i));
      ASSERT_TRUE(!released || waiting <= most) << waiting;
      full += released && waiting == most && most > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(full, static_cast<int>(TestRounds(33)));
}

std::string Text(const State& state) {
  std::string text;
  const auto add = [&](const Group& group) {
    for (const Share& share : group) {
      text += std::to_string(share.tuple) + "x" + std::to_string(share.rows) + " ";
    }
    text += "\n";
  };
  for (const Class& shown : state.classes) add(shown.members);
  for (const Waiting& waiting : state.waiting) {
    text += std::to_string(waiting.tuple) + " since " + std::to_string(waiting.since) + " ";
    add({{waiting.tuple, waiting.rows}});
  }
  return text;
}

TEST(Methods, DependOnWhoComesAndOnNothingElse) {
  std::mt19937_64 random(5);
  for (std::uint64_t round = 0; round < TestRounds(500); ++round) {
    const Case example = RandomCase(random);
    Stream shuffled = example.stream;
    for (Group& batch : shuffled.batches) std::ranges::shuffle(batch, random);
    for (const MethodEntry& method : Methods()) {
      const std::string& name = method.descriptor.name;
      if (Refused(method, example)) continue;
      std::vector<RawParameter> parameters;
      if (name == "pool") parameters = {{"most_waiting", "3", ""}, {"seed", "7", ""}};
      std::set<std::string> results;
      for (const std::size_t threads : {1, 2}) {
        const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
        const auto states = (threads == 1 ? example.stream : shuffled).Release(name, parameters);
        ASSERT_TRUE(states) << states.error().Text();
        results.insert(Text(states->back()));
      }
      ASSERT_EQ(results.size(), 1U) << name;
    }
  }
}

}  // namespace
}  // namespace gauze::ledger
