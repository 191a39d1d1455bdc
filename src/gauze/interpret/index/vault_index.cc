#include "gauze/interpret/index/vault_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "gauze/base/read_number.h"

namespace gauze {
namespace {

tl::unexpected<Error> Contradiction(const std::string& what) {
  return InputError(fmt::format("the vault is inconsistent: {}", what), "",
                    "make the release again; its vault is damaged");
}

// Positions of `codes` in the order of the codes, and where each code starts.
struct Postings {
  std::vector<std::uint32_t> positions;
  std::vector<std::uint32_t> starts;
};

Postings SortByCode(const std::vector<std::uint32_t>& codes, std::size_t count) {
  Postings postings;
  postings.starts.assign(count + 1, 0);
  for (const std::uint32_t code : codes) ++postings.starts[code + 1];
  std::partial_sum(postings.starts.begin(), postings.starts.end(), postings.starts.begin());
  std::vector<std::uint32_t> next(postings.starts.begin(), postings.starts.end() - 1);
  postings.positions.resize(codes.size());
  for (std::uint32_t i = 0; i < codes.size(); ++i) postings.positions[next[codes[i]]++] = i;
  return postings;
}

std::vector<std::uint32_t> Arranged(const std::vector<std::uint32_t>& codes,
                                    const std::vector<std::uint32_t>& rows) {
  std::vector<std::uint32_t> arranged(rows.size());
  std::ranges::transform(rows, arranged.begin(), [&](std::uint32_t row) { return codes[row]; });
  return arranged;
}

CodeColumn Narrow(const std::vector<std::uint32_t>& codes, std::size_t count) {
  CodeColumn column(static_cast<Code>(count), codes.size());
  column.Visit([&](auto& narrow) { std::ranges::copy(codes, narrow.begin()); });
  return column;
}

double NumberOf(const std::string& text) {
  const auto number = ReadAll<double>(text);
  return number && std::isfinite(*number) ? *number : std::numeric_limits<double>::quiet_NaN();
}

void IndexTexts(HeldColumn& column, bool number) {
  column.by_text.resize(column.shown.size());
  std::iota(column.by_text.begin(), column.by_text.end(), Code{0});
  std::ranges::sort(column.by_text, {},
                    [&](Code code) -> const std::string& { return column.shown[code]; });
  if (!number) return;
  for (Code code = 0; code < column.shown.size(); ++code) {
    column.numbers.push_back(NumberOf(column.shown[code]));
    if (!std::isnan(column.numbers.back())) column.by_number.push_back(code);
  }
  std::ranges::sort(column.by_number, {}, [&](Code code) { return column.numbers[code]; });
}

void IndexAliases(HeldColumn& column, const std::vector<VaultAlias>& aliases) {
  std::unordered_map<std::string_view, const VaultAlias*> known;
  for (const VaultAlias& alias : aliases) known.emplace(alias.text, &alias);
  for (Code code = 0; code < column.shown.size(); ++code) {
    const auto found = known.find(column.shown[code]);
    if (found == known.end()) continue;
    column.means[code] = found->second->meaning;
    column.alias[code] = true;
  }
}

// By what grades mean, not by whose row shows which.
void IndexGrades(HeldColumn& column) {
  for (Code code = 0; code < column.own.size(); ++code) {
    const auto grade = Grade(NumberOf(column.own[code]), column.categories);
    if (grade) column.own_by_grade.emplace_back(*grade, code);
  }
  std::ranges::sort(column.own_by_grade);
  for (Code code = 0; code < column.shown.size(); ++code) {
    const auto own = OwnValuesOf(column, code);
    if (!own.empty()) column.means[code] = column.own[own.front()];
  }
}

Status CheckCodes(const std::vector<std::uint32_t>& codes, std::size_t values, std::size_t rows,
                  const std::string& name) {
  const auto inside = [&](std::uint32_t code) { return code < values; };
  if (codes.size() == rows && std::ranges::all_of(codes, inside)) return {};
  return Contradiction(fmt::format("rows of column {}", name));
}

// Everybody who shows a cell chose alike, and aliases are for people who chose them: in a safe
// column 3, in a literal one 2 or 3.
Status CheckChoices(const VaultColumn& column, std::size_t rows) {
  std::unordered_set<std::string_view> aliases;
  for (const VaultAlias& alias : column.aliases) aliases.insert(alias.text);
  std::vector<bool> is_alias;
  for (const std::string& text : column.shown) is_alias.push_back(aliases.contains(text));
  const std::uint8_t first = column.kind == VaultKind::kSafe ? 3 : 2;
  bool fits = column.choices.size() == rows;
  std::vector<std::uint8_t> choice(column.shown.size(), 0);
  for (std::size_t row = 0; fits && row < rows; ++row) {
    const std::uint32_t code = column.shown_codes[row];
    if (choice[code] == 0) choice[code] = column.choices[row];
    fits = choice[code] == column.choices[row] && is_alias[code] == (choice[code] >= first);
  }
  if (fits) return {};
  return Contradiction(fmt::format("choices of column {}", column.name));
}

Status CheckColumn(const VaultColumn& column, std::size_t rows) {
  GAUZE_TRY(CheckCodes(column.shown_codes, column.shown.size(), rows, column.name));
  if (column.HasOwn()) {
    GAUZE_TRY(CheckCodes(column.own_codes, column.own.size(), rows, column.name));
  }
  if (column.HasChoices()) GAUZE_TRY(CheckChoices(column, rows));
  if (column.kind == VaultKind::kGraded && !column.number) {
    return Contradiction(fmt::format("grades of column {} are not numbers", column.name));
  }
  return {};
}

// Empties what it takes over: a vault is large.
HeldColumn Hold(VaultColumn from, const std::vector<std::uint32_t>& rows) {
  HeldColumn column;
  column.name = std::move(from.name);
  column.kind = from.kind;
  column.shown = std::move(from.shown);
  column.categories = std::move(from.categories);
  const auto shown_codes = Arranged(from.shown_codes, rows);
  column.shown_codes = Narrow(shown_codes, column.shown.size());
  Postings postings = SortByCode(shown_codes, column.shown.size());
  column.rows_by_shown = std::move(postings.positions);
  column.starts = std::move(postings.starts);
  if (!column.IsShown()) {
    column.own = std::move(from.own);
    column.hidden_codes = Narrow(Arranged(from.own_codes, rows), column.own.size());
  }
  if (from.HasChoices()) {
    column.choice.assign(column.shown.size(), 0);
    for (std::size_t row = 0; row < from.choices.size(); ++row) {
      column.choice[from.shown_codes[row]] = from.choices[row];
    }
  }
  IndexTexts(column, from.number);
  column.means = column.shown;
  column.alias.assign(column.shown.size(), false);
  if (column.kind == VaultKind::kAliased || column.kind == VaultKind::kSafe)
    IndexAliases(column, from.aliases);
  if (column.kind == VaultKind::kGraded) IndexGrades(column);
  return column;
}

}  // namespace

Result<VaultIndex> VaultIndex::Make(Vault vault) {
  if (vault.rows >= std::numeric_limits<std::uint32_t>::max()) {
    return InputError("the release has too many rows for the trusted server", "",
                      "at most 4,294,967,294; split it into several releases");
  }
  const auto rows = static_cast<std::size_t>(vault.rows);
  if (!vault.persons.empty()) {
    GAUZE_TRY(CheckCodes(vault.persons, rows, rows, "of people"));
    if (!vault.tags.empty()) {
      GAUZE_TRY(CheckCodes(vault.persons, vault.tags.size(), rows, "of people"));
    }
  }
  for (const VaultColumn& column : vault.columns) {
    GAUZE_TRY(CheckColumn(column, rows));
    if (std::ranges::count(vault.columns, column.name, &VaultColumn::name) > 1) {
      return Contradiction(fmt::format("two columns named {}", column.name));
    }
  }
  VaultIndex index;
  index.release_ = std::move(vault.release);
  index.held_ = ArrangeRows(vault);
  const auto& persons = index.held_.persons;
  index.rows_ = index.held_.rows.size();
  index.groups_ = persons.empty() ? index.rows_ : std::size_t{persons.back()} + 1;
  index.persons_ = persons.empty() ? vault.rows : index.groups_;
  index.tag_key_ = vault.tag_key;
  for (std::size_t i = 0; !vault.tags.empty() && i < persons.size(); ++i) {
    if (i > 0 && persons[i] == persons[i - 1]) continue;
    index.group_of_tag_.emplace_back(vault.tags[vault.persons[index.held_.rows[i]]], persons[i]);
  }
  std::ranges::sort(index.group_of_tag_);
  for (VaultColumn& column : vault.columns) {
    index.columns_.push_back(Hold(std::move(column), index.held_.rows));
  }
  // Which row of the release it was is of no use any more.
  index.held_.rows = {};
  return index;
}

const HeldColumn* VaultIndex::Find(std::string_view column) const {
  const auto found = std::ranges::find(columns_, column, &HeldColumn::name);
  return found == columns_.end() ? nullptr : &*found;
}

std::optional<std::uint32_t> VaultIndex::FindPerson(const PersonTag& tag) const {
  const auto found =
      std::ranges::lower_bound(group_of_tag_, tag, {}, &std::pair<PersonTag, std::uint32_t>::first);
  if (found == group_of_tag_.end() || found->first != tag) return std::nullopt;
  return found->second;
}

std::pair<std::size_t, std::size_t> VaultIndex::RowsOfGroup(std::uint32_t group) const {
  const auto rows = std::ranges::equal_range(group_of(), group);
  return {static_cast<std::size_t>(rows.begin() - group_of().begin()),
          static_cast<std::size_t>(rows.end() - group_of().begin())};
}

Bits VaultIndex::GroupsOf(const Bits& rows) const {
  if (group_of().empty()) return rows;
  Bits groups(groups_);
  rows.ForEach([&](std::size_t row) { groups.Set(group_of()[row]); });
  return groups;
}

}  // namespace gauze
