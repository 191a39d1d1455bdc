#include <fmt/format.h>

#include <filesystem>

#include "gauze/base/digest.h"
#include "gauze/ledger/store_records.h"

namespace gauze::ledger {
namespace {

void CheckFile(const std::string& folder, const FileRecord& file,
               std::vector<std::string>& damage) {
  std::error_code error;
  const std::string path = folder + "/" + file.path;
  if (!std::filesystem::exists(path, error)) {
    damage.push_back(fmt::format("{} is missing", file.path));
    return;
  }
  const auto digest = DigestFile(path);
  if (!digest || *digest != file.digest) {
    damage.push_back(fmt::format("{} is not what was written", file.path));
  }
}

}  // namespace

Status Store::CheckRelease(std::uint32_t number, std::string& chain,
                           std::vector<std::string>& damage) {
  GAUZE_ASSIGN(Statement query,
               database_->Prepare("SELECT figures, files, sums, state, chain FROM releases WHERE "
                                  "number = ?"));
  GAUZE_ASSIGN(const bool found, query.Bind(1, std::int64_t{number}).Step());
  if (!found) {
    damage.push_back(fmt::format("ledger.db: release {} is missing", number));
    return {};
  }
  chain = Link(chain, query.Text(0), query.Text(1), query.Text(2), query.Text(3));
  if (chain != query.Text(4)) {
    damage.push_back(fmt::format("ledger.db: the record of release {} was changed", number));
    chain = query.Text(4);  // later ones are judged by themselves
    return {};
  }
  GAUZE_ASSIGN(const std::uint32_t count, ReleaseCount());
  for (const FileRecord& file : FilesOf(Json::parse(query.Text(1)))) {
    if (file.lasting || number + 1 == count) CheckFile(folder_, file, damage);
  }
  return {};
}

Status Store::CheckSums(std::uint32_t count, std::vector<std::string>& damage) {
  GAUZE_ASSIGN(const Sums recorded, SumsOf(count));
  Sums found;
  GAUZE_ASSIGN(Statement keys, database_->Prepare("SELECT digest FROM keys"));
  for (;;) {
    GAUZE_ASSIGN(const bool more, keys.Step());
    if (!more) break;
    found.keys.Add(keys.Bytes(0));
  }
  GAUZE_ASSIGN(Statement values, database_->Prepare("SELECT name, value FROM seen"));
  for (;;) {
    GAUZE_ASSIGN(const bool more, values.Step());
    if (!more) break;
    found.values.Add(DigestOfValue(values.Text(0), values.Text(1)));
  }
  if (!(found.keys == recorded.keys)) {
    damage.emplace_back("ledger.db: the keys of records were changed");
  }
  if (!(found.values == recorded.values)) {
    damage.emplace_back("ledger.db: the values seen so far were changed");
  }
  return {};
}

Result<std::vector<std::string>> Store::Damage() {
  std::vector<std::string> damage;
  GAUZE_ASSIGN(Statement whole, database_->Prepare("PRAGMA integrity_check"));
  GAUZE_ASSIGN(const bool any, whole.Step());
  if (!any || whole.Text(0) != "ok") damage.emplace_back("ledger.db: its pages are damaged");
  GAUZE_ASSIGN(const std::uint32_t count, ReleaseCount());
  std::string chain = Digest(about_.dump());
  for (std::uint32_t number = 0; number < count; ++number) {
    GAUZE_TRY(CheckRelease(number, chain, damage));
  }
  GAUZE_TRY(CheckSums(count, damage));
  GAUZE_ASSIGN(Statement state, database_->Prepare("SELECT text FROM state"));
  GAUZE_ASSIGN(const bool kept, state.Step());
  GAUZE_ASSIGN(Statement last, database_->Prepare("SELECT state FROM releases WHERE number = ?"));
  GAUZE_ASSIGN(const bool released, last.Bind(1, std::int64_t{count} - 1).Step());
  if (released && last.Text(0) != (kept ? Digest(state.Text(0)) : "")) {
    damage.emplace_back("ledger.db: what the method keeps was changed");
  }
  return damage;
}

}  // namespace gauze::ledger
