#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gauze/attack/attack.h"
#include "gauze/attack/victims.h"
#include "gauze/measure/guess/breach.h"

namespace gauze {

// Victims, the released rows that can be theirs (found as by `linkage`), and what the cells of
// these are taken for (cell_reading.h): what breaches are counted from.
struct Candidates {
  // A sensitive column.
  struct Column {
    const PolicyAttribute* attribute = nullptr;
    std::vector<std::optional<Value>> shown;  // by value of the release
    std::vector<std::optional<Value>> own;    // by victim: what the adversary is after
    ColumnValues original;                    // all values of the original
  };
  // Who has the same candidates.
  struct Group {
    std::vector<std::size_t> classes;
    std::vector<std::size_t> victims;
  };
  using RowsByValue = std::map<std::size_t, std::uint64_t>;

  ReleaseRows release;
  Victims victims;
  std::vector<Column> columns;
  std::vector<Group> groups;  // without those that have no candidate
  std::uint64_t absent = 0;   // rows of victims without candidates

  RowsByValue RowsOf(std::span<const std::size_t> classes, std::size_t column) const;
  // Rows of victims who have candidates, and how many rows of them have none.
  std::vector<Figure> VictimFigures() const;

  // The figures of a column: over all candidates, and for the worst class that covers a victim.
  // `conclude` makes anything of RowsByValue, `judge` a BreachVerdict of that and somebody's own
  // value.
  template <typename Conclude, typename Judge>
  std::vector<Figure> Tally(std::size_t column, const Conclude& conclude, const Judge& judge) const;
};

// The figures of VictimFigures and Tally as sentences; `what` half of the candidates do.
std::vector<std::string> ReadBreaches(const FiguresByName& figures, const char* what);

Result<Candidates> ReadCandidates(Database& database, const AttackInput& input,
                                  const std::vector<const PolicyAttribute*>& columns,
                                  Progress& progress);

template <typename Conclude, typename Judge>
std::vector<Figure> Candidates::Tally(std::size_t column, const Conclude& conclude,
                                      const Judge& judge) const {
  using Conclusion = decltype(conclude(RowsByValue()));
  std::vector<Conclusion> of_class;
  for (std::size_t c = 0; c < release.classes.size(); ++c) {
    of_class.push_back(conclude(RowsOf(std::span(&c, 1), column)));
  }
  BreachTally all;
  BreachTally known_class;
  for (const Group& group : groups) {
    const Conclusion together = group.classes.size() == 1 ? of_class[group.classes.front()]
                                                          : conclude(RowsOf(group.classes, column));
    for (const std::size_t victim : group.victims) {
      const auto& own = columns[column].own[victim];
      if (!own) continue;
      const BreachVerdict verdict = judge(together, *own);
      all.Add(verdict, victims.rows[victim]);
      BreachVerdict worst;
      for (const std::size_t c : group.classes) {
        const BreachVerdict one = judge(of_class[c], *own);
        worst.share = std::max(worst.share, one.share);
        worst.breached = worst.breached || one.breached;
      }
      known_class.Add(worst, victims.rows[victim]);
    }
  }
  const std::string& name = columns[column].attribute->attribute.name;
  std::vector<Figure> figures = all.Figures(name);
  for (Figure& figure : known_class.Figures(name)) {
    figure.name += "_if_class_is_known";
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace gauze
