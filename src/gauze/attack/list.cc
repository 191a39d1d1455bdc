#include "gauze/attack/attack.h"

namespace gauze {

AttackEntry Linkage();

const std::vector<AttackEntry>& Attacks() {
  static const std::vector<AttackEntry> kList = {
      Linkage(),
  };
  return kList;
}

}  // namespace gauze
