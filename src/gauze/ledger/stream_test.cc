#include "gauze/ledger/stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "gauze/encode/encode.h"
#include "gauze/model/class_model.h"

namespace gauze::ledger {
namespace {

// All assignments of diseases to records that agree with all releases, one record after another.
class Assignments {
 public:
  Assignments(const CodedTable& coded, const std::vector<std::vector<Group>>& releases) {
    const Table& table = coded.table;
    const std::size_t disease = table.Find("disease");
    values_ = table.domains[disease].size();
    classes_of_.resize(table.tuples());
    for (const auto& release : releases) {
      for (const Group& group : release) {
        std::vector<int> left(values_);
        for (const Share& share : group) {
          Check(share.rows == 1, "every tuple is one record");
          ++left[table.columns[disease].Get(share.tuple)];
          classes_of_[share.tuple].push_back(left_.size());
        }
        left_.push_back(left);
      }
    }
    possible_.resize(table.tuples());
  }

  std::vector<std::vector<Code>> Find() {
    for (fixed_ = 0; fixed_ < classes_of_.size(); ++fixed_) {
      if (classes_of_[fixed_].empty()) continue;
      for (value_ = 0; value_ < values_; ++value_) {
        if (!possible_[fixed_].contains(value_)) Assign(0);
      }
    }
    std::vector<std::vector<Code>> found;
    for (const auto& values : possible_) found.emplace_back(values.begin(), values.end());
    return found;
  }

 private:
  bool Assign(std::size_t record) {
    if (record == classes_of_.size()) return true;
    if (classes_of_[record].empty()) return Assign(record + 1);
    for (Code value = 0; value < values_; ++value) {
      if (record == fixed_ && value != value_) continue;
      const auto& classes = classes_of_[record];
      if (std::ranges::any_of(classes, [&](std::size_t c) { return left_[c][value] == 0; })) {
        continue;
      }
      for (const std::size_t c : classes) --left_[c][value];
      const bool found = Assign(record + 1);
      for (const std::size_t c : classes) ++left_[c][value];
      if (found) {
        possible_[record].insert(value);
        return true;
      }
    }
    return false;
  }

  Code values_ = 0;
  std::vector<std::vector<std::size_t>> classes_of_;  // one per record
  std::vector<std::vector<int>> left_;                // one per class: records by disease
  std::size_t fixed_ = 0;
  Code value_ = 0;
  std::vector<std::set<Code>> possible_;
};

}  // namespace

PolicyEntry Promise(const std::string& model, const std::vector<RawParameter>& parameters) {
  PolicyEntry entry;
  entry.descriptor = &FindModel(model)->descriptor;
  entry.parameters = *Parameters::Make(*entry.descriptor, parameters, "test");
  return entry;
}

PolicyEntry Diversity(int l, const std::string& kind) {
  return Promise("l_diversity",
                 {{"attribute", "disease", ""}, {"kind", kind, ""}, {"l", std::to_string(l), ""}});
}

Stream MakeStream(const std::vector<StreamColumn>& columns,
                  const std::vector<std::vector<Cells>>& batches,
                  std::vector<PolicyEntry> protect) {
  Stream stream;
  RawTable raw;
  for (const StreamColumn& column : columns) {
    PolicyAttribute attribute;
    attribute.attribute = {.name = column.name, .role = column.role, .type = column.type};
    if (column.role == Role::kQuasiIdentifying && column.type == ValueType::kText) {
      attribute.hierarchy.builder = FindHierarchyBuilder("order");
      attribute.hierarchy.parameters =
          *Parameters::Make(attribute.hierarchy.builder->descriptor, {{"fanout", "2", ""}}, "test");
    }
    stream.policy.attributes.push_back(attribute);
    raw.columns.push_back({.name = column.name});
  }
  for (const auto& batch : batches) {
    for (const Cells& cells : batch) {
      for (std::size_t j = 0; j < cells.size(); ++j) {
        auto& values = raw.columns[j].values;
        auto found = std::ranges::find(values, cells[j]);
        if (found == values.end()) found = values.insert(values.end(), cells[j]);
        raw.columns[j].codes.push_back(static_cast<std::uint32_t>(found - values.begin()));
      }
      raw.counts.push_back(1);
    }
  }
  stream.policy.protect = std::move(protect);
  auto coded = Encode(std::move(raw), stream.policy, {});
  Check(coded.has_value(), "the stream is sound");
  stream.coded = *std::move(coded);
  const Table& table = stream.coded.table;
  std::map<Cells, std::uint32_t> tuple_of;
  for (std::uint32_t tuple = 0; tuple < table.tuples(); ++tuple) {
    Cells cells;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const Code code = table.columns[j].Get(tuple);
      cells.push_back(table.domains[j].IsMissing(code) ? "" : table.domains[j][code].text);
    }
    tuple_of[cells] = tuple;
  }
  for (const auto& batch : batches) {
    Group& group = stream.batches.emplace_back();
    for (const Cells& cells : batch) group.push_back({tuple_of.at(cells), 1});
  }
  return stream;
}

Result<std::vector<State>> Stream::Release(const std::string& method,
                                           const std::vector<RawParameter>& parameters) const {
  const MethodEntry* entry = FindMethod(method);
  GAUZE_ASSIGN(const Parameters checked, Parameters::Make(entry->descriptor, parameters, "test"));
  PolicyEntry transform;
  transform.descriptor = &FindTransform("mondrian")->descriptor;
  transform.parameters = *Parameters::Make(*transform.descriptor, {{"choose", "loss", ""}}, "test");
  const AppendInput input{.coded = coded,
                          .protect = policy.protect,
                          .missing = policy.missing,
                          .transform = &transform,
                          .parameters = checked};
  NoProgress progress;
  std::vector<State> states;
  for (const Group& batch : batches) {
    State last = states.empty() ? State() : states.back();
    GAUZE_ASSIGN(State next, Append(*entry, input, std::move(last), batch, progress));
    if (coarse && states.empty() && next.classes.size() > 1) {
      Class whole;
      for (const Class& shown : next.classes) {
        whole.members.insert(whole.members.end(), shown.members.begin(), shown.members.end());
      }
      cluster::Tidy(whole.members);
      whole.atoms = {whole.members};
      whole.origins = {0};
      next.earlier = {whole.members};
      next.classes = {whole};
    }
    states.push_back(std::move(next));
  }
  return states;
}

Stream RandomPersons(std::mt19937_64& random, int l) {
  const auto draw = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1));
  };
  const int records = draw(4, 12);
  const int ages = draw(3, 7);
  const int cities = draw(2, 4);
  const int diseases = draw(3, 5);
  std::vector<std::vector<Cells>> batches(static_cast<std::size_t>(draw(2, 4)));
  for (int i = 0; i < records; ++i) {
    // The first batch is the largest, as in life.
    const std::size_t batch = i < records / 3 ? 0 : random() % batches.size();
    batches[batch].push_back({std::to_string(draw(1, ages)),
                              std::string(1, static_cast<char>('a' + draw(0, cities - 1))),
                              std::string(1, static_cast<char>('p' + draw(0, diseases - 1))),
                              std::to_string(i)});
  }
  return MakeStream({{"age"},
                     {"city", Role::kQuasiIdentifying, ValueType::kText},
                     {"disease", Role::kSensitive, ValueType::kText},
                     {"person", Role::kInsensitive}},
                    batches, {Diversity(l)});
}

std::vector<std::vector<Code>> PossibleDiseases(const CodedTable& coded,
                                                const std::vector<std::vector<Group>>& releases) {
  return Assignments(coded, releases).Find();
}

std::vector<Group> ClassesOf(const State& state) {
  std::vector<Group> classes;
  for (const Class& shown : state.classes) classes.push_back(shown.members);
  return classes;
}

namespace {

// Every order of the diseases of a class is tried, for all classes of all releases.
TEST(Adversary, FindsWhatTryingAllDiseasesFinds) {
  std::mt19937_64 random(1);
  int narrowed = 0;
  for (int round = 0; round < 300; ++round) {
    const Stream stream = RandomPersons(random, 2);
    const std::size_t records = std::min<std::size_t>(stream.coded.table.tuples(), 6);
    const CodeColumn& disease = stream.coded.table.columns[2];
    std::vector<std::vector<Group>> releases(2);
    for (auto& release : releases) {
      release.resize(2);
      for (std::uint32_t record = 0; record < records; ++record) {
        if (random() % 4 != 0) release[random() % 2].push_back({record, 1});
      }
    }
    std::vector<std::set<Code>> possible(stream.coded.table.tuples());
    std::vector<Code> assigned(records);
    const Code values = stream.coded.table.domains[2].size();
    for (std::uint64_t number = 0; number < 1U << 18U; ++number) {
      std::uint64_t rest = number;
      for (Code& value : assigned) {
        value = static_cast<Code>(rest % values);
        rest /= values;
      }
      if (rest > 0) break;
      const auto agrees = [&](const Group& group) {
        std::multiset<Code> shown;
        std::multiset<Code> supposed;
        for (const Share& share : group) {
          shown.insert(disease.Get(share.tuple));
          supposed.insert(assigned[share.tuple]);
        }
        return shown == supposed;
      };
      if (!std::ranges::all_of(releases, [&](const auto& release) {
            return std::ranges::all_of(release, agrees);
          })) {
        continue;
      }
      for (const auto& release : releases) {
        for (const Group& group : release) {
          for (const Share& share : group) possible[share.tuple].insert(assigned[share.tuple]);
        }
      }
    }
    const auto found = PossibleDiseases(stream.coded, releases);
    for (std::size_t record = 0; record < found.size(); ++record) {
      ASSERT_EQ(std::set<Code>(found[record].begin(), found[record].end()), possible[record]);
      narrowed += found[record].size() == 1 ? 1 : 0;
    }
  }
  EXPECT_GT(narrowed, 100);
}

}  // namespace
}  // namespace gauze::ledger
