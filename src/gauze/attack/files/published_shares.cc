#include "gauze/attack/files/published_shares.h"

namespace gauze {

PublishedShares::PublishedShares(const labels::ColumnDomain& domain,
                                 const labels::AnyColumn& column) {
  const auto& places = domain.places();
  std::vector<double> change(places.size() + 1);  // of rows for each single value
  for (std::size_t i = 0; i < column.labels.size(); ++i) {
    const labels::Label& label = column.labels[i];
    if (label.values <= 0) continue;
    const double each = static_cast<double>(column.rows[i]) / label.values;
    for (const Span span : label.spans) {
      change[span.low] += each;
      change[span.high + 1] -= each;
    }
  }
  until_.resize(places.size() + 1);
  double rows = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    rows += change[i];
    until_[i + 1] = until_[i] + rows * places[i].values;
  }
}

double PublishedShares::Mass(const labels::Label& label) const {
  double all = 0;
  for (const Span span : label.spans) all += until_[span.high + 1] - until_[span.low];
  return all;
}

double PublishedShares::Of(const labels::Label& label) const {
  return until_.back() <= 0 ? 0 : Mass(label) / until_.back();
}

double PublishedShares::Within(Span values, const labels::Label& label) const {
  const double all = Mass(label);
  return all <= 0 ? 0 : (until_[values.high + 1] - until_[values.low]) / all;
}

}  // namespace gauze
