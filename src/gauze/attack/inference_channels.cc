#include <fmt/format.h>

#include <algorithm>

#include "gauze/attack/attack.h"
#include "gauze/attack/channels/classes_alone.h"
#include "gauze/attack/channels/judge.h"
#include "gauze/attack/channels/read_series.h"
#include "gauze/attack/channels/search.h"

// Somebody has kept all releases of a table that grows, knows the quasi-identifiers of a person and
// when the person came, and puts the releases together: what was there before the person came is
// not the person's, and what is in one of the person's classes and not in another is not either.

namespace gauze {
namespace {

using channels::Kind;
using channels::Leak;

constexpr std::array<const char*, channels::kKinds> kNames = {"one_release", "difference",
                                                              "intersection", "combination"};

double Count(std::uint64_t number) { return static_cast<double>(number); }

std::string Left(const Leak& leak, const std::vector<std::string>& columns) {
  const auto plural = [](std::uint64_t number, const char* word) {
    return fmt::format("{} {}{}", number, word, number == 1 ? "" : "s");
  };
  const std::string& column = columns[leak.column];
  if (column.empty()) return fmt::format("{} of {} left", plural(leak.rows, "row"), leak.of_rows);
  return fmt::format("{} of {} left in {}, {} of {}", plural(leak.values, "value"), leak.of_values,
                     column, plural(leak.rows, "row"), leak.of_rows);
}

std::string Describe(Kind kind, const Leak& leak, const std::vector<std::string>& columns) {
  const std::string left = Left(leak, columns);
  switch (kind) {
    case channels::kOneRelease:
      return fmt::format("release {} by itself: {}", leak.later + 1, left);
    case channels::kDifference:
      return fmt::format("in release {}, not in release {}: {}", leak.later + 1, leak.earlier + 1,
                         left);
    case channels::kIntersection:
      return fmt::format("in releases {} and {}: {}", leak.earlier + 1, leak.later + 1, left);
    case channels::kCombination:
      break;
  }
  return fmt::format("all releases, first in release {}: {}", leak.earlier + 1, left);
}

AttackReport KnowingPeople(const channels::SeriesFiles& files,
                           const std::vector<channels::Leaks>& leaks) {
  std::array<std::uint64_t, channels::kKinds> people{};
  std::array<std::optional<Leak>, channels::kKinds> worst;
  std::uint64_t all = 0;
  std::uint64_t unsure = 0;
  std::uint64_t only_combined = 0;
  const auto& crowds = files.series.crowds;
  for (std::size_t c = 0; c < crowds.size(); ++c) {
    all += crowds[c].people;
    if (crowds[c].sure >= files.series.releases.size()) unsure += crowds[c].people;
    std::size_t kinds = 0;
    for (std::size_t kind = 0; kind < channels::kKinds; ++kind) {
      const auto& leak = leaks[c][kind];
      if (!leak) continue;
      ++kinds;
      people[kind] += crowds[c].people;
      const bool own = kind != channels::kCombination || kinds == 1;
      if (own && (!worst[kind] || leak->WorseThan(*worst[kind]))) worst[kind] = leak;
    }
    if (kinds == 1 && leaks[c][channels::kCombination]) only_combined += crowds[c].people;
  }
  AttackReport report;
  report.holds = people[channels::kCombination] == 0;
  report.figures = {{"people", Count(all)},
                    {"people.not_surely_shown", Count(unsure)},
                    {"vulnerable", Count(people[channels::kCombination])}};
  for (const Kind kind : {channels::kOneRelease, channels::kDifference, channels::kIntersection}) {
    report.figures.push_back({fmt::format("vulnerable.{}", kNames[kind]), Count(people[kind])});
  }
  report.figures.push_back({"vulnerable.combination_only", Count(only_combined)});
  for (std::size_t kind = 0; kind < channels::kKinds; ++kind) {
    if (!worst[kind]) continue;
    report.findings.push_back(Describe(static_cast<Kind>(kind), *worst[kind], files.columns));
  }
  return report;
}

AttackReport KnowingClasses(const channels::SeriesFiles& files,
                            const channels::CertainLeaks& found) {
  AttackReport report;
  report.figures = {{"classes.overlapping", Count(found.overlapping)}};
  for (const Kind kind : {channels::kOneRelease, channels::kDifference, channels::kIntersection}) {
    report.holds = report.holds && found.people[kind] == 0;
    report.figures.push_back(
        {fmt::format("vulnerable.{}.at_least", kNames[kind]), Count(found.people[kind])});
    if (!found.worst[kind]) continue;
    report.findings.push_back(Describe(kind, *found.worst[kind], files.columns));
  }
  return report;
}

Result<AttackReport> RunInferenceChannels(const AttackInput& input, Progress& progress) {
  if (input.releases.size() < 2) {
    return InputError("there is only one release", input.release(),
                      "name two or more, in the order of publication");
  }
  GAUZE_ASSIGN(const channels::SeriesFiles files, channels::ReadSeries(input, progress));
  GAUZE_ASSIGN(const channels::Judge judge,
               channels::Judge::Make(input.policy, files.sensitive, files.newest));
  const std::size_t columns = files.columns.size();
  AttackReport report;
  if (files.series.crowds.empty()) {
    report = KnowingClasses(files, SearchClasses(files.series, columns, judge, progress));
  } else {
    GAUZE_ASSIGN(const auto leaks, Search(files.series, columns, judge, progress));
    report = KnowingPeople(files, leaks);
  }
  report.promise = "for every person, over all releases: " + judge.promise();
  const std::size_t releases = input.releases.size();
  std::vector<Figure> head = {{"releases", Count(releases)},
                              {"pairs", Count(releases * (releases - 1) / 2)},
                              {"rows", Count(files.series.releases.back().rows)}};
  report.figures.insert(report.figures.begin(), head.begin(), head.end());
  return report;
}

std::vector<std::string> ReadChannels(const FiguresByName& figures) {
  if (figures.Find("people")) {
    return {
        fmt::format("Over {} releases, {} of {} people can be narrowed down further than "
                    "promised; {} of them only by all releases together.",
                    figures.Count("releases"), figures.Count("vulnerable"), figures.Count("people"),
                    figures.Count("vulnerable.combination_only"))};
  }
  return {fmt::format(
      "Nobody knows who is in which release: {} classes of different ones overlap. At least {} "
      "people can be narrowed down further than promised by one release alone, {} by the "
      "difference and {} by the intersection of two.",
      figures.Count("classes.overlapping"), figures.Count("vulnerable.one_release.at_least"),
      figures.Count("vulnerable.difference.at_least"),
      figures.Count("vulnerable.intersection.at_least"))};
}

}  // namespace

AttackEntry InferenceChannels() {
  return {{.name = "inference_channels",
           .summary = "Combines all releases of a growing table, knowing who arrived when",
           .guarantees = "counts the people whose possible values, given two releases or all of "
                         "them, break a promise made for classes; if the promise is a number of "
                         "different values, each of these people can be narrowed down to fewer",
           .not_covered = "conclusions that combine several sums; people who may not be in the "
                          "releases; rows that were deleted or changed",
           .reference = "J.-W. Byun, Y. Sohn, E. Bertino, N. Li: Secure Anonymization for "
                        "Incremental Datasets, SDM Workshop 2006, figure 6"},
          RunInferenceChannels,
          ReadChannels,
          true};
}

}  // namespace gauze
