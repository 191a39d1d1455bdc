#include "gauze/attack/files/file_attack.h"

namespace gauze {

FileAttackEntry CompositionAttack();
FileAttackEntry DeFinettiAttack();
FileAttackEntry DowncodingAttack();
FileAttackEntry InferenceAttack();
FileAttackEntry LinkabilityAttack();
FileAttackEntry MinimalityAttack();
FileAttackEntry RefinementAttack();
FileAttackEntry RowOrderAttack();
FileAttackEntry SinglingOutAttack();

const std::vector<FileAttackEntry>& FileAttacks() {
  static const std::vector<FileAttackEntry> kList = {
      DowncodingAttack(),  RefinementAttack(),  CompositionAttack(),
      SinglingOutAttack(), LinkabilityAttack(), InferenceAttack(),
      DeFinettiAttack(),   MinimalityAttack(),  RowOrderAttack()};
  return kList;
}

}  // namespace gauze
