#include "gauze/transform/suppress/step/class_terms.h"

#include <algorithm>
#include <map>

namespace gauze::suppress {

std::vector<SetOfClass> SetsOf(const TransformInput& input, const Knowledge& knowledge,
                               std::size_t attribute, const Generalization& generalization,
                               std::size_t class_index) {
  const Table& table = input.coded.table;
  std::map<Code, std::vector<std::size_t>> members;
  for (std::size_t i = generalization.class_begin[class_index];
       i < generalization.class_begin[class_index + 1]; ++i) {
    members[table.columns[attribute].Get(generalization.tuples[i])].push_back(i);
  }
  const Domain& domain = table.domains[attribute];
  std::vector<SetOfClass> sets;
  for (auto& [code, indices] : members) {
    SetOfClass& set = sets.emplace_back();
    set.code = code;
    // A missing cell has no terms.
    if (code < domain.value_count()) {
      set.spelled = SplitTerms(domain[code].text, table.attributes[attribute].separator);
    }
    for (const std::string& term : set.spelled) {
      set.terms.terms.push_back(knowledge.FindTerm(term));
    }
    set.terms.rows = 0;
    for (const std::size_t i : indices) set.terms.rows += generalization.RowsOf(table, i);
    set.members = std::move(indices);
  }
  return sets;
}

namespace {

std::string Join(const SetOfClass& set, const Removal& removal, const std::string& separator) {
  std::string text;
  for (std::uint32_t i = 0; i < set.spelled.size(); ++i) {
    if (std::ranges::find(removal.positions, i) != removal.positions.end()) continue;
    if (!text.empty()) text += separator;
    text += set.spelled[i];
  }
  return text;
}

}  // namespace

std::vector<Shown> Deal(const TransformInput& input, const Generalization& generalization,
                        std::size_t class_index, const std::vector<SetOfClass>& sets,
                        const std::vector<Removal>& removals, const std::string& separator) {
  const std::size_t begin = generalization.class_begin[class_index];
  std::vector<Shown> shown;
  std::vector<std::size_t> member(sets.size());   // the next of each set
  std::vector<std::uint64_t> dealt(sets.size());  // rows of that member
  for (const Removal& removal : removals) {
    const SetOfClass& set = sets[removal.set];
    const std::string text = Join(set, removal, separator);
    std::uint64_t left = removal.rows;
    while (left > 0) {
      const std::size_t i = set.members[member[removal.set]];
      const std::uint64_t has = generalization.RowsOf(input.coded.table, i) - dealt[removal.set];
      const std::uint64_t rows = std::min(left, has);
      shown.push_back({generalization.tuples[i], i - begin, rows, text});
      left -= rows;
      dealt[removal.set] += rows;
      if (rows == has) {
        ++member[removal.set];
        dealt[removal.set] = 0;
      }
    }
  }
  return shown;
}

}  // namespace gauze::suppress
