#include "gauze/base/json.h"
#include "gauze/policy/keys.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

Json Columns(const Json& manifest) {
  Json columns = Json::array();
  for (const Json& column : manifest.at("columns")) {
    columns.push_back({{"name", column.at("name")},
                       {"role", column.at("role")},
                       {"type", column.at("type")},
                       {"released_as", column.at("released_as")}});
  }
  return columns;
}

// Of a manifest that may have been changed by hand.
Json Stated(const Json& manifest_about) {
  Json stated = Json::object();
  for (const std::string& field : keys::kAbout) {
    if (!manifest_about.is_object() || !manifest_about.contains(field)) continue;
    if (manifest_about.at(field).is_string()) stated[field] = manifest_about.at(field);
  }
  return stated;
}

Result<Json> GatherAbout(Material& material, Progress& /*progress*/) {
  const Json& manifest = material.manifest();
  Json about = {{"kind", material.is_ledger() ? "ledger" : "release"}};
  for (const char* name :
       {"rows_in", "rows", "suppressed_rows", "classes", "persons", "transform", "missing"}) {
    about[name] = manifest.at(name);
  }
  about["columns"] = Columns(manifest);
  if (Json stated = Stated(manifest.value("about", Json())); !stated.empty()) {
    about["document"] = std::move(stated);
  }
  if (manifest.contains("preset")) about["preset"] = manifest.at("preset");
  about["policy_digest"] = manifest.at("policy_digest");
  if (!material.release_digest().empty()) about["release_digest"] = material.release_digest();
  if (!material.inputs().is_null()) about["inputs"] = material.inputs();
  return about;
}

}  // namespace

Section AboutEvidence() {
  return {"about",
          "reading the manifest",
          GatherAbout,
          {{".kind", Holding::kText, Shown::kKeep},
           {".rows_in", Holding::kCount, Shown::kKeep},
           {".rows", Holding::kCount, Shown::kKeep},
           {".suppressed_rows", Holding::kCount, Shown::kCoarsen},
           {".classes", Holding::kCount, Shown::kKeep},
           {".persons", Holding::kFlag, Shown::kKeep},
           {".transform", Holding::kText, Shown::kKeep},
           {".missing", Holding::kText, Shown::kKeep},
           {".columns[].name", Holding::kText, Shown::kKeep},
           {".columns[].role", Holding::kText, Shown::kKeep},
           {".columns[].type", Holding::kText, Shown::kKeep},
           {".columns[].released_as[]", Holding::kText, Shown::kKeep},
           {".document?.title?", Holding::kText, Shown::kKeep},
           {".document?.purpose?", Holding::kText, Shown::kKeep},
           {".document?.owner?", Holding::kText, Shown::kKeep},
           {".document?.recipient?", Holding::kText, Shown::kKeep},
           {".document?.legal_basis?", Holding::kText, Shown::kKeep},
           {".document?.date?", Holding::kText, Shown::kKeep},
           {".preset?", Holding::kText, Shown::kKeep},
           {".policy_digest", Holding::kText, Shown::kKeep},
           {".release_digest?", Holding::kText, Shown::kKeep},
           {".inputs?[].name", Holding::kText, Shown::kDrop},
           {".inputs?[].sha256", Holding::kText, Shown::kDrop}}};
}

}  // namespace gauze::report
