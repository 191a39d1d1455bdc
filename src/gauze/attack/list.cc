#include "gauze/attack/attack.h"

namespace gauze {

AttackEntry KnowledgeLinking();
AttackEntry Linkage();

const std::vector<AttackEntry>& Attacks() {
  static const std::vector<AttackEntry> kList = {
      Linkage(),
      KnowledgeLinking(),
  };
  return kList;
}

}  // namespace gauze
