#include "gauze/release/promise/composition_promise.h"

#include <fmt/format.h>

#include <filesystem>

#include "gauze/attack/files/together.h"
#include "gauze/attack/scene/describe_policy.h"
#include "gauze/base/counted.h"
#include "gauze/base/json.h"
#include "gauze/transform/transform.h"

// Whether people are told apart depends on who they are, which no released file says: it is counted
// when a release is made, from its source, and recorded (docs/models/composition.md).

namespace gauze {
namespace {

Status CheckComposition(const Policy& policy, const PolicyEntry& promise) {
  const TransformEntry& transform = *FindTransform(policy.transform.descriptor->name);
  const bool classes = transform.keeps.empty() || transform.keeps_joined;
  if (classes && policy.sources.size() <= 1) return {};
  if (policy.sources.size() > 1) {
    return InputError("composition looks for the people of one source, and the policy has several",
                      promise.where, "make one file of them");
  }
  return InputError(fmt::format("composition is about labels of classes, and {} makes none",
                                policy.transform.descriptor->name),
                    promise.where,
                    "write transform: {mondrian: {}} or {cluster: {}}, or promise something else");
}

Result<Json> ComposedSettings(const Policy& policy, const PolicyEntry& promise,
                              const JudgedFile& judged) {
  namespace fs = std::filesystem;
  if (policy.sources.empty()) {
    return InputError("composition looks for people of the source, but none is given",
                      promise.where, "write `source: data.csv` in the policy");
  }
  FileAttackInput input{.people = policy.sources.front()};
  // All files of the new release, which is not published yet, are one.
  const fs::path first = judged.file.paths.front();
  input.releases = {judged.file.paths.size() == 1 ? first.string() : first.parent_path().string()};
  for (const std::string& other : promise.parameters.Names("beside")) {
    const fs::path path(other);
    input.releases.push_back(
        path.is_absolute() ? other : (fs::path(policy.file).parent_path() / path).string());
    if (!fs::exists(input.releases.back())) {
      return InputError("an earlier release does not exist", promise.where,
                        "paths are relative to the policy");
    }
  }
  GAUZE_ASSIGN(input.description, labels::DescribePolicy(policy, 0));
  NoProgress progress;
  const auto least = static_cast<std::uint32_t>(promise.parameters.Integer("l"));
  GAUZE_ASSIGN(const LeftTogether together,
               ComposeReleases(input, promise.parameters.Text("attribute"), least, progress));
  return Json{{"people", together.people}, {"below", together.below}, {"fewest", together.fewest}};
}

// The file alone does not tell: what was counted with the source is repeated.
Result<Verdict> JudgeComposition(Database& /*database*/, const FileUnderTest& file,
                                 const PolicyEntry& promise, const Json& settings,
                                 Progress& /*progress*/) {
  Verdict verdict{.claim = promise.Text(), .of = "person"};
  try {
    verdict.judged = settings.at("people");
    verdict.failing_classes = settings.at("below");
    verdict.worst_value = settings.at("fewest");
  } catch (const Json::exception&) {
    return InputError("the settings of composition cannot be read", file.paths.front(),
                      "the manifest was changed by hand: ask its sender for another copy");
  }
  verdict.holds = verdict.failing_classes == 0;
  verdict.figures = {{"people", static_cast<double>(verdict.judged)},
                     {"people.below", static_cast<double>(verdict.failing_classes)}};
  return verdict;
}

std::string ComposedInWords(const Verdict& verdict) {
  if (verdict.judged == 0) return "nobody can be in all of these releases";
  if (!verdict.holds) {
    return fmt::format("{} of {} left with fewer values by all releases together",
                       Grouped(verdict.failing_classes),
                       Counted(verdict.judged, "person is", "people are"));
  }
  return fmt::format("counted when it was made, {} left with at least {}",
                     Counted(verdict.judged, "person is", "people are"),
                     Counted(static_cast<std::uint64_t>(verdict.worst_value), "value", "values"));
}

std::string StaysHidden(const Parameters& /*parameters*/, double worst, const std::string& known) {
  return fmt::format(
      "Whoever knows {} of a person, and has the earlier releases as well, is left with at least "
      "{} different values.",
      known, static_cast<std::uint64_t>(worst));
}

}  // namespace

TablePromiseEntry CompositionPromise() {
  return {
      .descriptor =
          {
              .name = "composition",
              .summary = "together with earlier releases of the same people, values stay hidden",
              .parameters =
                  {{.name = "attribute",
                    .type = ParameterType::kAttribute,
                    .summary = "the sensitive column"},
                   {.name = "l",
                    .type = ParameterType::kInteger,
                    .summary = "values that must be left for everybody, by all releases together; "
                               "larger demands more",
                    .minimum = "2"},
                   {.name = "beside",
                    .type = ParameterType::kNames,
                    .summary = "folders or files of the earlier releases, relative to the policy"}},
              .guarantees = "whoever knows the quasi-identifiers of a person, and that the person "
                            "is in all of these releases, is left with at least l values",
              .not_covered = "releases that are not named; somebody who knows which class is the "
                             "person's, or who else is in it",
              .reference = "Ganta, Kasiviswanathan, Smith: Composition Attacks and Auxiliary "
                           "Information in Data Privacy, KDD 2008",
          },
      .check = CheckComposition,
      .settings = ComposedSettings,
      .judge = JudgeComposition,
      .in_words = ComposedInWords,
      .plain_words = StaysHidden,
      .if_broken =
          "give the people of the earlier releases in a ledger instead, promise more for "
          "single classes, or show less of the quasi-identifiers",
      .about_classes = true,
  };
}

}  // namespace gauze
