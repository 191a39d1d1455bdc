#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gauze/model/class_model.h"
#include "gauze/model/qs_condition.h"
#include "gauze/taxonomy/knowledge.h"

namespace gauze {

// The terms of a value of a set column, as the knowledge table knows them.
std::vector<TermId> TermsOf(const Knowledge& knowledge, const Attribute& attribute,
                            const std::string& value);

// What the rows of a whole table let one believe: counts by code of the set column. A missing cell
// has no terms.
QsPosterior PosteriorOf(const Knowledge& knowledge, const ModelContext& context,
                        std::span<const std::uint64_t> counts);

// A condition on the posterior of a class, as a class model.
class QsModel final : public ClassModel {
 public:
  // `name` for messages: "qs_diversity". What the context points to must outlive the model.
  QsModel(std::string name, QsCondition condition, const ModelContext& context);

  bool Holds(const ClassCounts& counts) const override;
  std::string WhyNever(const ClassCounts& table) const override;

  const QsCondition& condition() const { return condition_; }

 private:
  std::string name_;
  QsCondition condition_;
  ModelContext context_;
  // Links of every set, made when the first class is judged: where terms are suppressed after the
  // transform, none ever is.
  mutable std::once_flag linked_;
  mutable std::vector<std::vector<LabelId>> links_;
};

// A set column and a knowledge table are needed; says so if not.
Status CheckQsContext(const ModelContext& context, const std::string& where);

// Parameters that both models have.
Parameter QsAttributeParameter();
Parameter QsKnowledgeParameter();

}  // namespace gauze
