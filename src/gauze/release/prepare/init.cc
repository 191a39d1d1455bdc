#include "gauze/release/prepare/init.h"

namespace gauze {
namespace {

// A million rows of patients take 17 s, and time grows as about n log n (docs/benchmarks).
constexpr std::uint64_t kMostRowsToCluster = 10'000'000;

// Nothing can be planned before roles are decided, so the rows decide.
FirstPolicy::Entry TransformFor(std::uint64_t rows) {
  if (rows <= kMostRowsToCluster) return RecommendedTransform();
  return {.text = "mondrian: {labels: node}",
          .comment = "cluster loses less, but may take long: gauze plan FILE tells"};
}

}  // namespace

static std::string WriteInitial(FirstLook look) {
  look.policy.promises = {{.text = "k_anonymity: {k: 5}", .comment = ""}};
  look.policy.transform = TransformFor(look.policy.rows);
  return WriteFirstPolicy(look.policy);
}

Result<std::string> InitialPolicy(const InitOptions& options, Progress& progress) {
  GAUZE_ASSIGN(FirstLook look, LookAtTable(options, progress));
  return WriteInitial(std::move(look));
}

std::string InitialPolicyOf(const InitOptions& options, Profile profile) {
  return WriteInitial(LookAtProfile(options, std::move(profile)));
}

}  // namespace gauze
