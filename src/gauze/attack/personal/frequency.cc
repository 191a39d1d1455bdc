#include <algorithm>
#include <numeric>

#include "gauze/attack/attack.h"
#include "gauze/attack/personal/alias_table.h"
#include "gauze/attack/personal/undone_cells.h"
#include "gauze/attack/release_rows.h"

// Somebody who knows how frequent values are matches them with aliases. An alias hides a value and
// nothing else: how often it occurs, and beside which other cells, is there to see.

namespace gauze {
namespace {

std::vector<Figure> FiguresOf(const std::string& column, const AliasTable& table) {
  const auto sum = [](const std::vector<std::uint64_t>& counts) {
    return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  };
  const double open = sum(table.view.open_rows);
  const double named = sum(table.view.named_rows);
  const double hidden = table.hidden_rows();
  const double rows = std::max(1.0, open + named + hidden);
  const double scored = table.scored_rows();
  std::vector<Figure> figures = {
      {column + ".aliases", static_cast<double>(table.aliases.size())},
      {column + ".aliased_rows", hidden},
      {column + ".shown_openly", open / rows},
  };
  if (!table.view.group.empty()) figures.push_back({column + ".shown_by_name", named / rows});
  if (scored < hidden) figures.push_back({column + ".not_scored_rows", hidden - scored});
  if (scored == 0) return figures;
  const auto recovered = [&](const AliasGuesses& guesses) {
    return table.RightRows(guesses) / scored;
  };
  figures.push_back({column + ".blindly", recovered(GuessBlindly(table.view))});
  figures.push_back({column + ".by_rank", recovered(GuessByRank(table.view))});
  figures.push_back({column + ".by_company", recovered(GuessByCompany(table.view))});
  return figures;
}

Result<AttackReport> RunFrequency(const AttackInput& input, Progress& progress) {
  const std::vector<PersonalColumn> personal = PersonalColumns(input.policy);
  if (std::ranges::all_of(personal, &PersonalColumn::graded)) {
    return InputError("the policy has no aliased column", input.policy.file,
                      "name one with `aliases` under personal: attributes; it tells the adversary "
                      "where aliases are");
  }
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_ASSIGN(const SourceColumns released, OpenRelease(database, input));
  GAUZE_ASSIGN(const SourceColumns original, OpenOriginal(database, input));
  GAUZE_ASSIGN(const SourceColumns known, OpenKnown(database, input));
  AttackReport report;
  for (const PersonalColumn& column : personal) {
    if (column.graded) continue;
    const std::string& name = column.attribute->attribute.name;
    progress.Stage("matching aliases", 0);
    GAUZE_TRY(RequireColumn(original, column.choice, input.policy.sources.front()));
    GAUZE_ASSIGN(const AliasTable table, ReadAliases(database, input, column, released));
    const std::vector<Figure> figures = FiguresOf(name, table);
    report.figures.insert(report.figures.end(), figures.begin(), figures.end());
  }
  return report;
}

std::vector<std::string> ReadFrequency(const FiguresByName& figures) {
  return ReadUndone(figures, {.rows = ".aliased_rows",
                              .one = "cell is an alias",
                              .many = "cells are aliases",
                              .first = ".by_rank",
                              .first_way = "how often values occur",
                              .second = ".by_company",
                              .second_way = "the cells beside them"});
}

}  // namespace

AttackEntry FrequencyAttack() {
  return {
      .descriptor =
          {.name = "frequency",
           .summary =
               "Matches aliases with values by how often they occur, and with which other cells",
           .guarantees =
               "counts the aliased rows whose value is guessed right by an adversary who knows how "
               "frequent values are, and by one who also knows which other cells they occur with",
           .not_covered = "an adversary who knows individual people, or who looks at several "
                          "columns at once: both find more",
           .reference = "M. Naveed, S. Kamara, C. V. Wright: Inference Attacks on "
                        "Property-Preserving Encrypted Databases, CCS 2015"},
      .run = RunFrequency,
      .reading = ReadFrequency,
      .knows = true};
}

}  // namespace gauze
