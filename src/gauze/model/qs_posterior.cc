#include "gauze/model/qs_posterior.h"

#include <algorithm>

namespace gauze {
namespace {

constexpr std::size_t kFewParts = 1U << 16U;

void Tidy(std::vector<QsPosterior::LabelRows>& parts) {
  std::ranges::sort(parts, [](const auto& a, const auto& b) {
    return a.label != b.label ? a.label < b.label : a.linked < b.linked;
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (kept > 0 && parts[kept - 1].label == parts[i].label &&
        parts[kept - 1].linked == parts[i].linked) {
      parts[kept - 1].rows += parts[i].rows;
    } else {
      parts[kept++] = parts[i];
    }
  }
  parts.resize(kept);
}

}  // namespace

QsPosterior QsPosterior::Uniform(std::size_t labels) {
  QsPosterior uniform(labels);
  uniform.rows_ = uniform.everywhere_ = 1;
  return uniform;
}

void QsPosterior::Add(std::span<const LabelId> linked, std::uint64_t rows) {
  rows_ += rows;
  if (linked.empty()) {
    unlinked_ += rows;
  } else if (linked.size() == labels_) {
    everywhere_ += rows;
  } else if (rows > 0) {
    for (const LabelId label : linked) {
      parts_.push_back({label, static_cast<std::uint32_t>(linked.size()), rows});
    }
    // Joined when as much again has come, so that a table needs no more than twice its posterior.
    if (parts_.size() > std::max(kFewParts, 2 * tidy_)) (void)parts();
  }
}

void QsPosterior::Add(const QsPosterior& other) {
  Check(labels_ == other.labels_, "posteriors over the same labels");
  rows_ += other.rows_;
  unlinked_ += other.unlinked_;
  everywhere_ += other.everywhere_;
  parts_.insert(parts_.end(), other.parts_.begin(), other.parts_.end());
}

std::span<const QsPosterior::LabelRows> QsPosterior::parts() const {
  if (tidy_ != parts_.size()) {
    Tidy(parts_);
    tidy_ = parts_.size();
  }
  return parts_;
}

std::vector<double> QsPosterior::Shares() const {
  const double everywhere = static_cast<double>(everywhere_) / static_cast<double>(labels_);
  std::vector<double> shares(labels_, everywhere);
  for (const LabelRows& part : parts())
    shares[part.label] += static_cast<double>(part.rows) / part.linked;
  for (double& share : shares) share /= static_cast<double>(std::max<std::uint64_t>(rows_, 1));
  return shares;
}

}  // namespace gauze
