#include "gauze/transform/cluster/clusters.h"

#include <algorithm>

namespace gauze::cluster {

Clusters::Clusters(const Units& units, const CostModel& cost_model)
    : cost_model_(cost_model),
      clusters_(units.size()),
      changes_(units.size(), 1),
      unit_states_(units.size() * cost_model.width()),
      parts_(units.size()) {
  for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
    Cell* state = unit_states_.data() + unit * cost_model.width();
    cost_model.StateOf(units, unit, state);
    parts_[unit] = {.unit = unit, .next = kNoPart, .rows = units.rows[unit]};
    clusters_[unit] = {
        .rows = units.rows[unit], .cost = cost_model.CostOf(state), .first = unit, .last = unit};
  }
  states_ = unit_states_;
}

void Clusters::Absorb(std::uint32_t into, std::uint32_t from) {
  Cluster& a = clusters_[into];
  Cluster& b = clusters_[from];
  Cell* state = states_.data() + into * cost_model_.width();
  cost_model_.Join(state, StateOf(from), state);
  a.cost = cost_model_.CostOf(state);
  a.rows += b.rows;
  parts_[a.last].next = b.first;
  a.last = b.last;
  b = {.kind = Kind::kGone};
  ++changes_[into];
  ++changes_[from];
}

void Clusters::Donate(std::uint32_t donor, std::uint64_t rows, std::uint32_t into) {
  Cluster& a = clusters_[into];
  Cluster& b = clusters_[donor];
  Cell* state = states_.data() + into * cost_model_.width();
  cost_model_.Join(state, StateOf(donor), state);
  a.cost = cost_model_.CostOf(state);
  a.rows += rows;
  b.rows -= rows;
  UnitPart& given = parts_[b.first];
  given.rows -= rows;
  const std::uint32_t unit = given.unit;
  parts_.push_back({.unit = unit, .next = kNoPart, .rows = rows});
  parts_[a.last].next = static_cast<std::uint32_t>(parts_.size() - 1);
  a.last = parts_[a.last].next;
  ++changes_[into];
  ++changes_[donor];
}

void Clusters::Take(std::uint32_t cluster, std::uint32_t unit, std::uint64_t rows) {
  std::uint32_t* link = &clusters_[cluster].first;
  while (parts_[*link].unit != unit) link = &parts_[*link].next;
  parts_[*link].rows -= rows;
  if (parts_[*link].rows == 0) *link = parts_[*link].next;
}

void Clusters::Put(std::uint32_t cluster, std::uint32_t unit, std::uint64_t rows) {
  std::uint32_t* link = &clusters_[cluster].first;
  while (*link != kNoPart && parts_[*link].unit != unit) link = &parts_[*link].next;
  if (*link != kNoPart) {
    parts_[*link].rows += rows;
    return;
  }
  *link = static_cast<std::uint32_t>(parts_.size());
  parts_.push_back({.unit = unit, .next = kNoPart, .rows = rows});
}

void Clusters::Update(std::uint32_t cluster) {
  ++changes_[cluster];
  Cluster& updated = clusters_[cluster];
  updated.rows = 0;
  updated.cost = 0;
  updated.last = kNoPart;
  updated.kind = updated.first == kNoPart ? Kind::kGone : Kind::kDone;
  Cell* state = states_.data() + cluster * cost_model_.width();
  for (std::uint32_t i = updated.first; i != kNoPart; i = parts_[i].next) {
    const Cell* unit = UnitState(parts_[i].unit);
    if (i == updated.first) std::copy_n(unit, cost_model_.width(), state);
    cost_model_.Join(state, unit, state);
    updated.rows += parts_[i].rows;
    updated.last = i;
  }
  if (updated.kind == Kind::kDone) updated.cost = cost_model_.CostOf(state);
}

}  // namespace gauze::cluster
