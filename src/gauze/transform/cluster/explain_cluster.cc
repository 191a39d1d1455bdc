#include "gauze/transform/cluster/explain_cluster.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace gauze::cluster {
namespace {

// The part of a class that has one combination of quasi-identifiers.
struct Combination {
  std::vector<std::uint32_t> tuples;
  std::uint64_t rows = 0;
};

std::string Counted(std::uint64_t number, const char* noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace

std::vector<std::string> ExplainClass(const Constraints& constraints,
                                      const Generalization& generalization,
                                      std::size_t class_index) {
  const Table& table = constraints.coded().table;
  std::map<std::vector<Code>, Combination> combinations;
  std::uint64_t rows = 0;
  std::uint64_t donated = 0;
  for (std::size_t i = generalization.class_begin[class_index];
       i < generalization.class_begin[class_index + 1]; ++i) {
    std::vector<Code> codes;
    for (const std::size_t attribute : generalization.quasi_identifiers) {
      codes.push_back(table.columns[attribute].Get(generalization.tuples[i]));
    }
    Combination& combination = combinations[codes];
    combination.tuples.push_back(generalization.tuples[i]);
    const std::uint64_t here = generalization.RowsOf(table, i);
    combination.rows += here;
    rows += here;
    if (here < table.counts[generalization.tuples[i]]) donated += here;
  }

  std::vector<std::string> lines = {fmt::format("{} of {} of quasi-identifiers",
                                                Counted(rows, "row"),
                                                Counted(combinations.size(), "combination"))};
  if (donated > 0) {
    lines.push_back(
        fmt::format("{} of them from tuples whose other rows are in other classes", donated));
  }
  std::vector<std::uint64_t> failing(constraints.size());
  Tally tally(constraints);
  for (const auto& [codes, combination] : combinations) {
    tally.Reset();
    for (const std::uint32_t tuple : combination.tuples) tally.Add(tuple);
    if (const auto first = tally.FirstFailing()) ++failing[*first];
  }
  for (std::size_t model = 0; model < failing.size(); ++model) {
    if (failing[model] == 0) continue;
    lines.push_back(fmt::format("decided by {}: {} would not keep it alone",
                                constraints.Text(model), Counted(failing[model], "combination")));
  }
  for (std::size_t j = 0; j < generalization.quasi_identifiers.size(); ++j) {
    std::set<Code> values;
    for (const auto& [codes, combination] : combinations) values.insert(codes[j]);
    const std::string& name = table.attributes[generalization.quasi_identifiers[j]].name;
    lines.push_back(
        values.size() == 1
            ? fmt::format("{}: all rows of the class have this value", name)
            : fmt::format("{}: the class has {} different values", name, values.size()));
  }
  return lines;
}

}  // namespace gauze::cluster
