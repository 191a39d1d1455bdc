#include "gauze/attack/scene/read_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "gauze/attack/scene/attackers.h"
#include "gauze/attack/scene/coded_rows.h"
#include "gauze/attack/scene/release_columns.h"
#include "gauze/attack/scene/tightness.h"

namespace gauze::labels {
namespace {

// A release or a table of people, with the columns that matter as numbers: quasi-identifiers
// first, then sensitive ones.
class SceneReader {
 public:
  SceneReader(Database& database, const Description& description, Progress& progress)
      : database_(database), description_(description), progress_(progress) {}

  Result<Scene> Read(const std::vector<std::string>& releases,
                     const std::vector<PeopleTable>& people, Values values) {
    GAUZE_ASSIGN(const ReleaseColumns columns,
                 ReleaseColumns::Find(database_, releases, description_));
    made_.left_out = columns.left_out();
    if (values == Values::kRead) made_.sensitive = columns.sensitive();
    for (const ColumnDescription& column : columns.quasi_identifiers()) {
      made_.quasi_identifiers.push_back(column.name);
    }
    GAUZE_ASSIGN(made_.known, KnownColumns(description_, made_.quasi_identifiers));
    for (std::size_t i = 0; i < releases.size(); ++i) {
      ReleaseColumns::Read read = columns.reads()[i];
      read.expressions.resize(known() + made_.sensitive.size());
      BeginReading(releases[i]);
      GAUZE_ASSIGN(releases_.emplace_back(),
                   ReadCodedRows(database_, read.view, read.expressions, read.count, 0, progress_));
    }
    for (const PeopleTable& table : people) {
      GAUZE_ASSIGN(people_.emplace_back(), ReadPeople(table));
    }
    progress_.Stage("reading labels", 0);
    GAUZE_TRY(MakeDomains(columns.quasi_identifiers()));
    NumberValues();
    for (std::size_t i = 0; i < releases.size(); ++i) {
      made_.releases.push_back(MakeRelease(columns, releases[i], releases_[i]));
      releases_[i] = {};  // nobody needs both
    }
    for (CodedRows& rows : people_) {
      made_.people.push_back(MakePeople(rows));
      rows = {};
    }
    return std::move(made_);
  }

 private:
  std::size_t known() const { return made_.quasi_identifiers.size(); }

  void BeginReading(const std::string& file) {
    progress_.Stage("reading " + std::filesystem::path(file).filename().string(), 100);
  }

  // Whoever is attacked may be known without the sensitive columns.
  Result<CodedRows> ReadPeople(const PeopleTable& table) {
    GAUZE_ASSIGN(const SourceColumns columns,
                 OpenSource(database_, {table.file}, description_.people_csv, "people"));
    const auto has = [&](const std::string& name) {
      return std::ranges::find(columns.names, name) != columns.names.end();
    };
    std::vector<std::string> expressions;
    for (const std::string& name : made_.quasi_identifiers) {
      if (!has(name)) {
        return InputError(fmt::format("there is no column \"{}\"", name), table.file,
                          "a table of people has the quasi-identifiers of the release");
      }
      expressions.push_back(QuoteName(name));
    }
    for (const std::string& name : made_.sensitive) {
      expressions.push_back(has(name) ? QuoteName(name) : "NULL");
    }
    BeginReading(table.file);
    return ReadCodedRows(database_, "people", expressions, "1", table.most, progress_);
  }

  Status MakeDomains(const std::vector<ColumnDescription>& columns) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const auto all = [&](const std::vector<CodedRows>& tables) {
        std::vector<Cell> cells;
        for (const CodedRows& table : tables) {
          cells.insert(cells.end(), table.columns[j].texts.begin(), table.columns[j].texts.end());
        }
        std::ranges::sort(cells);
        cells.erase(std::ranges::unique(cells).begin(), cells.end());
        return cells;
      };
      GAUZE_ASSIGN(ColumnDomain domain,
                   ColumnDomain::Make(columns[j], description_, all(releases_), all(people_)));
      made_.domains.push_back(std::move(domain));
    }
    return {};
  }

  // Values of sensitive columns have one number in all releases.
  void NumberValues() {
    value_of_.resize(made_.sensitive.size());
    made_.values.resize(made_.sensitive.size());
    for (std::size_t s = 0; s < made_.sensitive.size(); ++s) {
      for (const CodedRows& rows : releases_) {
        for (const Cell& text : rows.columns[known() + s].texts) {
          const auto number = static_cast<std::uint32_t>(made_.values[s].size());
          if (value_of_[s].emplace(text, number).second) made_.values[s].push_back(text);
        }
      }
    }
  }

  std::uint32_t ValueOf(std::size_t sensitive, const Cell& text) const {
    const auto found = value_of_[sensitive].find(text);
    return found == value_of_[sensitive].end() ? KnownPeople::kNoValue : found->second;
  }

  AnyRelease MakeRelease(const ReleaseColumns& columns, const std::string& file,
                         const CodedRows& rows) const {
    AnyRelease made{.file = file};
    for (std::size_t j = 0; j < known(); ++j) {
      AnyColumn column{.name = made_.quasi_identifiers[j], .rows = rows.columns[j].rows};
      for (const Cell& text : rows.columns[j].texts) {
        column.labels.push_back(made_.domains[j].Read(text));
        if (made_.domains[j].IsAmbiguous(text)) ++column.ambiguous;
      }
      made.columns.push_back(std::move(column));
    }
    AddClasses(rows, made);
    for (std::size_t j = 0; j < known(); ++j) {
      DecideTightness(columns.quasi_identifiers()[j].tight, j, made);
    }
    return made;
  }

  // Rows are sorted by their labels, so those of a class come together.
  void AddClasses(const CodedRows& rows, AnyRelease& made) const {
    const std::size_t width = rows.columns.size();
    made.class_values.resize(made_.sensitive.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::uint32_t* labels = &rows.cells[i * width];
      if (i == 0 || !std::equal(labels, labels + known(), labels - width)) {
        made.class_labels.insert(made.class_labels.end(), labels, labels + known());
        made.class_rows.push_back(0);
        for (auto& values : made.class_values) values.emplace_back();
      }
      made.class_rows.back() += rows.rows[i];
      made.rows += rows.rows[i];
      for (std::size_t s = 0; s < made_.sensitive.size(); ++s) {
        const Cell& text = rows.columns[known() + s].texts[labels[known() + s]];
        made.class_values[s].back().emplace_back(ValueOf(s, text), rows.rows[i]);
      }
    }
    for (auto& values : made.class_values) {
      for (AnyRelease::Shares& shares : values) AddUp(shares);
    }
  }

  // Each value once.
  static void AddUp(AnyRelease::Shares& shares) {
    std::ranges::sort(shares);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (i > 0 && shares[kept - 1].first == shares[i].first) {
        shares[kept - 1].second += shares[i].second;
      } else {
        shares[kept++] = shares[i];
      }
    }
    shares.resize(kept);
  }

  KnownPeople MakePeople(const CodedRows& rows) const {
    std::vector<std::vector<Code>> place_of(known());
    for (std::size_t j = 0; j < known(); ++j) {
      // Known cells are part of the domain.
      for (const Cell& text : rows.columns[j].texts) {
        place_of[j].push_back(made_.domains[j].Find(text).value());
      }
    }
    KnownPeople made{.rows = rows.rows};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < known(); ++j) made.places.push_back(place_of[j][rows.At(i, j)]);
      for (std::size_t s = 0; s < made_.sensitive.size(); ++s) {
        made.own.push_back(ValueOf(s, rows.columns[known() + s].texts[rows.At(i, known() + s)]));
      }
      made.people += rows.rows[i];
    }
    return made;
  }

  Database& database_;
  const Description& description_;
  Progress& progress_;
  std::vector<CodedRows> releases_;
  std::vector<CodedRows> people_;
  std::vector<std::map<Cell, std::uint32_t>> value_of_;
  Scene made_;
};

}  // namespace

Result<Scene> ReadScene(Database& database, const std::vector<std::string>& releases,
                        const Description& description, const std::vector<PeopleTable>& people,
                        Values values, Progress& progress) {
  return SceneReader(database, description, progress).Read(releases, people, values);
}

}  // namespace gauze::labels
