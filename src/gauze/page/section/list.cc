#include "gauze/page/section/section.h"

namespace gauze::page {

Section PromisesSection();
Section UniquenessSection();
Section ClassSizesSection();
Section LossSection();
Section DistributionsSection();
Section DependenceSection();
Section LearningSection();
Section RiskSection();
Section RecordRiskSection();
Section AttacksSection();
Section LedgerSection();
Section NotProtectedSection();
Section ColumnsSection();
Section ParametersSection();
Section ReproduceSection();

const std::vector<Section>& Sections() {
  static const std::vector<Section> kList = {
      PromisesSection(), NotProtectedSection(), UniquenessSection(),    ClassSizesSection(),
      RiskSection(),     RecordRiskSection(),   AttacksSection(),       LossSection(),
      LearningSection(), LedgerSection(),       DistributionsSection(), DependenceSection(),
      ColumnsSection(),  ParametersSection(),   ReproduceSection(),
  };
  return kList;
}

}  // namespace gauze::page
