#include "gauze/release/compare/compare_policies.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "gauze/base/json.h"
#include "gauze/measure/domination.h"
#include "gauze/policy/preset.h"
#include "gauze/release/compare/full_trials.h"
#include "gauze/release/compare/sweep.h"
#include "gauze/release/run/load_policy.h"

namespace gauze {
namespace {

constexpr const char* kRiskMeasure = "prosecutor_risk.highest";
constexpr const char* kLossMeasure = "ncp";

Json Axes() {
  return {{"risk",
           {{"measure", kRiskMeasure},
            {"means", "highest re-identification risk: 1 / rows of the smallest class"}}},
          {"loss",
           {{"measure", kLossMeasure},
            {"means", "mean loss of a quasi-identifying cell: 0 is unchanged, 1 is all gone"}}}};
}

// What risk and loss are about: figures of candidates that differ here are not of the same thing.
std::string Subject(const Policy& policy) {
  std::string text;
  for (const std::string& source : policy.sources) {
    text += std::filesystem::path(source).lexically_normal().string() + '\n';
  }
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (attribute.attribute.role != Role::kQuasiIdentifying) continue;
    text += attribute.attribute.name + '\n';
  }
  return text;
}

Json Describe(const Candidate& candidate) {
  const Policy& policy = candidate.policy;
  Json promises = Json::array();
  for (const PolicyEntry& promise : policy.protect) promises.push_back(promise.Text());
  Json row = {{"name", candidate.name}};
  for (const auto& [name, value] : candidate.values) row["values"][name] = value;
  if (policy.preset != nullptr) row["preset"] = policy.preset->descriptor.name;
  row["promises"] = std::move(promises);
  row["transform"] = {{"name", policy.transform.descriptor->name},
                      {"text", policy.transform.Text()}};
  return row;
}

void AddFigures(const Json& manifest, double seconds, Json& row) {
  const Json& measures = manifest["measures"];
  for (const char* count : {"rows_in", "suppressed_rows", "classes"}) row[count] = manifest[count];
  row["smallest_class"] =
      static_cast<std::uint64_t>(measures["class_sizes.smallest"].get<double>());
  row["loss"] = {{kLossMeasure, measures[kLossMeasure]},
                 {"discernibility", measures["discernibility"]}};
  row["risk"] = {{"highest", measures[kRiskMeasure]}, {"mean", measures["prosecutor_risk.mean"]}};
  row["measures"] = measures;
  row["seconds"] = seconds;
  row["dominated_by"] = nullptr;
}

void MarkDominated(const std::vector<Candidate>& candidates, Json& rows) {
  std::map<std::string, std::vector<std::size_t>> subjects;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (rows[i]["holds"]) subjects[Subject(candidates[i].policy)].push_back(i);
  }
  for (const auto& [subject, members] : subjects) {
    std::vector<RiskAndLoss> points;
    for (const std::size_t i : members) {
      points.push_back({rows[i]["measures"][kRiskMeasure].get<double>(),
                        rows[i]["measures"][kLossMeasure].get<double>()});
    }
    const auto dominators = Dominators(points);
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (dominators[i])
        rows[members[i]]["dominated_by"] = candidates[members[*dominators[i]]].name;
    }
  }
}

// What a reader of the figures should know before choosing by them.
Json Notes(const std::vector<Candidate>& candidates) {
  std::set<std::string> subjects;
  std::set<std::set<std::string>> models;
  bool persons = false;
  for (const Candidate& candidate : candidates) {
    subjects.insert(Subject(candidate.policy));
    std::set<std::string> names;
    for (const PolicyEntry& promise : candidate.policy.protect) {
      names.insert(promise.descriptor->name);
    }
    models.insert(std::move(names));
    persons = persons || std::ranges::any_of(candidate.policy.attributes, [](const auto& column) {
                return column.attribute.role == Role::kEntity;
              });
  }
  Json notes = Json::array();
  if (subjects.size() > 1) {
    notes.push_back(
        "sources or quasi-identifiers differ: only candidates that have both in common are "
        "compared with each other");
  }
  if (models.size() > 1) {
    notes.push_back(
        "promises differ, and only one kind of risk is shown: what the other promises protect "
        "against is not on the axes");
  }
  if (persons) {
    notes.push_back("risk is shown by rows: a class may hold fewer people");
  }
  return notes;
}

Result<Json> Compare(const std::vector<Candidate>& candidates, const RunOptions& options,
                     Progress& progress) {
  GAUZE_ASSIGN(const Trials trials, TryCandidates(candidates, options, progress));
  Json rows = Json::array();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Json row = Describe(candidates[i]);
    const auto& outcome = trials.outcomes[i];
    row["holds"] = outcome.has_value();
    if (outcome) {
      AddFigures(outcome->manifest, outcome->seconds, row);
    } else {
      const Error& error = outcome.error();
      row["reason"] = {{"message", error.message}, {"where", error.where}, {"hint", error.hint}};
    }
    rows.push_back(std::move(row));
  }
  MarkDominated(candidates, rows);
  return Json{{"axes", Axes()},
              {"candidates", std::move(rows)},
              {"readings", trials.readings},
              {"notes", Notes(candidates)}};
}

}  // namespace

std::vector<NamedPolicy> NamedByFile(const std::vector<std::string>& files) {
  std::set<std::string> stems;
  for (const std::string& file : files) stems.insert(std::filesystem::path(file).stem().string());
  const bool short_names = stems.size() == files.size();
  std::vector<NamedPolicy> named;
  for (const std::string& file : files) {
    named.push_back({short_names ? std::filesystem::path(file).stem().string() : file,
                     PolicyText{.file = file}});
  }
  return named;
}

Result<Json> ComparePolicies(const std::vector<NamedPolicy>& policies, const RunOptions& common,
                             Progress& progress) {
  std::vector<Candidate> candidates;
  std::set<std::string> names;
  for (const NamedPolicy& named : policies) {
    if (!names.insert(named.name).second) {
      return InputError("a policy is listed twice", named.policy.file, "keep one of the two");
    }
    RunOptions options = common;
    options.policy = named.policy;
    GAUZE_ASSIGN(Policy policy, LoadForRun(options));
    candidates.push_back({.name = named.name, .policy = std::move(policy)});
  }
  return Compare(candidates, common, progress);
}

Result<Json> CompareSweep(const RunOptions& options, const std::vector<std::string>& sweeps,
                          Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, LoadWithSource(options));
  GAUZE_ASSIGN(const auto candidates, SweepPolicy(policy, sweeps));
  return Compare(candidates, options, progress);
}

}  // namespace gauze
