#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {

Section AboutEvidence();
Section PersonalEvidence();
Section PromisesEvidence();
Section UniquenessEvidence();
Section ClassSizesEvidence();
Section LossEvidence();
Section MeasuresEvidence();
Section SampleEvidence();
Section DistributionsEvidence();
Section DependenceEvidence();
Section LearningEvidence();
Section RiskEvidence();
Section RecordRiskEvidence();
Section AttacksEvidence();
Section LedgerEvidence();
Section NotProtectedEvidence();
Section WarningsEvidence();
Section ParametersEvidence();
Section ReproduceEvidence();

const std::vector<Section>& Sections() {
  static const std::vector<Section> kList = {
      AboutEvidence(),         PersonalEvidence(),   PromisesEvidence(),  UniquenessEvidence(),
      ClassSizesEvidence(),    LossEvidence(),       MeasuresEvidence(),  SampleEvidence(),
      DistributionsEvidence(), DependenceEvidence(), LearningEvidence(),  RiskEvidence(),
      RecordRiskEvidence(),    AttacksEvidence(),    LedgerEvidence(),    NotProtectedEvidence(),
      WarningsEvidence(),      ParametersEvidence(), ReproduceEvidence(),
  };
  return kList;
}

}  // namespace gauze::report
