#include <fmt/format.h>

#include <filesystem>

#include "gauze/base/digest.h"
#include "gauze/ledger/store.h"
#include "gauze/ledger/store_records.h"

namespace gauze::ledger {
namespace fs = std::filesystem;

Status Store::CheckRelease(std::uint32_t number, Recorded& recorded,
                           std::vector<std::string>& damage) {
  const auto release = Release(number);
  if (!release) {
    damage.push_back(fmt::format("{}: {}", kDatabase, release.error().message));
    return {};
  }
  GAUZE_ASSIGN(const std::uint32_t count, ReleaseCount());
  const std::string folder = ReleaseFolder(number) + "/";
  for (const FileRecord& file : release->files) {
    if (!file.lasting && number + 1 < count) continue;
    const Status whole = CheckFile(file);
    if (!whole) {
      GAUZE_ASSIGN(const bool served, HasServed(file));
      if (!served) damage.push_back(whole.error().message);
    }
    if (file.path.starts_with(folder)) recorded[file.path.substr(folder.size())] = file;
  }
  return CheckAgain(number, recorded, damage);
}

// Others may append while a reader looks: who waited for the last release it sees was needed for
// the next one, and removed by the one after that.
Result<bool> Store::HasServed(const FileRecord& file) {
  std::error_code error;
  if (file.lasting || fs::exists(Path(file.path), error)) return false;
  return HasGrown();
}

// Parts that a release has again were recorded with an earlier one. They are links to the same
// file, but a copy of a ledger may have made them files of their own.
Status Store::CheckAgain(std::uint32_t number, const Recorded& recorded,
                         std::vector<std::string>& damage) const {
  std::error_code error;
  const std::string folder = Find(ReleaseFolder(number));
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.is_directory(error)) continue;
    const std::string name = entry.path().lexically_relative(folder).string();
    const std::string path = ReleaseFolder(number) + "/" + name;
    const auto known = recorded.find(name);
    if (known == recorded.end()) {
      damage.push_back(path + " does not belong to the release");
      continue;
    }
    const FileRecord& file = known->second;
    if (file.path == path || fs::equivalent(entry.path(), Path(file.path), error)) continue;
    const auto digest = DigestFile(entry.path().string());
    if (!digest || *digest != file.digest)
      damage.push_back(path + " differs from what was written");
  }
  return {};
}

Status Store::CheckSums(std::uint32_t count, std::vector<std::string>& damage) {
  GAUZE_ASSIGN(const TableSums recorded, SumsOf(count));
  GAUZE_ASSIGN(const TableSum keys, SumOfKeys());
  GAUZE_ASSIGN(const TableSum values, SumOfValues());
  if (!(keys == recorded.keys)) {
    damage.push_back(fmt::format("{}: the keys of records were changed", kDatabase));
  }
  if (!(values == recorded.values)) {
    damage.push_back(fmt::format("{}: {}", kDatabase, kValuesChanged));
  }
  return {};
}

Result<std::vector<std::string>> Store::Damage() {
  std::vector<std::string> damage;
  GAUZE_ASSIGN(Statement whole, database_->Prepare("PRAGMA integrity_check"));
  GAUZE_ASSIGN(const bool any, whole.Step());
  if (!any || whole.Text(0) != "ok") {
    damage.push_back(fmt::format("{}: its pages are damaged", kDatabase));
  }
  GAUZE_ASSIGN(const std::uint32_t count, ReleaseCount());
  Recorded recorded;
  for (std::uint32_t number = 0; number < count; ++number) {
    GAUZE_TRY(CheckRelease(number, recorded, damage));
  }
  GAUZE_TRY(CheckSums(count, damage));
  const auto state = State();
  if (!state) damage.push_back(fmt::format("{}: {}", kDatabase, state.error().message));
  return damage;
}

}  // namespace gauze::ledger
