#include "gauze/attack/attack.h"

namespace gauze {

AttackEntry FreeformAttack();
AttackEntry InferenceChannels();
AttackEntry KnowledgeLinking();
AttackEntry KnownSetAttack();
AttackEntry Linkage();

const std::vector<AttackEntry>& Attacks() {
  static const std::vector<AttackEntry> kList = {
      Linkage(), KnowledgeLinking(), KnownSetAttack(), FreeformAttack(), InferenceChannels(),
  };
  return kList;
}

}  // namespace gauze
