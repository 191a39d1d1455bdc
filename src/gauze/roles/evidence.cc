#include "gauze/roles/evidence.h"

#include <algorithm>
#include <array>

#include "gauze/base/counted.h"

namespace gauze {
namespace {

constexpr std::uint64_t kFewValues = 12;
constexpr std::uint64_t kCellsOfOneOfFew = 10;
constexpr std::uint64_t kCellsToBeUnique = 10;
constexpr double kSomeStreets = 0.3;

// Of an address, what others know without the street.
bool IsPartOfAddress(const HeardConcept& one) {
  constexpr std::array<std::string_view, 5> kParts = {"postcode", "city", "region", "state",
                                                      "country"};
  return std::ranges::find(kParts, one.about->name) != kParts.end();
}

}  // namespace

Evidence::Evidence(const ColumnFacts& column) : facts(column), heard(HearHeader(column.name)) {
  const auto decides = [](const HeardConcept& one) { return one.about->role != Role::kUndecided; };
  const auto first = std::ranges::find_if(heard, decides);
  if (first != heard.end()) says = &*first;

  const auto& recognisers = Recognisers();
  for (std::size_t i = 0; i < std::min(recognisers.size(), facts.recognised.size()); ++i) {
    const std::uint64_t count = facts.recognised[i];
    if (count == 0 || facts.looked_at == 0) continue;
    seen.push_back({&recognisers[i], count,
                    static_cast<double>(count) / static_cast<double>(facts.looked_at)});
  }
  // "address_city", unless there are streets in it.
  const auto part = std::ranges::find_if(heard, IsPartOfAddress);
  if (part != heard.end() && (Says("address") || Says("e-mail")) &&
      ShareOf(says->about->name) < kSomeStreets) {
    says = &*part;
  }

  present = facts.rows - std::min(facts.rows, facts.missing);
  // A count that is not exact may be off by a few in a hundred.
  const std::uint64_t percent = facts.distinct_exact ? 95 : 90;
  near_unique = present >= kCellsToBeUnique && facts.distinct * 100 >= present * percent;
  few_values = facts.type == ValueType::kBoolean ||
               (facts.distinct <= kFewValues && facts.distinct * kCellsOfOneOfFew <= present);
  is_number = facts.type == ValueType::kInteger || facts.type == ValueType::kDecimal;
  is_key_type = facts.type == ValueType::kInteger || facts.type == ValueType::kText;
}

bool Evidence::Hears(std::string_view concept_name) const {
  return std::ranges::any_of(
      heard, [&](const HeardConcept& one) { return one.about->name == concept_name; });
}

bool Evidence::Says(std::string_view concept_name) const {
  return says != nullptr && says->about->name == concept_name;
}

double Evidence::ShareOf(std::string_view concept_name) const {
  double share = 0;
  for (const SeenForm& form : seen) {
    if (form.recogniser->kind == concept_name) share += form.share;
  }
  return std::min(share, 1.0);
}

std::string Evidence::DifferentValues() const {
  return (facts.distinct == 1 ? "one value" : Grouped(facts.distinct) + " different values") +
         " in " + Counted(present, "row", "rows");
}

}  // namespace gauze
