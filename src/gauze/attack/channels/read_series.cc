#include "gauze/attack/channels/read_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gauze/attack/release_rows.h"
#include "gauze/encode/encode.h"
#include "gauze/engine/read/source/policy_source.h"

namespace gauze::channels {
namespace {

using Cell = std::optional<std::string>;

class Reader {
 public:
  Reader(Database& database, const AttackInput& input) : database_(database), input_(input) {}

  Result<SeriesFiles> Read(Progress& progress) {
    for (const PolicyAttribute& attribute : input_.policy.attributes) {
      if (attribute.attribute.role == Role::kSensitive) {
        sensitive_.push_back(attribute.attribute.name);
      }
      if (attribute.attribute.role == Role::kQuasiIdentifying) known_.push_back(&attribute);
    }
    GAUZE_TRY(MakeReaders());
    progress.Stage("reading releases", input_.releases.size());
    std::vector<ReleaseRows> releases;
    for (const std::string& release : input_.releases) {
      AttackInput one = input_;
      one.releases = {release};
      GAUZE_ASSIGN(ReleaseRows rows, ReadRelease(database_, one, sensitive_));
      releases.push_back(std::move(rows));
      progress.Advance(1);
    }
    GAUZE_TRY(CodeValues(releases));
    for (std::size_t t = 0; t < releases.size(); ++t) GAUZE_TRY(AddRelease(releases[t], t));
    AddNewest();
    if (!input_.newcomers.empty()) {
      progress.Stage("finding people", 0);
      GAUZE_ASSIGN(const std::vector<People> people, ReadPeople());
      GAUZE_ASSIGN(made_.series.crowds, FindPlaces(made_.series.releases, people));
    }
    return std::move(made_);
  }

 private:
  // A hierarchy that is built from values takes those of the original.
  Status MakeReaders() {
    const bool builds = std::ranges::any_of(known_, [](const PolicyAttribute* attribute) {
      return attribute->hierarchy.builder != nullptr;
    });
    if (builds) {
      const auto& files = input_.newcomers.empty() ? input_.policy.sources : input_.newcomers;
      GAUZE_TRY(OpenPolicySource(database_, input_.policy, files, "original"));
    }
    for (const PolicyAttribute* attribute : known_) {
      ColumnValues values;
      if (attribute->hierarchy.builder != nullptr) {
        GAUZE_ASSIGN(values, ValuesOf(database_, *attribute, input_.policy));
      }
      GAUZE_ASSIGN(ReachReader reader, ReachReader::Make(*attribute, values));
      readers_.push_back(std::move(reader));
    }
    return {};
  }

  // The same code for the same value of all releases.
  Status CodeValues(const std::vector<ReleaseRows>& releases) {
    std::vector<SpelledColumn> spelled;
    for (std::size_t s = 0; s < sensitive_.size(); ++s) {
      SpelledColumn column{.name = sensitive_[s]};
      auto& numbers = spelling_of_.emplace_back();
      for (const ReleaseRows& release : releases) {
        for (const Cell& value : release.values[s]) {
          if (!value) {
            column.null_rows = 1;
          } else if (numbers.emplace(*value, numbers.size()).second) {
            column.values.push_back(*value);
            column.rows.push_back(1);
          }
        }
      }
      spelled.push_back(std::move(column));
    }
    GAUZE_ASSIGN(Encoding encoding, EncodeColumns(std::move(spelled), input_.policy, {}));
    made_.sensitive = std::move(encoding.coded);
    code_of_ = std::move(encoding.code_of);
    made_.columns = sensitive_;
    if (sensitive_.empty()) made_.columns.emplace_back();
    return {};
  }

  Code CodeOf(std::size_t s, const Cell& value) const {
    return value ? code_of_[s][spelling_of_[s].at(*value)] : code_of_[s].back();
  }

  Status AddRelease(const ReleaseRows& rows, std::size_t t) {
    std::vector<std::vector<Reach>> reaches;  // [column][label]
    for (std::size_t j = 0; j < known_.size(); ++j) {
      auto& column = reaches.emplace_back();
      for (const Cell& label : rows.labels[j]) {
        auto reach = readers_[j].Label(label);
        if (!reach) return Unreadable("label", known_[j]->attribute.name, input_.releases[t]);
        column.push_back(*std::move(reach));
      }
    }
    ShownRelease& release = made_.series.releases.emplace_back();
    for (const ReleasedClass& shown : rows.classes) {
      ShownClass& one = release.classes.emplace_back();
      for (std::size_t j = 0; j < known_.size(); ++j) {
        one.box.push_back(reaches[j][shown.labels[j]]);
      }
      one.rows = shown.rows;
      release.rows += shown.rows;
      for (std::size_t s = 0; s < sensitive_.size(); ++s) {
        std::map<Code, std::uint64_t> counts;
        for (const auto& [value, count] : shown.values[s]) {
          counts[CodeOf(s, rows.values[s][value])] += count;
        }
        one.values.emplace_back(counts.begin(), counts.end());
      }
      if (sensitive_.empty()) one.values.push_back({{0, shown.rows}});
    }
    return {};
  }

  void AddNewest() {
    made_.newest.resize(made_.columns.size());
    for (const ShownClass& shown : made_.series.releases.back().classes) {
      for (std::size_t s = 0; s < made_.newest.size(); ++s) {
        made_.newest[s] = Sum(made_.newest[s], shown.values[s]);
      }
    }
  }

  Result<std::vector<People>> ReadPeople() {
    if (input_.newcomers.size() != input_.releases.size()) {
      return InputError(fmt::format("the number of releases is {}, but the number of sources is {}",
                                    input_.releases.size(), input_.newcomers.size()),
                        "--source",
                        "give one source per release, with the people who first appear in it; or "
                        "give none, and only classes are compared");
    }
    std::vector<People> people;
    for (std::uint32_t t = 0; t < input_.newcomers.size(); ++t) {
      GAUZE_TRY(AddPeople(t, people));
    }
    return people;
  }

  Status AddPeople(std::uint32_t t, std::vector<People>& people) {
    const std::string& file = input_.newcomers[t];
    GAUZE_ASSIGN(const SourceColumns columns,
                 OpenPolicySource(database_, input_.policy, {file}, "original"));
    std::string list;
    for (const PolicyAttribute* attribute : known_) {
      GAUZE_TRY(RequireColumn(columns, attribute->attribute.name, file));
      list += QuoteName(attribute->attribute.name) + ", ";
    }
    GAUZE_ASSIGN(const auto rows,
                 database_.Rows(fmt::format(
                     "SELECT {}count(*) FROM original GROUP BY ALL ORDER BY ALL", list)));
    for (const Database::Row& row : rows) {
      People one{.first = t, .count = NumberIn(row.back())};
      for (std::size_t j = 0; j < known_.size(); ++j) {
        const bool missing = !row[j] || IsMissing(input_.policy, *row[j]);
        auto reach = readers_[j].Cell(missing ? Cell() : row[j]);
        if (!reach) return Unreadable("cell", known_[j]->attribute.name, file);
        one.box.push_back(*std::move(reach));
      }
      people.push_back(std::move(one));
    }
    return {};
  }

  static tl::unexpected<Error> Unreadable(const char* what, const std::string& column,
                                          const std::string& file) {
    return InputError(fmt::format("a {} of column {} cannot be read", what, column), file,
                      "the policy must give the column's type, and the hierarchy that the release "
                      "was made with");
  }

  Database& database_;
  const AttackInput& input_;
  std::vector<std::string> sensitive_;
  std::vector<const PolicyAttribute*> known_;
  std::vector<ReachReader> readers_;                             // one per quasi-identifier
  std::vector<std::map<std::string, std::size_t>> spelling_of_;  // one per sensitive column
  std::vector<std::vector<Code>> code_of_;                       // [column][spelling]
  SeriesFiles made_;
};

}  // namespace

Result<SeriesFiles> ReadSeries(const AttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  return Reader(database, input).Read(progress);
}

}  // namespace gauze::channels
