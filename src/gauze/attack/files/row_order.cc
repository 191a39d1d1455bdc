#include <fmt/format.h>

#include <numeric>
#include <unordered_map>

#include "gauze/attack/dice.h"
#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/files/interval.h"
#include "gauze/attack/release_rows.h"
#include "gauze/attack/scene/read_scene.h"
#include "gauze/attack/scene/release_columns.h"
#include "gauze/engine/read/spelled_cells.h"

// Somebody has a list of the people in the order in which the tool read them, such as an earlier
// export, and takes row 17 for person 17. Rows that the tool has left out are skipped: as long as
// some may be, the next person who fits is taken. How often persons fit by chance is tried with
// the same people in random order.
//
// Time grows with rows, times the people that are skipped at most for a row, kMostSkipped. Memory:
// rows times columns, 4 bytes a cell.

namespace gauze {
namespace {

using labels::Label;
using labels::Scene;

constexpr std::size_t kMostSkipped = 1000;

// Rows of a file in their order: numbers of texts.
struct OrderedRows {
  std::vector<SpelledCells> columns;

  std::size_t size() const { return columns.empty() ? 0 : columns.front().of_row.size(); }
};

labels::Cell TextOf(const SpelledCells& cells, std::size_t number) {
  return number == cells.values.size() ? labels::Cell() : labels::Cell(cells.values[number]);
}

// Whether a released row can be a person's.
class Fits {
 public:
  Fits(const Scene& scene, const OrderedRows& shown, const OrderedRows& people)
      : shown_(shown), people_(people), known_(scene.domains.size()) {
    labels_.resize(known_);
    places_.resize(known_);
    for (std::size_t j = 0; j < known_; ++j) {
      for (std::size_t i = 0; i <= shown.columns[j].values.size(); ++i) {
        labels_[j].push_back(scene.domains[j].Read(TextOf(shown.columns[j], i)));
      }
      for (std::size_t i = 0; i <= people.columns[j].values.size(); ++i) {
        places_[j].push_back(
            scene.domains[j].Find(TextOf(people.columns[j], i)).value_or(kNowhere));
      }
    }
    for (std::size_t j = known_; j < shown.columns.size(); ++j) {
      std::unordered_map<std::string, std::size_t> number_of;
      for (std::size_t i = 0; i < people.columns[j].values.size(); ++i) {
        number_of.emplace(people.columns[j].values[i], i);
      }
      auto& same = same_.emplace_back();
      for (const std::string& value : shown.columns[j].values) {
        const auto found = number_of.find(value);
        same.push_back(found == number_of.end() ? kNowhere : found->second);
      }
      same.push_back(people.columns[j].values.size());
    }
  }

  bool operator()(std::size_t row, std::size_t person) const {
    for (std::size_t j = 0; j < known_; ++j) {
      const Label& label = labels_[j][NumberOf(shown_.columns[j], row)];
      if (!label.Covers(static_cast<Code>(places_[j][NumberOf(people_.columns[j], person)]))) {
        return false;
      }
    }
    for (std::size_t j = known_; j < shown_.columns.size(); ++j) {
      const std::size_t own = NumberOf(people_.columns[j], person);
      if (same_[j - known_][NumberOf(shown_.columns[j], row)] != own) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kNowhere = ~Code{0};

  static std::size_t NumberOf(const SpelledCells& cells, std::size_t row) {
    const std::uint32_t number = cells.of_row[row];
    return number == SpelledCells::kNull ? cells.values.size() : number;
  }

  const OrderedRows& shown_;
  const OrderedRows& people_;
  std::size_t known_;
  std::vector<std::vector<Label>> labels_;        // by quasi-identifier and text
  std::vector<std::vector<std::size_t>> places_;  // the same of people
  std::vector<std::vector<std::size_t>> same_;    // by sensitive column: the number among people
};

// Rows whose person fits, if people come in this order.
std::size_t CountInOrder(const Fits& fits, std::size_t rows,
                         const std::vector<std::uint32_t>& people, Progress& progress) {
  std::size_t fitting = 0;
  std::size_t next = 0;
  for (std::size_t row = 0; row < rows && next < people.size(); ++row) {
    // As many people may still be skipped as there are more people than rows.
    const std::size_t more = people.size() - next - std::min(people.size() - next, rows - row);
    const std::size_t last = next + std::min(more, kMostSkipped);
    std::size_t at = next;
    while (at <= last && !fits(row, people[at])) ++at;
    if (at <= last) {
      ++fitting;
      next = at + 1;
    } else {
      ++next;
    }
    progress.Advance(1);
  }
  return fitting;
}

Result<OrderedRows> ReadInOrder(Database& database, const SourceColumns& columns,
                                const std::string& view,
                                const std::vector<std::string>& expressions, Progress& progress) {
  GAUZE_ASSIGN(auto cells, ReadSpelledCells(database, expressions, NumberRows(columns, view),
                                            RowSample(1), progress));
  return OrderedRows{std::move(cells)};
}

Result<AttackReport> RunRowOrder(const FileAttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_ASSIGN(const Scene scene, ReadScene(database, input.releases, input.description,
                                            {{input.people}}, labels::Values::kLeftOut, progress));
  GAUZE_ASSIGN(const auto found,
               labels::ReleaseColumns::Find(database, input.releases, input.description));
  const auto& read = found.reads().front();
  if (read.count != "1") return InputError("its lines are counted, so they have no order");
  GAUZE_ASSIGN(const SourceColumns released,
               OpenReleaseAs(database, input.releases.front(), input.description.csv, read.view));
  GAUZE_ASSIGN(const OrderedRows shown,
               ReadInOrder(database, released, read.view, read.expressions, progress));
  GAUZE_ASSIGN(const SourceColumns source,
               OpenSource(database, {input.people}, input.description.people_csv, "people"));
  std::vector<std::string> names;
  for (const auto* list : {&scene.quasi_identifiers, &found.sensitive()}) {
    for (const std::string& name : *list) names.push_back(QuoteName(name));
  }
  GAUZE_ASSIGN(const OrderedRows people, ReadInOrder(database, source, "people", names, progress));
  const Fits fits(scene, shown, people);
  std::vector<std::uint32_t> order(people.size());
  std::iota(order.begin(), order.end(), 0U);
  progress.Stage("comparing rows", 2 * shown.size());
  const auto rows = static_cast<double>(shown.size());
  AttackReport report;
  report.figures = {{"rows", rows}, {"people", static_cast<double>(people.size())}};
  const auto in_order = static_cast<double>(CountInOrder(fits, shown.size(), order, progress));
  AddShare(report.figures, "success", in_order, rows);
  Dice dice(0x0d, 0);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[dice.Below(i)]);
  const auto by_chance = static_cast<double>(CountInOrder(fits, shown.size(), order, progress));
  AddShare(report.figures, "guess", by_chance, rows);
  return report;
}

std::vector<std::string> ReadRowOrder(const FiguresByName& figures) {
  const bool kept = figures["success"] > 0.99 && figures["guess"] < 0.9;
  return {fmt::format(
      "The person in the same place can be behind {} of {}, and behind {} with "
      "people in random order{}.",
      figures.Share("success"), figures.Count("rows", "row", "rows"), figures.Share("guess"),
      kept ? ": rows are in the order of the table, and whoever has it in that "
             "order needs nothing else"
           : "")};
}

}  // namespace

FileAttackEntry RowOrderAttack() {
  return {
      .descriptor = {.name = "row_order",
                     .summary = "Takes the person in the same place for a row's",
                     .guarantees = "counts the rows that can be those of the person in the "
                                   "same place, if people who were left out are skipped",
                     .not_covered = "other orders that tell something, such as that of exact "
                                    "values behind labels",
                     .reference = "docs/adr/0025-printed-order.md"},
      .needs = Needs::kPeople,
      .seconds = [](const AttackSize& size) { return SecondsToRead(size) + 1.5e-6 * size.rows; },
      .run = RunRowOrder,
      .reading = ReadRowOrder};
}

}  // namespace gauze
