#include "gauze/transform/mondrian/find_cut.h"

#include <algorithm>
#include <tuple>

#include "gauze/base/parallel.h"
#include "gauze/transform/mondrian/row_cut.h"

namespace gauze::mondrian {
namespace {

// Below this many tuples a node's attributes are tried one after another: other nodes keep the
// cores busy.
constexpr std::uint32_t kParallelTuples = 8192;

// The node's tuples sorted by one attribute: places where it can be cut lie between the groups.
struct Sorted {
  std::vector<std::uint32_t> tuples;
  std::vector<Code> codes;          // distinct, ascending
  std::vector<std::uint32_t> ends;  // one per code, into tuples
};

Sorted SortBy(const Workspace& workspace, const Node& node, std::size_t attribute) {
  Sorted sorted;
  const std::size_t size = node.end - node.begin;
  std::vector<std::pair<Code, std::uint32_t>> keyed(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    keyed[i] = {workspace.CodeAt(node.begin + i, attribute), workspace.order[node.begin + i]};
  }
  std::ranges::sort(keyed);
  sorted.tuples.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    sorted.tuples[i] = keyed[i].second;
    if (i == 0 || keyed[i].first != keyed[i - 1].first) {
      if (i > 0) sorted.ends.push_back(static_cast<std::uint32_t>(i));
      sorted.codes.push_back(keyed[i].first);
    }
  }
  sorted.ends.push_back(static_cast<std::uint32_t>(size));
  return sorted;
}

// What lies on one side of each place where an attribute can be cut.
struct SideFigures {
  std::uint64_t rows = 0;
  bool holds = false;
  double loss = 0;
};

// Everything one attribute offers: figures[i] is the cut after codes[i].
struct Offers {
  Sorted sorted;
  std::vector<SideFigures> left;
  std::vector<SideFigures> right;
};

// Sweeps over the groups from one end; `consider` is called after each but the last.
template <typename Consider>
void Sweep(const Sorted& sorted, bool forward, Tally& tally, LossTally* loss, Consider consider) {
  tally.Reset();
  if (loss != nullptr) loss->Reset();
  const std::size_t groups = sorted.codes.size();
  for (std::size_t step = 0; step + 1 < groups; ++step) {
    const std::size_t group = forward ? step : groups - 1 - step;
    const std::uint32_t begin = group == 0 ? 0 : sorted.ends[group - 1];
    for (std::uint32_t i = begin; i < sorted.ends[group]; ++i) {
      tally.Add(sorted.tuples[i]);
      if (loss != nullptr) loss->Add(sorted.tuples[i]);
    }
    consider(forward ? group : group - 1);
  }
}

Offers MakeOffers(const Workspace& workspace, const Node& node, std::size_t attribute,
                  bool with_loss) {
  Offers offers;
  offers.sorted = SortBy(workspace, node, attribute);
  const std::size_t cuts = offers.sorted.codes.size() - 1;
  if (cuts == 0) return offers;
  offers.left.resize(cuts);
  offers.right.resize(cuts);
  Scratch& scratch = workspace.scratch.local();
  Tally& tally = scratch.tally;
  LossTally* loss = with_loss ? &scratch.loss : nullptr;
  const Span cell = node.cells.empty() ? Span{} : node.cells[attribute];
  for (const bool forward : {true, false}) {
    auto& side = forward ? offers.left : offers.right;
    Sweep(offers.sorted, forward, tally, loss, [&](std::size_t cut) {
      const Code code = offers.sorted.codes[cut];
      const Span part = forward ? Span{cell.low, code} : Span{code + 1, cell.high};
      side[cut].rows = tally.rows();
      side[cut].holds = tally.Holds();
      if (loss != nullptr) side[cut].loss = loss->Loss(node.cells, attribute, part);
    });
  }
  return offers;
}

// Smaller is better; compared field by field.
struct Candidate {
  double score = 0;
  Cut cut;

  auto Key() const { return std::tuple(score, cut.attribute, cut.code); }
};

std::optional<Side> Allowed(const SideFigures& left, const SideFigures& right,
                            std::uint64_t budget) {
  if (left.holds && right.holds) return Side::kNone;
  if (left.holds && right.rows <= budget) return Side::kRight;
  if (right.holds && left.rows <= budget) return Side::kLeft;
  return std::nullopt;
}

// The allowed cut nearest to the median; suppression only where nothing else is possible.
std::optional<Candidate> MostBalanced(const Offers& offers, const Node& node,
                                      std::size_t attribute) {
  std::optional<Candidate> best;
  for (std::size_t i = 0; i < offers.left.size(); ++i) {
    const auto side = Allowed(offers.left[i], offers.right[i], node.budget);
    if (!side) continue;
    const std::uint64_t left = offers.left[i].rows;
    const std::uint64_t right = node.rows - left;
    Candidate candidate{static_cast<double>(left > right ? left - right : right - left),
                        {attribute, offers.sorted.codes[i], left, *side}};
    if (*side != Side::kNone) candidate.score += static_cast<double>(node.rows);
    if (!best || candidate.Key() < best->Key()) best = candidate;
  }
  return best;
}

std::optional<Candidate> LeastLoss(const Workspace& workspace, const Offers& offers,
                                   const Node& node, std::size_t attribute) {
  std::optional<Candidate> best;
  for (std::size_t i = 0; i < offers.left.size(); ++i) {
    const SideFigures& left = offers.left[i];
    const SideFigures& right = offers.right[i];
    const auto side = Allowed(left, right, node.budget);
    if (!side) continue;
    const auto everything = static_cast<double>(workspace.labelers.size());
    const double score =
        static_cast<double>(left.rows) * (*side == Side::kLeft ? everything : left.loss) +
        static_cast<double>(right.rows) * (*side == Side::kRight ? everything : right.loss);
    const Candidate candidate{score, {attribute, offers.sorted.codes[i], left.rows, *side}};
    if (!best || candidate.Key() < best->Key()) best = candidate;
  }
  return best;
}

std::optional<Cut> FindBySpan(const Workspace& workspace, const Node& node) {
  std::vector<std::pair<double, std::size_t>> widest;
  for (std::size_t j = 0; j < workspace.labelers.size(); ++j) {
    const ClassValues values = workspace.ValuesOf(node, j);
    if (values.tight.low == values.tight.high) continue;
    widest.emplace_back(
        -workspace.labelers[j].Loss(values.tight, values.tight, values.codes.size()), j);
  }
  std::ranges::sort(widest);
  std::optional<Candidate> with_suppression;
  for (const auto& [width, attribute] : widest) {
    const Offers offers = MakeOffers(workspace, node, attribute, false);
    const auto candidate = MostBalanced(offers, node, attribute);
    if (!candidate) continue;
    if (candidate->cut.suppress == Side::kNone) return candidate->cut;
    if (!with_suppression) with_suppression = candidate;
  }
  if (with_suppression) return with_suppression->cut;
  return std::nullopt;
}

std::optional<Cut> FindByLoss(const Workspace& workspace, const Node& node) {
  std::vector<std::optional<Candidate>> best(workspace.labelers.size());
  const auto consider = [&](std::size_t attribute) {
    const Offers offers = MakeOffers(workspace, node, attribute, true);
    best[attribute] = LeastLoss(workspace, offers, node, attribute);
  };
  if (node.end - node.begin >= kParallelTuples) {
    ForEach(best.size(), consider);
  } else {
    for (std::size_t j = 0; j < best.size(); ++j) consider(j);
  }
  const std::optional<Candidate>* winner = nullptr;
  for (const auto& candidate : best) {
    if (candidate && (winner == nullptr || candidate->Key() < (*winner)->Key())) {
      winner = &candidate;
    }
  }
  if (winner == nullptr) return std::nullopt;
  return (*winner)->cut;
}

}  // namespace

std::optional<Cut> FindCut(const Workspace& workspace, const Node& node) {
  if (node.end - node.begin < 2) return std::nullopt;
  const auto least = workspace.constraints.LeastRows();
  if (least && node.budget == 0) {
    if (node.rows < 2 * *least) return std::nullopt;
    if (workspace.options.choose == Options::Choose::kSpan) {
      return FindByRows(workspace, node, *least);
    }
  }
  return workspace.options.choose == Options::Choose::kSpan ? FindBySpan(workspace, node)
                                                            : FindByLoss(workspace, node);
}

std::optional<Obstacle> FindObstacle(const Workspace& workspace, const Node& node,
                                     std::size_t attribute) {
  const Sorted sorted = SortBy(workspace, node, attribute);
  if (sorted.codes.size() < 2) return std::nullopt;
  Tally tally(workspace.constraints);
  std::vector<std::size_t> failures(workspace.constraints.size());
  for (const bool forward : {true, false}) {
    Sweep(sorted, forward, tally, nullptr, [&](std::size_t) {
      if (const auto failing = tally.FirstFailing()) ++failures[*failing];
    });
  }
  return Obstacle{sorted.codes.size() - 1,
                  static_cast<std::size_t>(std::ranges::max_element(failures) - failures.begin())};
}

}  // namespace gauze::mondrian
