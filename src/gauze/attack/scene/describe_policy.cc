#include "gauze/attack/scene/describe_policy.h"

#include <fmt/format.h>

#include <map>

#include "gauze/attack/release_rows.h"
#include "gauze/encode/encode.h"
#include "gauze/taxonomy/telling/grid.h"

namespace gauze::labels {
namespace {

// Transforms whose labels are the narrowest that hold their class, on a grid or not, unless the
// policy has asked for whole cells. Every other one decides labels before it knows the class.
bool HasTightLabels(const PolicyEntry& transform) {
  const Parameters& parameters = transform.parameters;
  if (transform.descriptor == nullptr) return false;
  if (parameters.Has("boxes")) return parameters.Text("boxes") != "cells";
  return parameters.Has("labels");
}

// Of the source, which is opened for the first hierarchy that is built from values.
Result<ColumnValues> ValuesToBuildFrom(const PolicyAttribute& column, const Policy& policy,
                                       unsigned threads, std::optional<Database>& database) {
  if (column.hierarchy.builder == nullptr) return ColumnValues{.type = column.attribute.type};
  if (!database) {
    GAUZE_ASSIGN(database, Database::Open({threads, ""}));
    GAUZE_TRY(OpenSource(*database, policy.sources, policy.csv, "original"));
  }
  return ValuesOf(*database, column, policy);
}

}  // namespace

Description DescribeLabels(const Policy& policy) {
  Description made;
  made.suppressed = {"*"};
  made.missing = policy.missing_markers;
  made.missing.emplace_back();
  const Parameters& transform = policy.transform.parameters;
  made.lists = transform.Has("labels") && transform.Text("labels") == "set";
  made.foreign = false;
  return made;
}

Result<ColumnDescription> DescribeColumn(const PolicyAttribute& column,
                                         const ColumnValues& values) {
  // A release has its own spelling of dates.
  ColumnDescription made{.name = column.attribute.name,
                         .type = column.attribute.type,
                         .people_format = column.attribute.format};
  if (!column.hierarchy.given()) return made;
  GAUZE_ASSIGN(made.taxonomy, MakeTaxonomy(column.hierarchy, values,
                                           fmt::format("column {}", column.attribute.name)));
  return made;
}

Result<Description> DescribePolicy(const Policy& policy, unsigned threads) {
  Description made = DescribeLabels(policy);
  made.tight = HasTightLabels(policy.transform);
  // A transform has the parameter `grid` where its boxes are such, and only there.
  made.raised = policy.transform.descriptor != nullptr && policy.transform.parameters.Has("grid");
  std::map<std::string, std::string> steps;
  if (made.raised) steps = StepsByColumn(policy.transform.parameters.Names("grid"));
  made.people_csv = policy.csv;
  std::optional<Database> database;
  for (const PolicyAttribute& column : policy.attributes) {
    const std::string& name = column.attribute.name;
    if (column.attribute.role == Role::kSensitive) {
      made.sensitive.push_back(name);
    } else if (column.attribute.role != Role::kQuasiIdentifying) {
      made.ignored.push_back(name);
    } else {
      GAUZE_ASSIGN(const ColumnValues values, ValuesToBuildFrom(column, policy, threads, database));
      GAUZE_ASSIGN(ColumnDescription described, DescribeColumn(column, values));
      described.step = steps[name];
      made.quasi_identifiers.push_back(std::move(described));
    }
  }
  return made;
}

}  // namespace gauze::labels
