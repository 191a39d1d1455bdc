#include "gauze/transform/persons.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "gauze/base/parallel.h"

namespace gauze {

std::uint64_t RowsOfBusiestPerson(const CodedTable& coded) {
  std::uint64_t busiest = 1;
  for (const std::size_t entity : coded.table.WithRole(Role::kEntity)) {
    for (const std::uint64_t rows : (*coded.totals)[entity]) busiest = std::max(busiest, rows);
  }
  return busiest;
}

Status CheckOneRowEach(const CodedTable& coded, const PolicyEntry& promise) {
  const std::uint64_t busiest = RowsOfBusiestPerson(coded);
  if (busiest == 1) return {};
  return InputError(fmt::format("{} counts every row as one person, but a person has up to {} rows",
                                promise.descriptor->name, busiest),
                    promise.where,
                    "give every person one row; or promise k_anonymity, and l_diversity with kind: "
                    "frequency or kind: distinct, which count people");
}

PersonPairs PairPersons(const Table& table, std::size_t entity, std::size_t attribute) {
  struct Keyed {
    std::uint32_t person;
    Code code;
    std::uint32_t tuple;

    auto operator<=>(const Keyed&) const = default;
  };
  std::vector<Keyed> keyed(table.tuples());
  for (std::uint32_t tuple = 0; tuple < keyed.size(); ++tuple) {
    keyed[tuple] = {table.columns[entity].Get(tuple), table.columns[attribute].Get(tuple), tuple};
  }
  ParallelSort(keyed, std::less<>());
  PersonPairs pairs;
  pairs.of_tuple.resize(keyed.size());
  const Domain& domain = table.domains[attribute];
  std::uint32_t values = 0;  // of the person, missing not counted: it comes last
  for (std::size_t i = 0; i < keyed.size(); ++i) {
    const bool new_person = i == 0 || keyed[i].person != keyed[i - 1].person;
    const bool new_pair = new_person || keyed[i].code != keyed[i - 1].code;
    if (new_person) values = 0;
    if (new_pair) {
      ++pairs.size;
      if (!domain.IsMissing(keyed[i].code)) {
        // The second value makes it several, and further ones do not change that.
        if (++values == 2) {
          ++pairs.values.several;
          ++pairs.values.several_with_missing;
        }
      } else if (values == 1) {
        ++pairs.values.several_with_missing;
      }
    }
    pairs.of_tuple[keyed[i].tuple] = pairs.size - 1;
  }
  return pairs;
}

std::vector<std::uint64_t> PersonsPerCode(const Table& table, std::size_t attribute,
                                          const PersonPairs& pairs,
                                          const std::vector<std::uint32_t>& left_out) {
  std::vector<bool> seen(pairs.size);
  std::vector<bool> hidden(table.tuples());
  for (const std::uint32_t tuple : left_out) hidden[tuple] = true;
  std::vector<std::uint64_t> persons(table.domains[attribute].size());
  for (std::uint32_t tuple = 0; tuple < table.tuples(); ++tuple) {
    if (hidden[tuple] || seen[pairs.of_tuple[tuple]]) continue;
    seen[pairs.of_tuple[tuple]] = true;
    ++persons[table.columns[attribute].Get(tuple)];
  }
  return persons;
}

}  // namespace gauze
