#include "gauze/report/evidence/evidence.h"

#include <algorithm>
#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/owner.h"
#include "gauze/page/report_page.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

// The document as its lists describe it.
FieldTree MakeDocument() {
  FieldTree document;
  document.Add(".evidence", {"", Holding::kCount, Shown::kKeep});
  document.Add(".gauze", {"", Holding::kText, Shown::kKeep});
  document.Add(".form", {"", Holding::kText, Shown::kKeep});
  for (const Section& section : Sections()) {
    for (const Field& field : section.fields) {
      document.Add("." + std::string(section.name) + "?" + std::string(field.path), field);
    }
  }
  return document;
}

const FieldTree& Document() {
  static const FieldTree kDocument = MakeDocument();
  return kDocument;
}

bool IsPublic(const Section& section) {
  return std::ranges::any_of(section.fields,
                             [](const Field& field) { return field.shown != Shown::kDrop; });
}

// Does it lie somewhere in a folder that has such a file?
bool IsBelow(const std::string& folder, const char* file) {
  std::error_code error;
  for (auto path = std::filesystem::weakly_canonical(folder, error);; path = path.parent_path()) {
    if (std::filesystem::exists(path / file, error)) return true;
    if (path == path.parent_path()) return false;
  }
}

Json EmptyDocument() {
  return {{"evidence", kEvidenceVersion}, {"gauze", kVersion}, {"form", "internal"}};
}

bool IsInternal(const Json& evidence) { return evidence.at("form") == "internal"; }

Status WriteInto(const std::string& folder, const Json& evidence) {
  // Names of files and columns may hold bytes that are not UTF-8.
  const std::string text = evidence.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  const mode_t mode = IsInternal(evidence) ? 0600 : 0644;
  GAUZE_TRY(WriteFile(folder + "/evidence.json", text, mode));
  GAUZE_TRY(WriteFile(folder + "/report.html", page::ReportPage(evidence), mode));
  return SyncPath(folder);
}

}  // namespace

Result<Json> GatherEvidence(const EvidenceOptions& options, Progress& progress) {
  const bool internal = options.form == EvidenceForm::kInternal;
  Json evidence = EmptyDocument();
  progress.Stage("verifying", 100);
  GAUZE_ASSIGN(Material material, Material::Open(options, progress));
  if (internal && material.policy() != nullptr) {
    progress.Stage("comparing with the original", 100);
    GAUZE_TRY(material.Compare(progress));
  }
  for (const Section& section : Sections()) {
    if (!internal && !IsPublic(section)) continue;
    progress.Stage(section.title, 100);
    GAUZE_ASSIGN(Json gathered, section.gather(material, progress));
    if (!gathered.is_null()) evidence[std::string(section.name)] = std::move(gathered);
  }
  return internal ? evidence : PublicForm(evidence);
}

Json EvidenceOf(const std::string& section, Json told) {
  Json evidence = EmptyDocument();
  evidence[section] = std::move(told);
  return evidence;
}

Json PublicForm(const Json& evidence) {
  Json document = Document().Public(evidence);
  document["form"] = "public";
  return document;
}

bool Holds(const Json& evidence) {
  return std::ranges::all_of(evidence.at("promises"),
                             [](const Json& promise) { return promise.at("holds").get<bool>(); });
}

Json EvidenceSchema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "Gauze evidence"}};
  schema.update(Document().Schema());
  schema["properties"]["evidence"] = {{"const", kEvidenceVersion}};
  schema["properties"]["form"] = {{"enum", {"internal", "public"}}};
  return schema;
}

Status WriteEvidence(const Json& evidence, const std::string& folder) {
  if (IsBelow(folder, "ledger.db")) {
    return InputError("this folder is part of a ledger, which records every file in it", folder,
                      "choose a folder outside");
  }
  if (IsInternal(evidence) && IsBelow(folder, "manifest.json")) {
    return InputError(
        "this folder is part of a release, and internal evidence shows values of the "
        "original",
        folder, "choose a folder that is not shared, or write --public evidence");
  }
  GAUZE_TRY(CheckOurs(folder));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return ResourceError("cannot create the folder", folder, "check its permissions");
  return WriteInto(folder, evidence);
}

Completion AddPublicReport(unsigned threads, Progress& progress) {
  return [threads, &progress](const FinishedRelease& release) -> Status {
    EvidenceOptions options;
    options.target = release.folder;
    options.form = EvidenceForm::kPublic;
    options.found = release.found;
    options.data_digest = release.data_digest;
    options.run.threads = threads;
    GAUZE_ASSIGN(const Json evidence, GatherEvidence(options, progress));
    // Not its parents: when the folder of the release is gone, the run was stopped. It may have
    // pictures already.
    std::error_code error;
    std::filesystem::create_directory(release.folder + "/report", error);
    return WriteInto(release.folder + "/report", evidence);
  };
}

}  // namespace gauze::report
