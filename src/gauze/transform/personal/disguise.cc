#include "gauze/transform/personal/disguise.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "gauze/transform/personal/aliases.h"

namespace gauze {
namespace {

// A message names one row; looking for more than this many values is not worth it.
constexpr std::size_t kLocatedCodes = 1000;

class Maker {
 public:
  Maker(const CodedTable& schema, const PersonalSection& personal, const LocateCodes& locate)
      : schema_(schema), table_(schema.table), personal_(personal), locate_(locate) {}

  Result<Disguise> Make(const PersonalSection::Column& column) {
    Disguise disguise;
    disguise.attribute = table_.Find(column.name);
    Check(disguise.attribute < table_.attributes.size(), "a column of the policy was read");
    if (column.aliases) {
      GAUZE_TRY(Alias(column, disguise));
    } else {
      GAUZE_TRY(GradeAll(column, disguise));
    }
    return disguise;
  }

 private:
  Status Alias(const PersonalSection::Column& column, Disguise& disguise) {
    const Domain& domain = table_.domains[disguise.attribute];
    std::vector<Code> mistakable;
    for (Code code = 0; code < domain.value_count(); ++code) {
      if (domain[code].text.starts_with(AliasNames::kFirst)) mistakable.push_back(code);
    }
    GAUZE_TRY(Refuse(disguise.attribute, mistakable,
                     "could be taken for aliases, which begin with "
                     "\"~\"",
                     "spell these values differently"));
    disguise.choice = table_.Find(column.choice);
    GAUZE_ASSIGN(const std::vector<int> choices, ChoicesOf(*disguise.choice));
    disguise.choices = choices.size();
    disguise.by_node = column.aliases == AliasMode::kSafe;

    // By own value and choice; texts get their places when all are known.
    std::vector<Chosen> chosen;
    std::map<std::string, std::string> of_nodes;
    for (Code code = 0; code < domain.size(); ++code) {
      const std::string own = domain.IsMissing(code) ? "" : domain[code].text;
      std::string second;
      std::string third;
      if (disguise.by_node) {
        GAUZE_ASSIGN(second, ParentOf(disguise.attribute, code));
        std::string& alias = of_nodes[second];
        if (alias.empty()) alias = Name(disguise, second);
        third = alias;
      } else {
        second = Name(disguise, own);
        third = Name(disguise, own);
      }
      for (const int choice : choices) {
        if (choice == 1) {
          chosen.push_back({domain.IsMissing(code) ? std::nullopt : std::optional(own), 1});
        } else {
          chosen.push_back({choice == 2 ? second : third, static_cast<std::uint8_t>(choice)});
        }
      }
    }
    Place(chosen, disguise);
    return {};
  }

  struct Chosen {
    std::optional<std::string> text;  // none: a missing cell that is shown as such
    std::uint8_t choice = 0;
  };

  std::string Name(Disguise& disguise, const std::string& meaning) {
    std::string name = names_.Draw();
    disguise.aliases.push_back({name, meaning});
    return name;
  }

  // The name of the node right above a value. Missing lies under the root, "*", like everything in
  // a column that is missing throughout.
  Result<std::string> ParentOf(std::size_t attribute, Code code) const {
    const Hierarchy* hierarchy = schema_.HierarchyOf(attribute);
    if (hierarchy == nullptr) return "*";
    std::string label = (*hierarchy)[(*hierarchy)[hierarchy->leaf(code)].parent].label;
    if (!label.starts_with(AliasNames::kFirst)) return label;
    return InputError(
        "a node of the hierarchy could be taken for an alias, which begins with \"~\"",
        fmt::format("column {}", table_.attributes[attribute].name),
        "rename the nodes that begin with \"~\"");
  }

  static void Place(const std::vector<Chosen>& chosen, Disguise& disguise) {
    struct Placed {
      std::uint32_t place = 0;
      std::uint8_t choice = 0;
    };
    std::map<std::string, Placed> places;
    for (const Chosen& one : chosen) {
      if (one.text) places.emplace(*one.text, Placed{.choice = one.choice});
    }
    for (auto& [text, placed] : places) {
      placed.place = static_cast<std::uint32_t>(disguise.shown.size());
      disguise.shown.push_back({.text = text});
      disguise.choice_of_shown.push_back(placed.choice);
    }
    const auto none = static_cast<std::uint32_t>(disguise.shown.size());
    for (const Chosen& one : chosen) {
      disguise.codes.push_back(one.text ? places.at(*one.text).place : none);
      // Names of a taxonomy mean one thing, and aliases are like none of them.
      Check(!one.text || places.at(*one.text).choice == one.choice, "a cell shows its choice");
    }
  }

  // What each code of a column of choices says.
  Result<std::vector<int>> ChoicesOf(std::size_t attribute) const {
    const Domain& domain = table_.domains[attribute];
    std::vector<int> choices;
    std::vector<Code> wrong;
    for (Code code = 0; code < domain.size(); ++code) {
      int& choice = choices.emplace_back(personal_.missing_choice);
      if (domain.IsMissing(code)) continue;
      const std::string& text = domain[code].text;
      choice = text.size() == 1 ? text[0] - '0' : 0;
      if (choice < 1 || choice > kChoices) wrong.push_back(code);
    }
    GAUZE_TRY(Refuse(attribute, wrong, "hold a choice other than 1, 2 or 3",
                     "fix them, or list their spelling under missing_markers: the policy's "
                     "missing_choice then applies"));
    return choices;
  }

  Status GradeAll(const PersonalSection::Column& column, Disguise& disguise) {
    const Domain& domain = table_.domains[disguise.attribute];
    disguise.type = ValueType::kDecimal;
    for (std::size_t i = 1; i < column.bounds.size(); ++i) {
      disguise.categories.push_back({column.bounds[i - 1], column.bounds[i]});
    }
    std::vector<Code> outside;
    // Grades never fall from one value to the next, so equal ones are neighbours.
    for (Code code = 0; code < domain.value_count(); ++code) {
      const auto grade = Grade(domain[code].real, disguise.categories);
      if (!grade) {
        outside.push_back(code);
        continue;
      }
      if (disguise.shown.empty() || disguise.shown.back().real != *grade) {
        disguise.shown.push_back({.text = fmt::format("{}", *grade), .real = *grade});
      }
      disguise.codes.push_back(static_cast<std::uint32_t>(disguise.shown.size() - 1));
    }
    GAUZE_TRY(Refuse(disguise.attribute, outside, "lie outside every category",
                     "widen the first or the last category, or leave these rows out"));
    if (!domain.has_missing()) return {};
    return Refuse(disguise.attribute, {domain.missing_code()}, "have no number to grade",
                  "fill the cells, or leave these rows out");
  }

  Status Refuse(std::size_t attribute, std::vector<Code> codes, const std::string& what,
                const std::string& hint) const {
    if (codes.empty()) return {};
    const std::vector<std::uint64_t>& totals = (*schema_.totals)[attribute];
    std::uint64_t rows = 0;
    for (const Code code : codes) rows += totals[code];
    if (codes.size() > kLocatedCodes) codes.resize(kLocatedCodes);
    const auto row = locate_(attribute, codes);
    return InputError(fmt::format("cells of {} row{} {}{}", rows, rows == 1 ? "" : "s", what,
                                  row ? fmt::format(", see row {}", *row) : ""),
                      fmt::format("column {}", table_.attributes[attribute].name), hint);
  }

  const CodedTable& schema_;
  const Table& table_;
  const PersonalSection& personal_;
  const LocateCodes& locate_;
  AliasNames names_;  // of all columns: an alias means one thing in the whole release
};

}  // namespace

Result<std::vector<Disguise>> MakeDisguises(const CodedTable& schema,
                                            const PersonalSection& personal,
                                            const LocateCodes& locate) {
  Maker maker(schema, personal, locate);
  std::vector<Disguise> disguises;
  for (const PersonalSection::Column& column : personal.columns) {
    GAUZE_ASSIGN(Disguise disguise, maker.Make(column));
    disguises.push_back(std::move(disguise));
  }
  return disguises;
}

}  // namespace gauze
