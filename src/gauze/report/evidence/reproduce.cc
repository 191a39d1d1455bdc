#include <fmt/format.h>

#include <filesystem>

#include "gauze/base/json.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

Result<Json> GatherReproduce(Material& material, Progress& /*progress*/) {
  Json reproduce = {
      {"versions", {{"gauze", material.manifest().at("gauze")}, {"duckdb", EngineVersion()}}}};
  if (const Policy* policy = material.policy()) {
    const std::string file = std::filesystem::path(policy->file).filename().string();
    reproduce["policy"] = policy->text;
    reproduce["command"] = fmt::format("gauze run {} --out DIRECTORY", file);
  }
  return reproduce;
}

}  // namespace

Section ReproduceEvidence() {
  return {"reproduce",
          "reading versions",
          GatherReproduce,
          {{".versions.gauze", Holding::kText, Shown::kKeep},
           {".versions.duckdb", Holding::kText, Shown::kKeep},
           {".policy?", Holding::kText, Shown::kDrop},
           {".command?", Holding::kText, Shown::kDrop}}};
}

}  // namespace gauze::report
