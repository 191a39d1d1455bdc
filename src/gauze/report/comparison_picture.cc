#include "gauze/report/comparison_picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/base/json.h"
#include "gauze/page/chart/points.h"

namespace gauze::report {
namespace {

constexpr std::size_t kMostGroups = 4;

// What shapes stand for: transforms, where they differ.
std::vector<std::string> GroupsOf(const Json& candidates) {
  std::vector<std::string> groups;
  for (const Json& candidate : candidates) {
    if (!candidate["holds"]) continue;
    const auto& name = candidate["transform"]["name"].get_ref<const std::string&>();
    if (std::ranges::find(groups, name) == groups.end()) groups.push_back(name);
  }
  if (groups.size() < 2 || groups.size() > kMostGroups) return {};
  return groups;
}

// Without what its shape tells.
std::string NameOf(const Json& candidate, bool grouped) {
  std::vector<std::string> parts;
  const Json values = candidate.value("values", Json::object());
  for (const auto& [name, value] : values.items()) {
    if (grouped && name == "transform") continue;
    parts.push_back(fmt::format("{}={}", name, value.get<std::string>()));
  }
  if (parts.empty()) return candidate["name"].get<std::string>();
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string Described(std::size_t points, std::size_t beaten, std::size_t refused) {
  std::string text = fmt::format("{} by risk and loss", Counted(points, "candidate", "candidates"));
  text += beaten == 0 ? "; none is dominated by another."
                      : fmt::format("; {} dominated by another.", beaten);
  if (refused > 0) {
    text += fmt::format(" {} could not be released and {} not shown.", refused,
                        refused == 1 ? "is" : "are");
  }
  return text;
}

}  // namespace

Result<std::string> ComparisonPicture(const Json& comparison) {
  const Json& candidates = comparison["candidates"];
  const Json& axes = comparison["axes"];
  page::Points points{.title = "Risk and loss of the candidates",
                      .across = {"highest risk: 1 / smallest class", page::Unit::kNumber},
                      .up = {fmt::format("loss ({}); less is better for both",
                                         axes["loss"]["measure"].get<std::string>()),
                             page::Unit::kNumber},
                      .groups = GroupsOf(candidates)};
  std::size_t refused = 0;
  for (const Json& candidate : candidates) {
    if (!candidate["holds"]) {
      ++refused;
      continue;
    }
    const auto group = std::ranges::find(
        points.groups, candidate["transform"]["name"].get_ref<const std::string&>());
    const Json& measures = candidate["measures"];
    points.points.push_back(
        {.name = NameOf(candidate, !points.groups.empty()),
         .group = group == points.groups.end()
                      ? 0
                      : static_cast<std::size_t>(group - points.groups.begin()),
         .across = measures[axes["risk"]["measure"].get<std::string>()].get<double>(),
         .up = measures[axes["loss"]["measure"].get<std::string>()].get<double>(),
         .beaten = !candidate["dominated_by"].is_null()});
  }
  if (points.points.empty()) {
    return InputError("there is nothing to draw: no candidate can be released", "--chart",
                      "look at the reasons without --chart");
  }
  points.description = Described(
      points.points.size(),
      static_cast<std::size_t>(std::ranges::count_if(points.points, &page::Point::beaten)),
      refused);
  return page::Svg(points);
}

}  // namespace gauze::report
