#include "gauze/attack/attack.h"

namespace gauze {

AttackEntry DivergenceAttack();
AttackEntry FreeformAttack();
AttackEntry FrequencyAttack();
AttackEntry InferenceChannels();
AttackEntry KnowledgeLinking();
AttackEntry KnownSetAttack();
AttackEntry Linkage();
AttackEntry ProximityAttack();
AttackEntry SortingAttack();

const std::vector<AttackEntry>& Attacks() {
  static const std::vector<AttackEntry> kList = {
      Linkage(),          KnowledgeLinking(),  KnownSetAttack(),
      FreeformAttack(),   InferenceChannels(), ProximityAttack(),
      DivergenceAttack(), FrequencyAttack(),   SortingAttack(),
  };
  return kList;
}

}  // namespace gauze
