#include <algorithm>
#include <map>
#include <random>

#include "gauze/ledger/methods.h"
#include "gauze/ledger/pool.h"
#include "gauze/ledger/row_groups.h"
#include "gauze/ledger/transformed.h"
#include "gauze/transform/label_book.h"

// Released classes are never touched again. Those who wait and those who come form a pool, out of
// which new classes are made; the dearest wait.
//
// Why it is safe: a release is the former one and new classes of new people. Whoever has all
// releases has one table of classes that keep the models, and knows of each class when its people
// came, which says nothing about who of them has which value.
// Why it loses least: a group of new records is never dearer as a class of its own than inside any
// other class; inserting could only pay through later splits.

namespace gauze::ledger {
namespace {

// Of those who wait, as many times the batch are in a pool at most: what a release costs depends on
// what came, and not on how many ever had to wait.
constexpr std::uint64_t kMostBatches = 2;

struct Drawn {
  Group taken;
  Group left;
};

// `rows` of the group's, each as likely as any other.
Drawn Draw(const Group& group, std::uint64_t rows, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Drawn drawn;
  std::uint64_t ahead = RowsOf(group);
  for (const Share& share : group) {
    std::uint64_t taken = 0;
    for (std::uint64_t row = 0; row < share.rows; ++row, --ahead) {
      if (random() % ahead < rows - std::min(rows, taken)) ++taken;
    }
    rows -= taken;
    if (taken > 0) drawn.taken.push_back({share.tuple, taken});
    if (taken < share.rows) drawn.left.push_back({share.tuple, share.rows - taken});
  }
  return drawn;
}

// One per share: for how many releases its oldest rows have waited.
std::vector<std::uint32_t> AgesOf(const Group& group, const State& state) {
  std::vector<std::uint32_t> ages(group.size());
  for (const Waiting& waiting : state.waiting) {
    const auto found = std::ranges::lower_bound(group, waiting.tuple, {}, &Share::tuple);
    if (found == group.end() || found->tuple != waiting.tuple) continue;
    std::uint32_t& age = ages[static_cast<std::size_t>(found - group.begin())];
    age = std::max(age, state.releases - waiting.since);
  }
  return ages;
}

// Groups that print the same labels are one class to a reader. Where a model does not survive the
// union, the later one waits.
void KeepApart(const AppendInput& input, const Constraints& constraints,
               const std::vector<Class>& classes, PoolClasses& made) {
  const Table& table = input.coded.table;
  const auto quasi_identifiers = table.WithRole(Role::kQuasiIdentifying);
  std::vector<Labeler> labelers;
  std::vector<LabelBook> books;
  for (const std::size_t attribute : quasi_identifiers) {
    labelers.emplace_back(input.coded, attribute, input.labels, BoxStyle::kTight, input.missing);
  }
  for (const Labeler& labeler : labelers) books.emplace_back(labeler);
  const auto printed = [&](const Group& group) {
    std::vector<std::uint32_t> labels;
    for (std::size_t j = 0; j < books.size(); ++j) {
      std::vector<Code> codes;
      for (const Share& share : group) {
        codes.push_back(table.columns[quasi_identifiers[j]].Get(share.tuple));
      }
      std::ranges::sort(codes);
      codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
      labels.push_back(books[j].IndexOf(codes));
    }
    return labels;
  };
  std::map<std::vector<std::uint32_t>, Group> shown;
  for (const Class& earlier : classes) {
    Group& group = shown[printed(earlier.members)];
    group = Union(group, earlier.members);
  }
  GroupTest test(constraints);
  std::vector<Group> kept;
  for (Group& group : made.groups) {
    Group& same = shown[printed(group)];
    Group both = Union(same, group);
    if (test.Holds(both)) {
      same = std::move(both);
      kept.push_back(std::move(group));
    } else {
      made.waiting = Union(made.waiting, group);
    }
  }
  made.groups = std::move(kept);
}

Result<State> AppendPool(const AppendInput& input, const Constraints& constraints, State state,
                         const Group& batch, Progress& progress) {
  if (state.releases == 0 && input.parameters.Text("first") == "transform") {
    GAUZE_ASSIGN(const Group rest, AddTransformed(input, constraints, batch, state, progress));
    KeepWaiting(rest, batch, state);
    return state;
  }
  Drawn drawn{.taken = AllWaiting(state), .left = {}};
  const std::uint64_t most = kMostBatches * RowsOf(batch);
  if (RowsOf(drawn.taken) > most) {
    const auto seed = static_cast<std::uint64_t>(input.parameters.Integer("seed"));
    drawn = Draw(drawn.taken, most, seed + state.releases);
  }
  const Group group = Union(drawn.taken, batch);
  Group waiting = drawn.left;
  if (!group.empty()) {
    const CodedTable table = TableOf(input.coded, group);
    GAUZE_ASSIGN(const Constraints here, Constraints::Make(table, input.protect));
    const auto allowed = static_cast<std::uint64_t>(
        static_cast<double>(input.parameters.Integer("most_waiting")) * input.places);
    const std::uint64_t late = RowsOf(drawn.left);
    PoolClasses made = ClusterPool({.coded = table,
                                    .missing = input.missing,
                                    .labels = input.labels,
                                    .ages = AgesOf(group, state),
                                    .most_waiting = allowed > late ? allowed - late : 0},
                                   here, progress);
    for (Group& part : made.groups) Renumber(group, part);
    Renumber(group, made.waiting);
    if (!constraints.monotone()) KeepApart(input, constraints, state.classes, made);
    for (Group& part : made.groups) {
      state.classes.push_back({.members = std::move(part), .since = state.releases});
    }
    waiting = Union(waiting, made.waiting);
  }
  KeepWaiting(waiting, batch, state);
  return state;
}

}  // namespace

MethodEntry PoolEntry() {
  return {
      .descriptor =
          {
              .name = "pool",
              .summary = "released classes never change; waiting and new records form new classes; "
                         "loses least",
              .parameters =
                  {
                      {.name = "most_waiting",
                       .type = ParameterType::kInteger,
                       .summary = "rows that may wait for more similar ones although they could be "
                                  "released; more means less loss and later releases",
                       .fallback = "0",
                       .minimum = "0"},
                      {.name = "first",
                       .type = ParameterType::kChoice,
                       .summary =
                           "what makes the classes of the first batch; pool: the method, as for "
                           "every other batch; transform: the policy's transform, which loses more "
                           "and is many times faster, for tables of many million records",
                       .fallback = "pool",
                       .choices = {"pool", "transform"}},
                      {.name = "seed",
                       .type = ParameterType::kInteger,
                       .summary = "selects the records to consider when more than twice a batch "
                                  "are waiting",
                       .fallback = "0",
                       .minimum = "0"},
                  },
              .guarantees = "every class satisfies every model, and all releases together reveal "
                            "no more than the last one",
              .not_covered = "which records wait also depends on sensitive values; records that "
                             "are deleted or changed",
              .reference = "definition: a pool of new records; setting after J.-W. Byun, Y. Sohn, "
                           "E. Bertino, N. Li (2006)",
          },
      .append = AppendPool,
      .appends_only = true,
  };
}

}  // namespace gauze::ledger
