#include "gauze/ledger/row_groups.h"

#include <algorithm>

namespace gauze::ledger {

std::uint64_t ReleasedRows(const State& state) {
  std::uint64_t rows = 0;
  for (const Class& shown : state.classes) rows += RowsOf(shown.members);
  return rows;
}

std::uint64_t WaitingRows(const State& state) {
  std::uint64_t rows = 0;
  for (const Waiting& waiting : state.waiting) rows += waiting.rows;
  return rows;
}

CodedTable TableOf(const CodedTable& coded, const Group& group) {
  const Table& all = coded.table;
  CodedTable part{.table = {.attributes = all.attributes, .domains = all.domains},
                  .hierarchies = coded.hierarchies,
                  .totals = coded.totals,
                  .knowledge = coded.knowledge};
  for (std::size_t attribute = 0; attribute < all.columns.size(); ++attribute) {
    CodeColumn column(all.domains[attribute].size(), group.size());
    for (std::size_t i = 0; i < group.size(); ++i) {
      column.Set(i, all.columns[attribute].Get(group[i].tuple));
    }
    part.table.columns.push_back(std::move(column));
  }
  for (const Share& share : group) part.table.counts.push_back(share.rows);
  part.table.rows = RowsOf(group);
  return part;
}

void Renumber(const Group& group, Group& part) {
  for (Share& share : part) share.tuple = group[share.tuple].tuple;
}

void Renumber(const std::vector<std::uint32_t>& now, State& state) {
  const auto renumber = [&](Group& group) {
    for (Share& share : group) share.tuple = now[share.tuple];
    cluster::Tidy(group);
  };
  for (Class& shown : state.classes) {
    renumber(shown.members);
    std::ranges::for_each(shown.atoms, renumber);
  }
  std::ranges::for_each(state.earlier, renumber);
  for (Waiting& waiting : state.waiting) waiting.tuple = now[waiting.tuple];
}

std::vector<Group> GroupsOf(const Table& table, const Group& group, const Generalization& result) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < result.classes(); ++i) {
    Group& made = groups.emplace_back();
    for (std::size_t member = result.class_begin[i]; member < result.class_begin[i + 1]; ++member) {
      made.push_back({result.tuples[member], result.RowsOf(table, member)});
    }
    Renumber(group, made);
    cluster::Tidy(made);
  }
  return groups;
}

Group Union(const Group& a, const Group& b) {
  Group all = a;
  all.insert(all.end(), b.begin(), b.end());
  cluster::Tidy(all);
  return all;
}

Group AllWaiting(const State& state) {
  Group all;
  for (const Waiting& waiting : state.waiting) all.push_back({waiting.tuple, waiting.rows});
  cluster::Tidy(all);
  return all;
}

void KeepWaiting(const Group& left, const Group& batch, State& state) {
  std::vector<Waiting> candidates = std::move(state.waiting);
  for (const Share& share : batch) {
    candidates.push_back({.tuple = share.tuple, .rows = share.rows, .since = state.releases});
  }
  // The youngest of a tuple first: these stay.
  std::ranges::sort(candidates, [](const Waiting& a, const Waiting& b) {
    return a.tuple != b.tuple ? a.tuple < b.tuple : a.since > b.since;
  });
  state.waiting.clear();
  auto candidate = candidates.begin();
  for (Share share : left) {
    while (candidate->tuple < share.tuple) ++candidate;
    for (; share.rows > 0; ++candidate) {
      state.waiting.push_back(*candidate);
      state.waiting.back().rows = std::min(candidate->rows, share.rows);
      share.rows -= state.waiting.back().rows;
    }
  }
}

GroupTest::GroupTest(const Constraints& constraints)
    : constraints_(constraints), by_code_(constraints.coded().table.attributes.size()) {
  for (const std::size_t attribute : constraints.counted()) {
    by_code_[attribute].resize(constraints.coded().table.domains[attribute].size());
  }
}

bool GroupTest::Holds(const Group& group) {
  const Table& table = constraints_.coded().table;
  for (const std::size_t attribute : constraints_.counted()) {
    std::ranges::fill(by_code_[attribute], 0);
    for (const Share& share : group) {
      by_code_[attribute][table.columns[attribute].Get(share.tuple)] += share.rows;
    }
  }
  return constraints_.Hold(RowsOf(group), by_code_);
}

}  // namespace gauze::ledger
