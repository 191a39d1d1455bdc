#include "gauze/transform/personal/disguise.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <set>

#include "gauze/encode/encode.h"
#include "gauze/transform/personal/aliases.h"

namespace gauze {
namespace {

using Cells = std::vector<std::string>;  // empty: missing

// Rows with a diagnosis, a choice and an age, each once.
class People {
 public:
  People(const Cells& diagnosis, const Cells& choice, const Cells& age) {
    policy_.attributes = {
        {.attribute = {.name = "diagnosis", .role = Role::kSensitive},
         .hierarchy = {.file = GAUZE_SOURCE_DIR "/examples/personal/hierarchies/diagnosis.csv"}},
        {.attribute = {.name = "choice", .role = Role::kChoice}},
        {.attribute = {.name = "age", .role = Role::kSensitive, .type = ValueType::kInteger}}};
    personal_.missing_choice = 3;
    personal_.columns = {{.name = "diagnosis", .aliases = AliasMode::kLiteral, .choice = "choice"},
                         {.name = "age", .bounds = {17, 30, 45, 60, 90}}};
    const Cells* columns[] = {&diagnosis, &choice, &age};
    RawTable raw;
    for (std::size_t c = 0; c < 3; ++c) {
      RawColumn column{.name = policy_.attributes[c].attribute.name};
      for (const std::string& cell : *columns[c]) {
        column.codes.push_back(cell.empty() ? RawColumn::kNull
                                            : static_cast<std::uint32_t>(column.values.size()));
        if (!cell.empty()) column.values.push_back(cell);
      }
      raw.columns.push_back(std::move(column));
    }
    raw.counts.assign(diagnosis.size(), 1);
    coded_ = std::make_unique<CodedTable>(*Encode(std::move(raw), policy_, {}));
  }

  PersonalSection& personal() { return personal_; }
  const CodedTable& coded() const { return *coded_; }
  const Table& table() const { return coded_->table; }

  Result<std::vector<Disguise>> Make() const {
    return MakeDisguises(*coded_, personal_,
                         [](std::size_t, const std::vector<Code>&) { return 7; });
  }

  // What a tuple shows; "" for missing.
  std::string Shown(const Disguise& disguise, std::size_t tuple) const {
    const std::uint32_t code = disguise.CodeOf(coded_->table, tuple);
    return code < disguise.shown.size() ? disguise.shown[code].text : "";
  }
  std::string Own(std::size_t attribute, std::size_t tuple) const {
    const Code code = table().columns[attribute].Get(tuple);
    return table().domains[attribute].IsMissing(code) ? "" : table().domains[attribute][code].text;
  }

 private:
  Policy policy_;
  PersonalSection personal_;
  std::unique_ptr<CodedTable> coded_;
};

std::string MeaningOf(const Disguise& disguise, const std::string& alias) {
  for (const VaultAlias& known : disguise.aliases) {
    if (known.text == alias) return known.meaning;
  }
  return "?";
}

TEST(Aliases, LookLikeNothingElseAndNeverRepeat) {
  AliasNames names;
  std::set<std::string> drawn;
  for (int i = 0; i < 100'000; ++i) {
    const std::string name = names.Draw();
    ASSERT_EQ(name.size(), 11);
    ASSERT_EQ(name[0], '~');
    ASSERT_EQ(name.find_first_not_of("0123456789abcdefghjkmnpqrstvwxyz", 1), std::string::npos);
    ASSERT_TRUE(drawn.insert(name).second);
  }
}

TEST(Disguise, ShowsWhatWasChosen) {
  const People people({"Bronchitis", "Bronchitis", "Bronchitis", "Bronchitis", "", "", "Flu"},
                      {"1", "2", "3", "", "1", "2", "2"}, Cells(7, "40"));
  const auto disguises = people.Make();
  ASSERT_TRUE(disguises) << disguises.error().Text();
  const Disguise& diagnosis = disguises->front();
  for (std::size_t i = 0; i < people.table().tuples(); ++i) {
    const std::string own = people.Own(0, i);
    const std::string choice = people.Own(1, i);
    const std::string shown = people.Shown(diagnosis, i);
    if (choice == "1") {
      EXPECT_EQ(shown, own);
    } else {
      EXPECT_EQ(shown[0], '~');
      EXPECT_EQ(MeaningOf(diagnosis, shown), own) << "a literal alias stands for the value";
    }
  }
  // Two for each of Bronchitis, Flu and missing.
  EXPECT_EQ(diagnosis.aliases.size(), 6);
}

TEST(Disguise, EveryValueAndChoiceHasAnAliasOfItsOwn) {
  EXPECT_TRUE(rc::check([](const std::vector<std::pair<std::uint8_t, std::uint8_t>>& dice) {
    RC_PRE(!dice.empty());
    const Cells levels = {"Bronchitis", "Flu", "Gastritis", "Asthma", ""};
    const Cells choices = {"1", "2", "3", ""};
    Cells diagnosis;
    Cells choice;
    for (const auto& [a, b] : dice) {
      diagnosis.push_back(levels[a % levels.size()]);
      choice.push_back(choices[b % choices.size()]);
    }
    const People people(diagnosis, choice, Cells(diagnosis.size(), "20"));
    const auto disguises = people.Make();
    RC_ASSERT(disguises.has_value());
    // alias -> the pair that it stands for
    std::map<std::string, std::pair<std::string, std::string>> pairs;
    for (std::size_t i = 0; i < people.table().tuples(); ++i) {
      const std::string shown = people.Shown(disguises->front(), i);
      std::string chosen = people.Own(1, i);
      if (chosen.empty()) chosen = "3";
      const std::pair pair(people.Own(0, i), chosen);
      if (chosen == "1") {
        RC_ASSERT(shown == pair.first);
        continue;
      }
      const auto [entry, added] = pairs.emplace(shown, pair);
      RC_ASSERT(added || entry->second == pair);
    }
    std::set<std::pair<std::string, std::string>> distinct;
    for (const auto& [alias, pair] : pairs) RC_ASSERT(distinct.insert(pair).second);
  }));
}

TEST(Disguise, SafeShowsWhatIsAboveByNameOrByAlias) {
  const Cells values = {"Bronchitis", "Flu", "Gastritis", "Asthma", ""};
  Cells all;
  Cells choices;
  for (const std::string& value : values) {
    for (const char* choice : {"1", "2", "3"}) {
      all.push_back(value);
      choices.emplace_back(choice);
    }
  }
  People people(all, choices, Cells(all.size(), "40"));
  people.personal().columns[0].aliases = AliasMode::kSafe;
  const auto disguises = people.Make();
  ASSERT_TRUE(disguises);
  const Disguise& diagnosis = disguises->front();
  std::map<std::pair<std::string, std::string>, std::string> shown;
  const Hierarchy& hierarchy = *people.coded().HierarchyOf(0);
  for (std::size_t i = 0; i < people.table().tuples(); ++i) {
    const std::string own = people.Own(0, i);
    const std::string choice = people.Own(1, i);
    shown[{own, choice}] = people.Shown(diagnosis, i);
    const NodeId leaf = hierarchy.leaf(people.table().columns[0].Get(i));
    const std::string& above = hierarchy[hierarchy[leaf].parent].label;
    const std::string& cell = shown[{own, choice}];
    if (choice == "1") {
      EXPECT_EQ(cell, own);
    }
    if (choice == "2") {
      EXPECT_EQ(cell, above);
    }
    if (choice == "3") {
      EXPECT_EQ(MeaningOf(diagnosis, cell), above);
    }
    const std::uint32_t code = diagnosis.CodeOf(people.table(), i);
    const int kept = code < diagnosis.shown.size() ? diagnosis.choice_of_shown[code] : 1;
    EXPECT_EQ(std::to_string(kept), choice);
  }
  EXPECT_EQ((shown[{"Bronchitis", "3"}]), (shown[{"Flu", "3"}])) << "under one node";
  EXPECT_NE((shown[{"Bronchitis", "3"}]), (shown[{"Gastritis", "3"}]));
  EXPECT_EQ((shown[{"", "2"}]), "*") << "missing lies under the root";
}

TEST(Disguise, AliasesAreFreshEveryTime) {
  const People people({"Bronchitis"}, {"2"}, {"40"});
  EXPECT_NE(people.Shown(people.Make()->front(), 0), people.Shown(people.Make()->front(), 0));
}

TEST(Disguise, GradesAreForEverybody) {
  const People people(Cells(4, "Bronchitis"), {"1", "2", "3", ""}, {"17", "30", "75", "90"});
  const auto disguises = people.Make();
  ASSERT_TRUE(disguises);
  std::map<std::string, std::string> shown;
  for (std::size_t i = 0; i < people.table().tuples(); ++i) {
    shown[people.Own(2, i)] = people.Shown((*disguises)[1], i);
  }
  EXPECT_EQ(shown, (std::map<std::string, std::string>{
                       {"17", "1"}, {"30", "2"}, {"75", "4.5"}, {"90", "4.999"}}));
}

TEST(Disguise, RefusesByRowNumberAlone) {
  const auto refused = [](const Cells& choice, const Cells& age) {
    return People({"Bronchitis"}, choice, age).Make().error().Text();
  };
  for (const std::string& text :
       {refused({"4"}, {"40"}), refused({"yes"}, {"40"}), refused({"1"}, {"16"}),
        refused({"1"}, {"91"}), refused({"1"}, {""})}) {
    EXPECT_NE(text.find("see row 7"), std::string::npos) << text;
    for (const char* cell : {"\"4\"", "yes", "16", "91"}) {
      EXPECT_EQ(text.find(cell), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace gauze
