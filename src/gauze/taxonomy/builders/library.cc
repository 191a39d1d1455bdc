#include "gauze/taxonomy/library/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_set>

#include "gauze/base/counted.h"
#include "gauze/taxonomy/build.h"

namespace gauze {
namespace {

// Where each value stands; those that the library does not know have none.
struct LibraryPlaces {
  std::vector<std::optional<LibraryPlace>> of_value;
  std::size_t unknown = 0;
  std::uint64_t unknown_rows = 0;
};

LibraryPlaces FindPlaces(const HierarchyLibrary& library, const ColumnValues& column,
                         const Parameters& parameters) {
  LibraryPlaces places;
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    places.of_value.push_back(library.find(column.values[i], column.type, parameters));
    if (places.of_value.back()) continue;
    ++places.unknown;
    places.unknown_rows += column.counts[i];
  }
  return places;
}

std::string UnknownLabel(const ColumnValues& column) {
  std::unordered_set<std::string_view> texts;
  for (const Value& value : column.values) texts.insert(value.text);
  std::string label = "unknown";
  while (texts.contains(label)) label = fmt::format("({})", label);
  return label;
}

Result<Taxonomy> BuildLibrary(const ColumnValues& column, const Parameters& parameters,
                              const std::string& where) {
  const HierarchyLibrary& library = *FindHierarchyLibrary(parameters.Text("name"));
  const LibraryPlaces places = FindPlaces(library, column, parameters);
  if (places.unknown > 0 && parameters.Text("unknown") == "refuse") {
    return InputError(
        fmt::format("{} of {} values ({}) are not in the library {}", places.unknown,
                    column.values.size(), Counted(places.unknown_rows, "row", "rows"),
                    library.name),
        where,
        fmt::format(
            "`gauze hierarchy check --library {} --data TABLE --column NAME --missing FILE` "
            "lists them; correct them, name them under missing_markers, or write unknown: "
            "keep",
            library.name));
  }
  // In the order of the library, so that neighbours in the tree are neighbours in it.
  std::vector<std::size_t> order(column.values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) {
    const auto& place = places.of_value[i];
    return std::tuple(!place.has_value(), place ? std::string_view(place->order) : "", i);
  });
  const std::string unknown = UnknownLabel(column);
  const auto path = [&](std::size_t rank) {
    const std::size_t i = order[rank];
    std::vector<std::string> names = {column.values[i].text};
    if (!places.of_value[i]) {
      names.push_back(unknown);
      return names;
    }
    const auto& above = places.of_value[i]->above;
    names.insert(names.end(), above.begin(), above.end());
    return names;
  };
  return TaxonomyOfPaths(column, path, where);
}

std::vector<std::string> LibraryNames() {
  std::vector<std::string> names;
  for (const HierarchyLibrary& library : HierarchyLibraries()) names.push_back(library.name);
  return names;
}

std::vector<Parameter> LibraryParameters() {
  return {{.name = "name",
           .type = ParameterType::kChoice,
           .summary = "which classification; docs/hierarchies.md says what each knows",
           .choices = LibraryNames()},
          {.name = "unknown",
           .type = ParameterType::kChoice,
           .summary = "values that are not in the library: refuse the run, or keep them under one "
                      "node `unknown`",
           .fallback = "refuse",
           .choices = {"refuse", "keep"}},
          {.name = "small_areas",
           .type = ParameterType::kChoice,
           .summary = "three-digit areas with few people: own leaves them as they are, census_2000 "
                      "puts those with at most 20,000 under 000**",
           .fallback = "own",
           .choices = {"own", "census_2000"},
           .only_with = "name",
           .only_with_value = "us_zip"},
          {.name = "top",
           .type = ParameterType::kInteger,
           .summary = "from this age on there is one band; a lower one hides more old people",
           .fallback = "90",
           .minimum = "1",
           .maximum = "130",
           .only_with = "name",
           .only_with_value = "age"}};
}

}  // namespace

HierarchyBuilder LibraryBuilder() {
  return {.descriptor = {.name = "library",
                         .summary = "a classification that everybody uses: diseases, medicines, "
                                    "places, occupations, ages",
                         .parameters = LibraryParameters(),
                         .guarantees = "labels come from the classification and do not depend on "
                                       "the data",
                         .not_covered = "a rare code still singles a person out: the models of the "
                                        "policy decide how far values are generalised",
                         .reference = "docs/hierarchies.md#library"},
          .short_form = "name",
          .build = BuildLibrary};
}

}  // namespace gauze
