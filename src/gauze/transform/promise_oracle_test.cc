// The oracles of random_case.h: they look at every row.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "gauze/transform/random_case.h"

namespace gauze {
namespace {

// How many persons have each code in some of the rows.
std::map<Code, std::int64_t> Shares(const RandomCase& example, std::size_t attribute,
                                    const std::vector<std::uint32_t>& rows, bool with_missing) {
  std::map<Code, std::set<std::uint32_t>> persons;
  for (const std::uint32_t row : rows) {
    const Code code = example.coded.table.columns[attribute].Get(example.tuple_of[row]);
    if (!with_missing && example.coded.table.domains[attribute].IsMissing(code)) continue;
    persons[code].insert(example.PersonOf(row));
  }
  std::map<Code, std::int64_t> shares;
  for (const auto& [code, holders] : persons) {
    shares[code] = static_cast<std::int64_t>(holders.size());
  }
  return shares;
}

// Persons of some rows, or those who have a value in them.
std::int64_t PersonsIn(const RandomCase& example, const std::vector<std::uint32_t>& rows,
                       std::optional<std::size_t> attribute = std::nullopt) {
  std::set<std::uint32_t> persons;
  for (const std::uint32_t row : rows) {
    const Table& table = example.coded.table;
    const bool missing = attribute && table.domains[*attribute].IsMissing(
                                          table.columns[*attribute].Get(example.tuple_of[row]));
    if (!missing) persons.insert(example.PersonOf(row));
  }
  return static_cast<std::int64_t>(persons.size());
}

bool Diverse(const Promise& promise, const std::map<Code, std::int64_t>& shares,
             std::int64_t persons) {
  std::vector<std::int64_t> counts;
  for (const auto& [code, count] : shares) counts.push_back(count);
  if (persons == 0) return promise.level == 1;
  std::ranges::sort(counts, std::greater<>());
  switch (promise.kind) {
    case Promise::Kind::kDistinct: {
      std::int64_t accounted = 0;
      for (int i = 0; i < promise.level - 1 && i < static_cast<int>(counts.size()); ++i) {
        accounted += counts[static_cast<std::size_t>(i)];
      }
      return accounted < persons;
    }
    case Promise::Kind::kFrequency:
      return counts[0] * promise.level <= persons;
    case Promise::Kind::kRecursive: {
      std::int64_t tail = 0;
      for (std::size_t i = static_cast<std::size_t>(promise.level) - 1; i < counts.size(); ++i) {
        tail += counts[i];
      }
      return counts[0] < 2 * tail;
    }
    default: {
      // n^n >= l^n * prod c^c, in integers: n is at most 8.
      long double left = 1;
      long double right = 1;
      for (std::int64_t i = 0; i < persons; ++i) {
        left *= static_cast<long double>(persons);
        right *= promise.level;
      }
      for (const std::int64_t count : counts) {
        for (std::int64_t i = 0; i < count; ++i) right *= static_cast<long double>(count);
      }
      const bool uniform = counts.front() == counts.back();
      return uniform ? static_cast<int>(counts.size()) >= promise.level : left > right;
    }
  }
}

bool Close(const Promise& promise, const std::map<Code, std::int64_t>& shares,
           const std::map<Code, std::int64_t>& all) {
  std::int64_t rows = 0;
  std::int64_t total = 0;
  for (const auto& [code, count] : shares) rows += count;
  for (const auto& [code, count] : all) total += count;
  std::int64_t moved = 0;
  std::int64_t carried = 0;
  for (const auto& [code, count] : all) {
    const auto found = shares.find(code);
    const std::int64_t difference =
        (found == shares.end() ? 0 : found->second) * total - count * rows;
    carried += difference;
    moved += std::abs(promise.kind == Promise::Kind::kEqualCloseness ? difference : carried);
  }
  const std::int64_t scale = promise.kind == Promise::Kind::kEqualCloseness
                                 ? 2
                                 : static_cast<std::int64_t>(all.size()) - 1;
  return 10 * moved <= promise.level * scale * rows * total;
}

double Number(std::string_view text) {
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

bool Covers(const CodedTable& coded, std::size_t attribute, const Label& label, Code code) {
  const Domain& domain = coded.table.domains[attribute];
  if (label.text == "*") return true;
  if (label.missing || domain.IsMissing(code)) return label.missing && domain.IsMissing(code);
  const std::string& value = domain[code].text;
  if (label.text == value) return true;
  if (const Hierarchy* hierarchy = coded.HierarchyOf(attribute)) {
    if (label.text.starts_with('{')) {
      const std::string list = "|" + label.text.substr(1, label.text.size() - 2) + "|";
      return list.find("|" + value + "|") != std::string::npos;
    }
    for (NodeId node = hierarchy->leaf(code); node != Hierarchy::kRoot;
         node = (*hierarchy)[node].parent) {
      if ((*hierarchy)[node].label == label.text) return true;
    }
    return false;
  }
  const std::size_t comma = label.text.find(", ");
  if (!label.text.starts_with('[') || comma == std::string::npos) return false;
  const double low = Number(std::string_view(label.text).substr(1));
  const double high = Number(std::string_view(label.text).substr(comma + 2));
  return low <= domain[code].real &&
         (label.text.ends_with(')') ? domain[code].real < high : domain[code].real <= high);
}

std::vector<std::uint32_t> RandomCase::AllRows() const {
  std::vector<std::uint32_t> rows(tuple_of.size());
  for (std::uint32_t row = 0; row < rows.size(); ++row) rows[row] = row;
  return rows;
}

std::uint32_t RandomCase::PersonOf(std::uint32_t row) const {
  const auto entity = coded.table.WithRole(Role::kEntity);
  return entity.empty() ? row : coded.table.columns[entity.front()].Get(tuple_of[row]);
}

bool RandomCase::Refused(const Promise& promise) const {
  using Kind = Promise::Kind;
  if (promise.kind == Kind::kPersons || promise.kind == Kind::kDistinct ||
      promise.kind == Kind::kFrequency) {
    return false;
  }
  // Diversity leaves rows without a value out; for the others missing is a value.
  const bool with_missing = promise.kind != Kind::kEntropy && promise.kind != Kind::kRecursive;
  const Domain& domain = coded.table.domains[promise.attribute];
  std::map<std::uint32_t, std::set<Code>> values;
  for (const std::uint32_t row : AllRows()) {
    const Code code = coded.table.columns[promise.attribute].Get(tuple_of[row]);
    if (with_missing || !domain.IsMissing(code)) values[PersonOf(row)].insert(code);
  }
  return std::ranges::any_of(values, [](const auto& own) { return own.second.size() > 1; });
}

bool RandomCase::Keeps(const Promise& promise, const std::vector<std::uint32_t>& rows,
                       const std::vector<std::uint32_t>& released) const {
  if (Refused(promise)) return false;
  const Table& table = coded.table;
  switch (promise.kind) {
    case Promise::Kind::kPersons:
      return PersonsIn(*this, rows) >= promise.level;
    case Promise::Kind::kEqualCloseness:
    case Promise::Kind::kOrderedCloseness:
      return Close(promise, Shares(*this, promise.attribute, rows, true),
                   Shares(*this, promise.attribute, released, true));
    case Promise::Kind::kProximity: {
      const Domain& domain = table.domains[promise.attribute];
      const auto value = [&](std::uint32_t row) {
        return table.columns[promise.attribute].Get(tuple_of[row]);
      };
      return std::ranges::all_of(rows, [&](std::uint32_t row) {
        if (domain.IsMissing(value(row))) return true;
        std::vector<std::uint32_t> near;
        std::ranges::copy_if(rows, std::back_inserter(near), [&](std::uint32_t other) {
          return !domain.IsMissing(value(other)) &&
                 std::abs(domain[value(row)].whole - domain[value(other)].whole) <= 1;
        });
        return PersonsIn(*this, near) * promise.level <= PersonsIn(*this, rows);
      });
    }
    default:
      return Diverse(promise, Shares(*this, promise.attribute, rows, false),
                     PersonsIn(*this, rows, promise.attribute));
  }
}

bool RandomCase::KeepsAll(const std::vector<std::uint32_t>& rows,
                          const std::vector<std::uint32_t>& released) const {
  return std::ranges::all_of(
      promises, [&](const Promise& promise) { return Keeps(promise, rows, released); });
}

}  // namespace gauze
