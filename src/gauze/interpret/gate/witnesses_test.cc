// What witnesses refuse, a look at all rows refuses by the same rule; and they do refuse most of
// it.
#include "gauze/interpret/gate/witnesses.h"

#include <gtest/gtest.h>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/interpret/gate/answer.h"
#include "gauze/interpret/gate/gate_state.h"
#include "gauze/interpret/query/random_vault.h"

namespace gauze {
namespace {

TEST(Witnesses, RefuseByTheRuleThatAllRowsGive) {
  std::uint64_t at_sight = 0;
  std::uint64_t refused = 0;
  for (std::uint64_t seed = 0; seed < TestRounds(4000); ++seed) {
    RandomVault random(seed);
    const Vault vault = random.Make(12 + random.Below(200), seed % 8 == 0);
    auto index = VaultIndex::Make(vault);
    ASSERT_TRUE(index);
    GateState state(*index, {.k = static_cast<std::uint32_t>(2 + random.Below(4))});
    for (int i = 0; i < 20; ++i) {
      const FoundQuery found = FindQuery(random.Ask(vault), *index);
      if (!found.refusal.empty()) continue;
      const std::string_view glance = state.Glance(found.tests);
      const Finding finding = state.Look(index->Select(found.tests), nullptr);
      ASSERT_TRUE(glance.empty() || glance == finding.refusal) << "seed " << seed;
      at_sight += glance.empty() ? 0 : 1;
      refused += finding.refusal == kDifference ? 1 : 0;
      if (finding.refusal.empty()) state.Apply(finding.step);
    }
  }
  EXPECT_GT(at_sight, refused / 2);
}

}  // namespace
}  // namespace gauze
