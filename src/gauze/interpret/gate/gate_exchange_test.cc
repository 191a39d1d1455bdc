// The second claim of gate.h, attacked by an adversary who listens to what is refused and withheld.
#include <gtest/gtest.h>

#include <map>

#include "gauze/base/json.h"
#include "gauze/base/testing/test_rounds.h"
#include "gauze/interpret/gate/gate.h"
#include "gauze/interpret/gate/gate_listener.h"
#include "gauze/interpret/index/held_rows.h"
#include "gauze/interpret/query/random_vault.h"

namespace gauze {
namespace {

// What the gate holds against a question that it answered: of each row 0 if it is not asked about,
// otherwise 1 or, where it remembers values of a released column, a number for each of them.
std::vector<std::uint32_t> Remembered(const Vault& vault, const Query& query,
                                      const Decision& decision) {
  // The gate has labels for groups of rows; a label stands for one shown value, or for several.
  const auto held = ArrangeRows(vault);
  const auto& step = decision.steps.front();
  std::map<std::string, std::uint32_t> label_of;
  if (!step.asked_labels.empty()) {
    const VaultColumn& column = ColumnOf(vault, query.target->column);
    std::size_t next = 0;
    step.groups.ForEach([&](std::size_t group) {
      label_of[OwnValue(column, held.rows[group])] = step.asked_labels[next++];
    });
  }
  std::vector<std::uint32_t> labels(vault.rows, 0);
  for (std::size_t row = 0; row < vault.rows; ++row) {
    if (!Fits(vault, row, query)) continue;
    labels[row] = 1;
    if (label_of.empty()) continue;
    labels[row] += label_of.at(OwnValue(ColumnOf(vault, query.target->column), row));
  }
  return labels;
}

// Exchanges what rows own, all hidden columns together, among rows that no label tells apart.
Vault Exchanged(const Vault& vault, const std::vector<std::vector<std::uint32_t>>& labels,
                std::size_t k, RandomVault& random) {
  std::map<std::vector<std::uint32_t>, std::vector<std::size_t>> together;
  for (std::size_t row = 0; row < vault.rows; ++row) {
    std::vector<std::uint32_t> of_row;
    for (const auto& question : labels) of_row.push_back(question[row]);
    together[of_row].push_back(row);
  }
  Vault exchanged = vault;
  for (const auto& [of_row, rows] : together) {
    EXPECT_GE(rows.size(), k);
    std::vector<std::size_t> from = rows;
    for (std::size_t i = from.size(); i > 1; --i) std::swap(from[i - 1], from[random.Below(i)]);
    for (VaultColumn& column : exchanged.columns) {
      if (!column.HasOwn()) continue;
      const auto& before = ColumnOf(vault, column.name).own_codes;
      for (std::size_t i = 0; i < rows.size(); ++i) column.own_codes[rows[i]] = before[from[i]];
    }
  }
  return exchanged;
}

std::string Said(const Decision& decision) { return decision.refusal + decision.answer_json; }

TEST(GateExchange, WhoOwnsWhatAmongThoseAskedAboutTogetherNeverShows) {
  std::uint64_t withheld = 0;
  std::uint64_t exchanged_cells = 0;
  for (std::uint64_t seed = 0; seed < TestRounds(4000); ++seed) {
    RandomVault random(seed);
    const Vault vault = random.Make(12 + random.Below(50), false);
    const auto k = static_cast<std::uint32_t>(2 + random.Below(3));
    Gate gate = GateOf(vault, k);
    std::vector<Query> asked;
    std::vector<std::vector<std::uint32_t>> labels;
    std::vector<std::string> said;
    Listener listener(vault);
    for (int i = 0; i < 15; ++i) {
      asked.push_back(random.Ask(vault));
      const Decision decision = gate.Decide(asked.back());
      gate.Commit(decision);
      said.push_back(Said(decision));
      if (!decision.answered) continue;
      if (!decision.repeat) labels.push_back(Remembered(vault, asked.back(), decision));
      listener.Hear(asked.back(), nlohmann::json::parse(decision.answer_json));
    }
    withheld += listener.withheld();
    const Vault other = Exchanged(vault, labels, k, random);
    for (std::size_t row = 0; row < vault.rows; ++row) {
      exchanged_cells += other.columns[1].own_codes[row] != vault.columns[1].own_codes[row];
    }
    Gate again = GateOf(other, k);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Decision decision = again.Decide(asked[i]);
      again.Commit(decision);
      ASSERT_EQ(Said(decision), said[i]) << "seed " << seed << ", question " << i;
    }
  }
  EXPECT_GT(withheld, TestRounds(4000));
  EXPECT_GT(exchanged_cells, TestRounds(4000));
}

}  // namespace
}  // namespace gauze
