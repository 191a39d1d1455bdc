// Each model that is registered says the same in C++ (which makes releases) and in SQL (which
// judges them).
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "gauze/base/file.h"
#include "gauze/base/testing/test_rounds.h"
#include "gauze/encode/encode.h"
#include "gauze/engine/read/load_knowledge.h"
#include "gauze/model/class_model.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/promise/claims.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/taxonomy/builders/builder.h"
#include "gauze/taxonomy/read.h"
#include "gauze/transform/constraints.h"
#include "gauze/verify/verify.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

// A query takes its time whatever it counts: few tables, with many classes.
constexpr int kClasses = 120;
constexpr int kPersons = 180;
const int kPolicies = FewerRounds() > 1 ? 4 : 8;

// Random tables, each asked about by so many policies.
int Tables(std::uint64_t usual) {
  return static_cast<int>(std::max<std::uint64_t>(3, TestRounds(usual)));
}

int Draw(std::mt19937_64& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1));
}

// A table of many small classes, as a file and as codes.
struct Sample {
  std::string path;
  Policy policy;
  CodedTable coded;
  std::vector<std::vector<std::uint32_t>> classes;  // tuples
};

constexpr const char* kTree = "x;left;*\ny;left;*\nz;right;*\nw;up;right;*\n";

constexpr const char* kKnowledge =
    "label,terms\none,a;b\ntwo,a;b;c\nthree,b;c\nfour,a;d\nfive,b;d;c\nsix,c\n";

// Whose rows they are, and whether somebody's values may differ from row to row.
enum class Who : std::uint8_t { kNobody, kOneValue, kOneValueOrMissing, kSeveralValues };

Sample MakeSample(std::mt19937_64& random, const fs::path& folder, Who who) {
  Sample sample;
  sample.path = (folder / "sample.csv").string();
  const std::string tree = (folder / "tree.csv").string();
  EXPECT_TRUE(WriteFile(tree, kTree));
  const auto add = [&](const char* name, Role role, ValueType type, const std::string& file = "") {
    PolicyAttribute attribute;
    attribute.attribute = {.name = name, .role = role, .type = type};
    attribute.hierarchy.file = file;
    sample.policy.attributes.push_back(attribute);
  };
  add("group", Role::kQuasiIdentifying, ValueType::kInteger);
  add("tree", Role::kSensitive, ValueType::kText, tree);
  add("whole", Role::kSensitive, ValueType::kInteger);
  add("real", Role::kSensitive, ValueType::kDecimal);
  add("day", Role::kSensitive, ValueType::kDate);
  add("moment", Role::kSensitive, ValueType::kTimestamp);
  add("terms", Role::kQuasiSensitive, ValueType::kSet);
  if (who != Who::kNobody) add("person", Role::kEntity, ValueType::kInteger);
  EXPECT_TRUE(WriteFile((folder / "knowledge.csv").string(), kKnowledge));
  const std::vector<std::vector<std::string>> cells = {
      {},
      {"x", "y", "z", "w", ""},
      {"1", "2", "4", "10", ""},
      {"0.5", "1", "2.25", ""},
      {"2024-02-28", "2024-02-29", "2024-03-02", ""},
      {"2024-01-01 00:00:00", "2024-01-01 00:00:02", "2024-01-01 00:00:03", ""},
      {"a", "b", "a;b", "a;b;c", "d", "b;d", "unknown", "a;unknown", ""}};
  RawTable raw;
  std::ofstream file(sample.path);
  for (std::size_t j = 0; j < sample.policy.attributes.size(); ++j) {
    raw.columns.push_back({.name = sample.policy.attributes[j].attribute.name});
    if (j < cells.size()) raw.columns.back().values = cells[j];
    file << (j > 0 ? "," : "") << raw.columns.back().name;
  }
  file << '\n';
  std::vector<std::vector<int>> own(kPersons, std::vector<int>(cells.size(), -1));
  for (int person = 0; person < kPersons && who != Who::kNobody; ++person) {
    raw.columns.back().values.push_back(std::to_string(person));
  }
  for (int group = 0; group < kClasses; ++group) {
    raw.columns[0].values.push_back(std::to_string(group));
    for (int row = Draw(random, 1, 8); row > 0; --row) {
      raw.columns[0].codes.push_back(static_cast<std::uint32_t>(group));
      raw.counts.push_back(1);
      file << group;
      const auto person = static_cast<std::uint32_t>(Draw(random, 0, kPersons - 1));
      for (std::size_t j = 1; j < cells.size(); ++j) {
        const int last = static_cast<int>(cells[j].size()) - 1;
        int cell = Draw(random, 0, last);
        if (who == Who::kOneValue || who == Who::kOneValueOrMissing) {
          int& first = own[person][j];
          if (first < 0) first = cell;
          cell = first;
          if (who == Who::kOneValueOrMissing && random() % 4 == 0) cell = last;  // missing
        }
        raw.columns[j].codes.push_back(static_cast<std::uint32_t>(cell));
        file << ',' << cells[j][static_cast<std::size_t>(cell)];
      }
      if (who != Who::kNobody) {
        raw.columns.back().codes.push_back(person);
        file << ',' << person;
      }
      file << '\n';
    }
  }
  auto coded = Encode(std::move(raw), sample.policy, {});
  Check(coded.has_value(), "the sample is sound");
  sample.coded = *std::move(coded);
  sample.classes.resize(kClasses);
  for (std::uint32_t tuple = 0; tuple < sample.coded.table.tuples(); ++tuple) {
    sample.classes[sample.coded.table.columns[0].Get(tuple)].push_back(tuple);
  }
  return sample;
}

// Random parameters that fit the descriptor.
std::vector<RawParameter> RandomParameters(std::mt19937_64& random, const Descriptor& descriptor,
                                           const fs::path& folder) {
  std::vector<RawParameter> raw;
  const auto value_of = [&](const std::string& name) {
    for (const auto& given : raw) {
      if (given.name == name) return given.text;
    }
    return std::string();
  };
  for (const Parameter& parameter : descriptor.parameters) {
    if (!parameter.only_with.empty() &&
        value_of(parameter.only_with) != parameter.only_with_value) {
      continue;
    }
    std::string text;
    switch (parameter.type) {
      case ParameterType::kAttribute: {
        static const std::vector<std::string> kColumns = {"tree", "whole", "real", "day", "moment"};
        text = parameter.role == "quasi_sensitive"
                   ? "terms"
                   : kColumns[static_cast<std::size_t>(Draw(random, 0, 4))];
        break;
      }
      case ParameterType::kNames:
      case ParameterType::kColumns:
        continue;  // no class model has one that is made from a row of text
      case ParameterType::kFile:
        text = (folder / "knowledge.csv").string();
        break;
      case ParameterType::kChoice:
        text = parameter.choices[random() % parameter.choices.size()];
        break;
      case ParameterType::kBoolean:
        text = random() % 2 == 0 ? "true" : "false";
        break;
      case ParameterType::kInteger:
        text = std::to_string(Draw(random, 1, 6));
        break;
      case ParameterType::kNumber:
        text = parameter.maximum == "1" || parameter.maximum == "2"
                   ? "0." + std::to_string(Draw(random, 0, 9))
                   : std::to_string(Draw(random, 1, 3)) + (random() % 2 == 0 ? ".5" : "");
        break;
    }
    raw.push_back({parameter.name, text, "test", ""});
  }
  return raw;
}

// Classes that fail by the C++ model, or nothing if the model does not fit the column. All fail if
// it is about one value per person and somebody has several.
std::optional<std::uint64_t> FailingByModel(const Sample& sample, const PolicyEntry& entry) {
  const auto constraints = Constraints::Make(sample.coded, {entry});
  if (!constraints) {
    const bool several =
        constraints.error().message.find("is about one value per person") != std::string::npos;
    return several ? std::optional<std::uint64_t>(kClasses) : std::nullopt;
  }
  Tally tally(*constraints);
  std::uint64_t failing = 0;
  for (const auto& tuples : sample.classes) {
    tally.Reset();
    for (const std::uint32_t tuple : tuples) tally.Add(tuple);
    failing += tally.Holds() ? 0 : 1;
  }
  return failing;
}

Claim ClaimAbout(const Sample& sample, const std::string& attribute) {
  const ModelEntry* model = FindModel("l_diversity");
  PolicyEntry entry;
  entry.descriptor = &model->descriptor;
  entry.parameters = *Parameters::Make(
      model->descriptor, {{"attribute", attribute, ""}, {"kind", "frequency", ""}, {"l", "1", ""}},
      "test");
  const auto column = DescribeColumn(*sample.policy.Find(attribute), {.columns = {{}}}, {});
  return MakeClaim(entry, &*column, std::nullopt, true);
}

class Conformance : public testing::TestWithParam<std::string> {
 protected:
  void Compare(int rounds, const std::vector<Who>& whose);
};

void Conformance::Compare(int rounds, const std::vector<Who>& whose) {
  unsetenv("GAUZE_BOTH_READERS");  // they take turns here: both would take twice the time
  const ModelEntry& model = *FindModel(GetParam());
  std::mt19937_64 random(7);
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("gauze-conformance-{}-{}", GetParam(), getpid());
  fs::create_directories(folder);
  auto database = Database::Open({.threads = 1});
  ASSERT_TRUE(database);
  std::uint64_t failing_classes = 0;
  int compared = 0;
  for (int round = 0; round < rounds; ++round) {
    const Who who = whose[static_cast<std::size_t>(round) % whose.size()];
    const bool persons = who != Who::kNobody;
    Sample sample = MakeSample(random, folder, who);
    for (int policy = 0; policy < kPolicies; ++policy) {
      PolicyEntry entry;
      entry.descriptor = &model.descriptor;
      auto parameters = Parameters::Make(
          model.descriptor, RandomParameters(random, model.descriptor, folder), "test");
      if (!parameters) continue;
      entry.parameters = *std::move(parameters);
      sample.coded.knowledge =
          std::make_shared<const std::map<std::string, Knowledge>>(*LoadKnowledge({entry}));
      const auto expected = FailingByModel(sample, entry);
      if (!expected) continue;
      const std::string attribute = ClaimedAttribute(entry);
      std::optional<VerifiedColumn> column;
      if (!attribute.empty())
        column = *DescribeColumn(*sample.policy.Find(attribute), {.columns = {{}}}, {});
      std::vector<Claim> claims = {MakeClaim(entry, column ? &*column : nullptr,
                                             DescribeKnowledge(sample.coded, entry), persons)};
      // A second column is read with the first: a person then has a value in several lines.
      if (persons) claims.push_back(ClaimAbout(sample, attribute == "day" ? "moment" : "day"));
      NoProgress progress;
      const auto verification =
          VerifyFile(*database,
                     {.paths = {sample.path},
                      .quasi_identifiers = {"group"},
                      .person_column = persons ? "person" : "",
                      .reader = policy % 2 == 0 ? Reader::kFast : Reader::kSql},
                     claims, progress);
      ASSERT_TRUE(verification) << verification.error().Text();
      const Verdict& verdict = verification->verdicts[0];
      ASSERT_EQ(verdict.failing_classes, *expected) << entry.Text() << " round " << round;
      ASSERT_EQ(verdict.holds, *expected == 0);
      failing_classes += *expected;
      ++compared;
    }
  }
  fs::remove_all(folder);
  EXPECT_GT(compared, rounds);
  EXPECT_GT(failing_classes, static_cast<std::uint64_t>(rounds));
  EXPECT_LT(failing_classes, static_cast<std::uint64_t>(compared) * kClasses);
}

TEST_P(Conformance, SqlAndCodeAgree) { Compare(Tables(8), {Who::kNobody}); }

TEST_P(Conformance, SqlAndCodeAgreeOnPersonsWithSeveralRows) {
  Compare(Tables(3), {Who::kOneValue, Who::kSeveralValues, Who::kOneValueOrMissing});
}

std::vector<std::string> ModelNames() {
  std::vector<std::string> names;
  for (const ModelEntry& entry : Models()) names.push_back(entry.descriptor.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, Conformance, testing::ValuesIn(ModelNames()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace gauze
