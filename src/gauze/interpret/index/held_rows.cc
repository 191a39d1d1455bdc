#include "gauze/interpret/index/held_rows.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gauze {
namespace {

// Sorts the rows by their codes; those with equal codes keep their order.
void SortBy(const std::vector<std::uint32_t>& codes, std::vector<std::uint32_t>& rows) {
  std::vector<std::uint32_t> next(std::size_t{*std::ranges::max_element(codes)} + 2, 0);
  for (const std::uint32_t code : codes) ++next[std::size_t{code} + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> sorted(rows.size());
  for (const std::uint32_t row : rows) sorted[next[codes[row]]++] = row;
  rows = std::move(sorted);
}

// Every column of codes that tells rows apart.
std::vector<const std::vector<std::uint32_t>*> CodesOf(const Vault& vault) {
  std::vector<const std::vector<std::uint32_t>*> all;
  for (const VaultColumn& column : vault.columns) {
    all.push_back(&column.shown_codes);
    if (column.HasOwn()) all.push_back(&column.own_codes);
  }
  return all;
}

HeldRows ByPerson(const Vault& vault, std::vector<std::uint32_t> rows) {
  SortBy(vault.persons, rows);
  HeldRows held{.rows = std::move(rows)};
  std::uint32_t person = 0;
  for (std::size_t i = 0; i < held.rows.size(); ++i) {
    const bool next = i > 0 && vault.persons[held.rows[i]] != vault.persons[held.rows[i - 1]];
    if (next) ++person;
    held.persons.push_back(person);
  }
  return held;
}

}  // namespace

HeldRows ArrangeRows(const Vault& vault) {
  std::vector<std::uint32_t> rows(static_cast<std::size_t>(vault.rows));
  std::iota(rows.begin(), rows.end(), 0U);
  if (rows.empty()) return {};
  if (!vault.persons.empty()) return ByPerson(vault, std::move(rows));
  const auto all_codes = CodesOf(vault);
  for (const auto* codes : all_codes) SortBy(*codes, rows);
  HeldRows held;
  for (const std::uint32_t row : rows) {
    const bool alike = !held.rows.empty() && std::ranges::all_of(all_codes, [&](const auto* codes) {
      return (*codes)[row] == (*codes)[held.rows.back()];
    });
    if (alike) {
      ++held.sizes.back();
    } else {
      held.rows.push_back(row);
      held.sizes.push_back(1);
    }
  }
  return held;
}

}  // namespace gauze
