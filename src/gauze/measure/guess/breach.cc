#include "gauze/measure/guess/breach.h"

#include <algorithm>

namespace gauze {
namespace {

double Share(std::uint64_t rows, std::uint64_t of) {
  return of == 0 ? 0 : static_cast<double>(rows) / static_cast<double>(of);
}

}  // namespace

BreachVerdict NearConclusion::Judge(double own) const {
  const bool right = own >= from && own - from <= length;
  return {.share = Share(rows, candidates),
          .breached = right && rows > 0 && 2 * rows >= candidates};
}

NearConclusion ConcludeInterval(const std::map<double, std::uint64_t>& rows_of_number,
                                std::uint64_t candidates, double length) {
  NearConclusion best{.from = 0, .length = length, .rows = 0, .candidates = candidates};
  std::uint64_t inside = 0;
  auto first = rows_of_number.begin();
  for (const auto& [number, rows] : rows_of_number) {
    inside += rows;
    while (number - first->first > length) inside -= (first++)->second;
    if (inside > best.rows) {
      best.rows = inside;
      best.from = first->first;
    }
  }
  return best;
}

BreachVerdict JudgeBranch(const std::map<std::size_t, std::uint64_t>& rows_of_branch,
                          std::uint64_t candidates, std::size_t own) {
  std::uint64_t at_home = 0;
  std::uint64_t elsewhere = 0;
  std::uint64_t most = 0;  // in one other branch
  for (const auto& [branch, rows] : rows_of_branch) {
    if (branch == own) {
      at_home = rows;
    } else {
      elsewhere += rows;
      most = std::max(most, rows);
    }
  }
  return {.share = Share(elsewhere, candidates),
          .breached = most > 0 && most >= at_home && 2 * most >= candidates};
}

void BreachTally::Add(const BreachVerdict& verdict, std::uint64_t rows) {
  victims_ += rows;
  if (verdict.breached) breached_ += rows;
  highest_ = std::max(highest_, verdict.share);
  sum_ += verdict.share * static_cast<double>(rows);
}

double BreachTally::breached() const { return Share(breached_, victims_); }

double BreachTally::mean() const { return sum_ / static_cast<double>(victims_); }

std::vector<Figure> BreachTally::Figures(const std::string& name) const {
  if (victims_ == 0) return {};
  return {
      {name + ".breached", breached()}, {name + ".highest", highest_}, {name + ".mean", mean()}};
}

}  // namespace gauze
