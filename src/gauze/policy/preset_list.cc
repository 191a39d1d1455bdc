#include "gauze/policy/preset.h"

namespace gauze {
namespace {

// 1/11 is 0.0909: read to the letter, a risk of at most 0.09 takes classes of 12.
const Preset::Least kTwelve = {"k_anonymity", "k", 12};

Preset Ema0070() {
  return {{.name = "ema_0070",
           .summary = "European Medicines Agency, Policy 0070: a risk of at most 0.09",
           .guarantees = "Every class has at least 12 people, so that the chance of picking out "
                         "somebody by quasi-identifiers is at most 1/12 = 0.083, below 0.09. It is "
                         "the highest risk of all people, not the mean.",
           .not_covered = "The guidance gives 0.09 for clinical reports that are published, as "
                          "part of an assessment of the whole case that is explained in a report; "
                          "meeting the number is not that assessment. What is quasi-identifying "
                          "is for you to decide.",
           .reference = "European Medicines Agency: External guidance on the implementation of the "
                        "European Medicines Agency policy on the publication of clinical data for "
                        "medicinal products for human use, EMA/90915/2016, chapter 3"},
          {kTwelve}};
}

Preset HealthCanada() {
  return {{.name = "health_canada_prci",
           .summary = "Health Canada, Public Release of Clinical Information: a risk of at most "
                      "0.09",
           .guarantees = "Every class has at least 12 people, so that the chance of picking out "
                         "somebody by quasi-identifiers is at most 1/12 = 0.083, below 0.09.",
           .not_covered = "The guidance is about clinical information in submissions for drugs and "
                          "devices, and its threshold is part of an assessment that is explained "
                          "in a report; meeting the number is not that assessment. What is "
                          "quasi-identifying is for you to decide.",
           .reference = "Health Canada: Public Release of Clinical Information: guidance document, "
                        "2019"},
          {kTwelve}};
}

Preset HipaaExpert() {
  return {
      {.name = "hipaa_expert_0_09",
       .summary = "US HIPAA, as many expert determinations read \"very small\": a risk of at "
                  "most 0.09",
       .guarantees = "Every class has at least 12 people, so that the chance of picking out "
                     "somebody by quasi-identifiers is at most 1/12 = 0.083, below 0.09.",
       .not_covered =
           "HIPAA has no number: the rule says very small, and its guidance that no level of risk "
           "is very small for all cases. 0.09 is taken over from regulators of clinical trials. "
           "Only an expert can make the determination, for the recipient at hand and in writing; a "
           "preset is not one. Safe Harbor, the other way, is a list of columns, not a risk.",
       .reference = "45 CFR 164.514(b)(1); US Department of Health and Human Services: "
                    "Guidance Regarding Methods for De-identification of Protected Health "
                    "Information, 2012; the number: EMA/90915/2016"},
      {kTwelve}};
}

Preset CmsCellSize() {
  return {{.name = "cms_cell_size",
           .summary = "US Centers for Medicare & Medicaid Services: no cell of 1 to 10",
           .guarantees = "Every class has at least 11 people, so that no count by the "
                         "quasi-identifiers is from 1 to 10.",
           .not_covered = "The rule is about counts in tables and texts made from Medicare and "
                          "Medicaid data, not about released rows. It also forbids what lets such "
                          "a count be derived, and a count by a sensitive column inside a class "
                          "can be smaller.",
           .reference = "Centers for Medicare & Medicaid Services: CMS Cell Size Suppression "
                        "Policy, part of its data use agreements"},
          {{"k_anonymity", "k", 11}}};
}

// Article 30 lists who is responsible, what for, and who receives; 5(2) and 6(1) have the owner
// show on which ground.
Preset GdprRecord() {
  return {{.name = "gdpr_record",
           .summary = "EU General Data Protection Regulation: the section about states what a "
                      "record of processing names",
           .guarantees = "The policy states title, purpose, owner, recipient, legal basis and date "
                         "of the release, and every report begins with them.",
           .not_covered = "It promises nothing about people: that takes a model. Nobody checks "
                          "whether what is stated is true. A record of processing activities "
                          "holds more than this.",
           .reference = "Regulation (EU) 2016/679, Article 30(1)(a), (b) and (d); for the legal "
                        "basis Articles 5(2) and 6(1)"},
          {},
          {"title", "purpose", "owner", "recipient", "legal_basis", "date"}};
}

}  // namespace

const std::vector<Preset>& Presets() {
  static const std::vector<Preset> kPresets = {Ema0070(), HealthCanada(), HipaaExpert(),
                                               CmsCellSize(), GdprRecord()};
  return kPresets;
}

}  // namespace gauze
