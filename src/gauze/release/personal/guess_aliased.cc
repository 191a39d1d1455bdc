#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "gauze/measure/guess/alias_guess.h"
#include "gauze/release/personal/guessed_column.h"

namespace gauze {
namespace {

// Company that is too varied says little and takes long to count.
constexpr std::size_t kMostCells = 1000;
constexpr std::size_t kMostPairs = std::size_t{1} << 22U;
// Beyond that many comparisons of an alias with a value, company is not tried.
constexpr std::size_t kMostComparisons = 100'000'000;

constexpr std::uint32_t kNone = GuessedColumn::kNoValue;

class AliasCounts {
 public:
  AliasCounts(const Vault& vault, const VaultColumn& column)
      : vault_(vault),
        column_(column),
        alias_of_shown_(column.shown.size(), kNone),
        by_text_(column.own.size()),
        number_of_own_(column.own.size()) {
    std::iota(by_text_.begin(), by_text_.end(), std::uint32_t{0});
    std::ranges::sort(by_text_, {}, [&](std::uint32_t own) { return column.own[own]; });
    for (std::uint32_t n = 0; n < by_text_.size(); ++n) number_of_own_[by_text_[n]] = n;
    std::unordered_map<std::string_view, std::size_t> place;
    for (std::size_t s = 0; s < column.shown.size(); ++s) place.emplace(column.shown[s], s);
    for (const VaultAlias& alias : column.aliases) {
      const auto found = place.find(alias.text);
      if (found == place.end()) continue;  // nobody shows it
      alias_of_shown_[found->second] = static_cast<std::uint32_t>(aliases_++);
    }
    view_.alias_rows.resize(aliases_);
    view_.open_rows.resize(column.own.size());
    view_.known_rows.resize(column.own.size());
    truth_.resize(aliases_);
    group_named_.assign(column.shown.size(), kNone);
  }

  void AddCompany() {
    if (aliases_ * column_.own.size() > kMostComparisons) return;
    for (const VaultColumn& other : vault_.columns) {
      if (other.kind != VaultKind::kReleased || other.shown.size() > kMostCells) continue;
      if ((aliases_ + column_.own.size()) * other.shown.size() > kMostPairs) continue;
      AddCompany(other);
    }
  }

  // Of a safe column, before rows are counted.
  void AddGroups(const Hierarchy& hierarchy) {
    std::map<NodeId, std::size_t> group_of;
    for (const Code code : by_text_) {
      const NodeId parent = hierarchy[hierarchy.leaf(code)].parent;
      const auto [found, added] = group_of.emplace(parent, group_of.size());
      view_.group.push_back(found->second);
      if (!added) continue;
      const auto name = std::ranges::find(column_.shown, hierarchy[parent].label);
      if (name != column_.shown.end()) {
        group_named_[static_cast<std::size_t>(name - column_.shown.begin())] = found->second;
      }
    }
    view_.named_rows.resize(group_of.size());
  }

  void CountRows() {
    for (std::size_t row = 0; row < vault_.rows; ++row) CountRow(row);
  }

  // Share of the aliased rows that a guess is expected to get right.
  double Recovered(const AliasGuesses& guesses) const {
    double rows = 0;
    double right = 0;
    for (std::size_t alias = 0; alias < aliases_; ++alias) {
      rows += static_cast<double>(view_.alias_rows[alias]);
      for (const std::size_t guess : guesses[alias]) {
        const auto found = truth_[alias].find(static_cast<std::uint32_t>(guess));
        if (found == truth_[alias].end()) continue;
        right += static_cast<double>(found->second) / static_cast<double>(guesses[alias].size());
      }
    }
    return rows == 0 ? 0 : right / rows;
  }

  // Cells that are no alias are what they show, a node's name the likeliest value below it.
  std::vector<std::uint32_t> GuessShown(const AliasGuesses& guesses) const {
    std::unordered_map<std::string_view, std::uint32_t> own_of;
    for (const std::uint32_t own : by_text_) own_of.emplace(column_.own[own], own);
    std::vector<std::uint32_t> guess_of_shown(column_.shown.size(), kNone);
    const std::vector<std::size_t> in_groups = GuessInGroups(view_);
    for (std::size_t s = 0; s < column_.shown.size(); ++s) {
      std::string_view text = column_.shown[s];
      if (const std::uint32_t alias = alias_of_shown_[s]; alias != kNone) {
        text = column_.own[by_text_[guesses[alias].front()]];
      } else if (group_named_[s] != kNone) {
        text = column_.own[by_text_[in_groups[group_named_[s]]]];
      }
      const auto found = own_of.find(text);
      if (found != own_of.end() && !found->first.empty()) guess_of_shown[s] = found->second;
    }
    return guess_of_shown;
  }

  const AliasView& view() const { return view_; }

 private:
  void CountRow(std::size_t row) {
    const std::uint32_t own = number_of_own_[column_.own_codes[row]];
    ++view_.known_rows[own];
    const std::uint32_t shown = column_.shown_codes[row];
    const std::uint32_t alias = alias_of_shown_[shown];
    if (alias != kNone) {
      ++view_.alias_rows[alias];
      ++truth_[alias][own];
    } else if (group_named_[shown] != kNone) {
      ++view_.named_rows[group_named_[shown]];
    } else {
      ++view_.open_rows[own];
    }
  }

  void AddCompany(const VaultColumn& other) {
    const std::size_t cells = other.shown.size();
    std::vector<std::uint64_t> beside_alias(aliases_ * cells);
    std::vector<std::uint64_t> beside_value(column_.own.size() * cells);
    for (std::size_t row = 0; row < vault_.rows; ++row) {
      const std::uint32_t own = number_of_own_[column_.own_codes[row]];
      const std::uint32_t cell = other.shown_codes[row];
      ++beside_value[own * cells + cell];
      const std::uint32_t alias = alias_of_shown_[column_.shown_codes[row]];
      if (alias != kNone) ++beside_alias[alias * cells + cell];
    }
    const auto split = [&](const std::vector<std::uint64_t>& counts) {
      std::vector<AliasCompany::Cells> parts(counts.size() / cells);
      for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0) parts[i / cells].emplace_back(i % cells, counts[i]);
      }
      return parts;
    };
    view_.company.push_back(
        {.cells = cells, .aliases = split(beside_alias), .values = split(beside_value)});
  }

  const Vault& vault_;
  const VaultColumn& column_;
  std::vector<std::uint32_t> alias_of_shown_;
  std::vector<std::size_t> group_named_;  // by shown cell: the group whose name it is, or kNone
  // Values are numbered by text: no figure depends on how a hierarchy is written.
  std::vector<std::uint32_t> by_text_;
  std::vector<std::uint32_t> number_of_own_;
  std::size_t aliases_ = 0;
  AliasView view_;
  std::vector<std::map<std::uint32_t, std::uint64_t>> truth_;  // by alias: rows by own value
};

}  // namespace

GuessedColumn GuessAliased(const Vault& vault, const VaultColumn& column,
                           const PersonalSection::Column& about, const Hierarchy* hierarchy) {
  AliasCounts counts(vault, column);
  if (about.aliases == AliasMode::kSafe && hierarchy != nullptr) counts.AddGroups(*hierarchy);
  counts.CountRows();
  counts.AddCompany();
  AliasGuesses guesses = GuessByRank(counts.view());
  GuessedColumn guessed;
  guessed.rates = {{"blindly", counts.Recovered(GuessBlindly(counts.view()))},
                   {"by_rank", counts.Recovered(guesses)}};
  if (!counts.view().company.empty()) {
    guesses = GuessByCompany(counts.view());
    guessed.rates["by_company"] = counts.Recovered(guesses);
  }
  guessed.guess_of_shown = counts.GuessShown(guesses);
  return guessed;
}

}  // namespace gauze
