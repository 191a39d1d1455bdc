#include "gauze/attack/victims.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gauze/attack/numbers.h"
#include "gauze/attack/scene/describe_policy.h"
#include "gauze/labels/column_domain.h"

namespace gauze {
namespace {

using labels::Cell;

// For each cell of the original and each label, whether the cell can be behind it.
std::vector<std::vector<bool>> CoversOf(const labels::ColumnDomain& domain,
                                        const std::vector<Cell>& shown,
                                        const std::vector<Cell>& known) {
  std::vector<labels::Label> read;
  for (const Cell& label : shown) read.push_back(domain.Read(label));
  std::vector<std::vector<bool>> covers;
  for (const Cell& cell : known) {
    const Code place = domain.Find(cell).value();  // known cells are part of the domain
    auto& row = covers.emplace_back();
    for (const labels::Label& label : read) row.push_back(label.Covers(place));
  }
  return covers;
}

}  // namespace

Result<Victims> ReadVictims(Database& database, const AttackInput& input,
                            const ReleaseRows& release, const std::vector<std::string>& own) {
  const Policy& policy = input.policy;
  GAUZE_ASSIGN(const SourceColumns columns, OpenOriginal(database, input));
  std::vector<std::string> names;
  for (const PolicyAttribute* attribute : release.quasi_identifiers) {
    const std::string& name = attribute->attribute.name;
    GAUZE_TRY(RequireColumn(columns, name, policy.sources.front()));
    names.push_back(QuoteName(name));
  }
  const std::size_t quasi_identifiers = names.size();
  for (const std::string& name : own) {
    GAUZE_TRY(RequireColumn(columns, name, policy.sources.front()));
    names.push_back(QuoteName(name));
  }
  // The same order, and a sample by hash, in every run and on any number of threads.
  const std::string list = fmt::format("{}, ", fmt::join(names, ", "));
  const std::string limit = input.victims == 0
                                ? " ORDER BY ALL"
                                : fmt::format(" ORDER BY hash({}0) LIMIT {}", list, input.victims);
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format(
                   "SELECT * FROM (SELECT {}count(*) FROM original GROUP BY ALL){}", list, limit)));
  Victims victims;
  victims.known.resize(rows.size());
  const labels::Description description = labels::DescribeLabels(policy);
  for (std::size_t j = 0; j < quasi_identifiers; ++j) {
    Numbers<Cell> cell_of;
    for (std::size_t i = 0; i < rows.size(); ++i) victims.known[i].push_back(cell_of(rows[i][j]));
    GAUZE_ASSIGN(const ColumnValues values,
                 ValuesOf(database, *release.quasi_identifiers[j], policy));
    GAUZE_ASSIGN(const labels::ColumnDescription column,
                 labels::DescribeColumn(*release.quasi_identifiers[j], values));
    GAUZE_ASSIGN(
        const labels::ColumnDomain domain,
        labels::ColumnDomain::Make(column, description, release.labels[j], cell_of.keys()));
    victims.covers.push_back(CoversOf(domain, release.labels[j], cell_of.keys()));
  }
  for (const auto& row : rows) {
    victims.rows.push_back(NumberIn(row.back()));
    victims.own.emplace_back(row.begin() + static_cast<std::ptrdiff_t>(quasi_identifiers),
                             row.end() - 1);
  }
  return victims;
}

std::vector<std::size_t> CoveringClasses(const ReleaseRows& release, const Victims& victims,
                                         std::size_t victim) {
  std::vector<std::size_t> covering;
  for (std::size_t c = 0; c < release.classes.size(); ++c) {
    const auto& labels = release.classes[c].labels;
    bool covers = true;
    for (std::size_t j = 0; covers && j < labels.size(); ++j) {
      covers = victims.covers[j][victims.known[victim][j]][labels[j]];
    }
    if (covers) covering.push_back(c);
  }
  return covering;
}

std::string NobodyFound(const FiguresByName& figures) {
  return fmt::format(
      "Nobody has a candidate of {} looked for.",
      figures.Count("victims.without_candidates", "person who was", "people who were"));
}

}  // namespace gauze
