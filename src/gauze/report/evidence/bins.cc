#include "gauze/report/evidence/bins.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gauze/base/json.h"
#include "gauze/labels/label_form.h"
#include "gauze/labels/value_range.h"
#include "gauze/table/value.h"

namespace gauze::report {
namespace {

// The smallest value that at least this share of the rows does not exceed.
Code Quantile(const std::vector<std::uint64_t>& rows, Code values, double share) {
  const std::uint64_t all = std::accumulate(rows.begin(), rows.begin() + values, std::uint64_t{0});
  const double wanted = share * static_cast<double>(all);
  std::uint64_t below = 0;
  for (Code code = 0; code < values; ++code) {
    below += rows[code];
    if (static_cast<double>(below) >= wanted) return code;
  }
  return values - 1;
}

Spread Gathered(const std::vector<double>& shares) {
  Spread spread;
  for (std::size_t place = 0; place < shares.size(); ++place) {
    if (shares[place] > 0) spread.emplace_back(static_cast<std::uint8_t>(place), shares[place]);
  }
  return spread;
}

}  // namespace

Bins::Bins(Attribute attribute, Domain domain, const std::shared_ptr<const Hierarchy>& hierarchy,
           const std::vector<std::uint64_t>& rows)
    : attribute_(std::move(attribute)),
      domain_(std::move(domain)),
      numbers_(IsNumeric(attribute_.type)) {
  attribute_.format.clear();  // a release has its own spelling of dates
  if (hierarchy) reader_ = std::make_shared<const Reader>(attribute_, domain_, hierarchy);
  place_of_.resize(domain_.size());
  numbers_ = numbers_ && domain_.value_count() > 0;
  if (numbers_) {
    PlaceNumbers(rows);
  } else {
    PlaceCategories(rows);
  }
  if (domain_.has_missing()) {
    place_of_[domain_.missing_code()] = static_cast<std::uint8_t>(missing());
  }
}

double Bins::NumberOf(const Value& value) const {
  return IsWhole() ? static_cast<double>(value.whole) : value.real;
}

// A hierarchy orders its values depth first, so codes need not be in the order of numbers.
void Bins::PlaceNumbers(const std::vector<std::uint64_t>& rows) {
  std::vector<Code> order(domain_.value_count());
  std::iota(order.begin(), order.end(), Code{0});
  std::ranges::sort(order, {}, [&](Code code) { return NumberOf(domain_[code]); });
  std::vector<std::uint64_t> sorted;
  for (const Code code : order) sorted.push_back(rows[code]);
  const Code values = domain_.value_count();
  const auto at = [&](Code place) { return NumberOf(domain_[order[place]]); };
  const double end = IsWhole() ? 1 : 0;  // a whole number takes up the place up to the next
  const double low = at(Quantile(sorted, values, 0.01));
  const double high = at(Quantile(sorted, values, 0.99)) + end;
  edges_.push_back(at(0));
  for (std::size_t i = 1; i < kMost; ++i) {
    double edge = low + (high - low) * static_cast<double>(i) / static_cast<double>(kMost);
    if (IsWhole()) edge = std::ceil(edge);
    if (edge > edges_.back() && edge < at(values - 1) + end) edges_.push_back(edge);
  }
  edges_.push_back(at(values - 1) + end);
  for (const Code code : order) place_of_[code] = PlaceOfNumber(NumberOf(domain_[code]));
}

void Bins::PlaceCategories(const std::vector<std::uint64_t>& rows) {
  std::vector<Code> order(domain_.value_count());
  std::iota(order.begin(), order.end(), Code{0});
  std::ranges::sort(order, [&](Code a, Code b) {
    return rows[a] != rows[b] ? rows[a] > rows[b] : domain_[a].text < domain_[b].text;
  });
  if (order.size() > kMost) order.resize(kMost);
  shown_ = std::move(order);
  std::ranges::fill(place_of_, static_cast<std::uint8_t>(other()));
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    place_of_[shown_[i]] = static_cast<std::uint8_t>(i);
  }
}

std::uint8_t Bins::PlaceOfNumber(double number) const {
  if (number < edges_.front() || number > edges_.back()) return static_cast<std::uint8_t>(other());
  const auto above = std::ranges::upper_bound(edges_, number) - edges_.begin();
  return static_cast<std::uint8_t>(std::min<std::size_t>(static_cast<std::size_t>(above), size()) -
                                   1);
}

Spread Bins::SpreadRange(double from, double to) const {
  if (to <= from) return {{PlaceOfNumber(from), 1.0}};
  std::vector<double> shares(places());
  double inside = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    const double part = std::min(to, edges_[i + 1]) - std::max(from, edges_[i]);
    if (part <= 0) continue;
    shares[i] = part / (to - from);
    inside += part;
  }
  // What lies outside is compared as a length: the sum of shares may be 1 but for rounding.
  const double outside = std::max(0.0, edges_.front() - from) + std::max(0.0, to - edges_.back());
  if (outside > 0 || inside == 0) shares[other()] = std::min(outside, to - from) / (to - from);
  return Gathered(shares);
}

void Bins::AddCodes(const std::string& label, std::vector<Code>& codes) const {
  if (reader_) {
    const auto found = reader_->labels.Find(label);
    if (!found || !found->exact) return;
    const Span span = (*reader_->hierarchy)[found->node].span;
    for (Code code = span.low; code <= span.high; ++code) codes.push_back(code);
    return;
  }
  const auto value = ParseValue(attribute_, label);
  if (!value) return;
  const auto same = std::ranges::find(domain_.values(), value->text, &Value::text);
  if (same == domain_.values().end()) return;
  codes.push_back(static_cast<Code>(same - domain_.values().begin()));
}

std::vector<Code> Bins::CodesOf(const std::string& label) const {
  std::vector<Code> codes;
  if (label == "*") {
    codes.resize(domain_.value_count());
    std::iota(codes.begin(), codes.end(), Code{0});
    return codes;
  }
  AddCodes(label, codes);
  if (!codes.empty()) return codes;
  if (numbers_) {
    const auto range = labels::ReadValueRange(label, attribute_);
    for (Code code = 0; range && code < domain_.value_count(); ++code) {
      if (range->Holds(domain_.type(), domain_[code])) codes.push_back(code);
    }
  } else if (label.starts_with('{') || label.starts_with('\\')) {
    for (const std::string& name : labels::ValuesIn(label)) AddCodes(name, codes);
  }
  return codes;
}

Spread Bins::SpreadOf(const std::optional<std::string>& label) const {
  if (!label || label->empty()) return {{static_cast<std::uint8_t>(missing()), 1.0}};
  if (numbers_ && !reader_ && *label != "*") {
    const auto range = labels::ReadValueRange(*label, attribute_);
    if (!range) return {{static_cast<std::uint8_t>(other()), 1.0}};
    const double end = IsWhole() && range->high_belongs ? 1 : 0;
    return SpreadRange(NumberOf(range->low), NumberOf(range->high) + end);
  }
  std::vector<Code> codes = CodesOf(*label);
  // Missing is below the root, but "*" tells nothing of it.
  std::erase_if(codes, [&](Code code) { return domain_.IsMissing(code); });
  if (codes.empty()) return {{static_cast<std::uint8_t>(other()), 1.0}};
  std::vector<double> shares(places());
  for (const Code code : codes) shares[place_of_[code]] += 1;
  for (double& share : shares) share /= static_cast<double>(codes.size());
  return Gathered(shares);
}

Json Bins::Written(double number) const {
  const ValueType type = domain_.type();
  if (type == ValueType::kDecimal) return number;
  const auto whole = static_cast<std::int64_t>(number);
  if (type == ValueType::kInteger) return whole;
  return ValueOfKey(type, OrderKey(type, Value{.text = {}, .whole = whole})).text;
}

Json Bins::Describe(std::size_t bin) const {
  if (!numbers_) return {{"label", domain_[shown_[bin]].text}};
  const bool inclusive =
      domain_.type() == ValueType::kInteger || domain_.type() == ValueType::kDate;
  return {{"from", Written(edges_[bin])}, {"to", Written(edges_[bin + 1] - (inclusive ? 1 : 0))}};
}

}  // namespace gauze::report
