#include "gauze/model/qs_model.h"

#include <fmt/format.h>

namespace gauze {

std::vector<TermId> TermsOf(const Knowledge& knowledge, const Attribute& attribute,
                            const std::string& value) {
  std::vector<TermId> terms;
  for (const std::string& term : SplitTerms(value, attribute.separator)) {
    terms.push_back(knowledge.FindTerm(term));
  }
  return terms;
}

namespace {

std::vector<LabelId> LinksOf(const ModelContext& context, Code code) {
  const Domain& domain = *context.domain;
  if (code >= domain.value_count()) return context.knowledge->Linked({});
  return context.knowledge->Linked(
      TermsOf(*context.knowledge, *context.attribute, domain[code].text));
}

}  // namespace

QsPosterior PosteriorOf(const Knowledge& knowledge, const ModelContext& context,
                        std::span<const std::uint64_t> counts) {
  QsPosterior posterior(knowledge.label_count());
  for (Code code = 0; code < counts.size(); ++code) {
    if (counts[code] > 0) posterior.Add(LinksOf(context, code), counts[code]);
  }
  return posterior;
}

QsModel::QsModel(std::string name, QsCondition condition, const ModelContext& context)
    : name_(std::move(name)), condition_(std::move(condition)), context_(context) {}

bool QsModel::Holds(const ClassCounts& counts) const {
  std::call_once(linked_, [&] {
    links_.resize(counts.values.size());
    for (Code code = 0; code < links_.size(); ++code) links_[code] = LinksOf(context_, code);
  });
  QsPosterior posterior(context_.knowledge->label_count());
  for (Code code = 0; code < counts.values.size(); ++code) {
    if (counts.values[code] > 0) posterior.Add(links_[code], counts.values[code]);
  }
  return condition_.Holds(posterior);
}

std::string QsModel::WhyNever(const ClassCounts& /*table*/) const {
  return fmt::format(
      "{} does not even hold for all rows as one class: their sets alone give a label away; add "
      "the step suppress_terms after the transform, which removes terms",
      name_);
}

Status CheckQsContext(const ModelContext& context, const std::string& where) {
  if (context.attribute->type != ValueType::kSet) {
    return InputError("the column is not a set", where, "give it `type: set`");
  }
  if (context.knowledge == nullptr) {
    return InputError("no knowledge table is given", where,
                      "name its file: `knowledge: diseases.csv`");
  }
  return {};
}

Parameter QsAttributeParameter() {
  return {.name = "attribute",
          .type = ParameterType::kAttribute,
          .summary = "the column of terms that is protected",
          .role = "quasi_sensitive"};
}

Parameter QsKnowledgeParameter() {
  return {.name = "knowledge",
          .type = ParameterType::kFile,
          .summary = "the public table of labels and their terms: CSV or JSON"};
}

}  // namespace gauze
