#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "gauze/base/digest.h"
#include "gauze/base/json.h"
#include "gauze/ledger/store.h"
#include "gauze/ledger/store_records.h"

namespace gauze::ledger {
namespace fs = std::filesystem;
namespace {

// A writer moves a release to its place right after the commit.
constexpr int kMoments = 50;
constexpr std::chrono::milliseconds kMoment{20};

}  // namespace

std::string Store::Find(const std::string& relative) const {
  std::error_code error;
  constexpr std::string_view kReleases = "releases/";
  if (relative.starts_with(kReleases) && !fs::exists(Path(relative), error)) {
    const std::string staged = Path("staged/" + relative.substr(kReleases.size()));
    if (fs::exists(staged, error)) return staged;
  }
  return Path(relative);
}

Status Store::CheckTables() {
  GAUZE_ASSIGN(Statement query, database_->Prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT "
                                                   "NULL ORDER BY rowid"));
  std::string tables = "\n";
  for (;;) {
    GAUZE_ASSIGN(const bool more, query.Step());
    if (!more) break;
    tables += query.Text(0) + ";\n";
  }
  if (tables != kTables) return Damaged("the ledger's tables were changed", Path(kDatabase));
  return {};
}

Status Store::ReadAbout() {
  GAUZE_ASSIGN(Statement query, database_->Prepare("SELECT format, text, digest FROM about"));
  GAUZE_ASSIGN(const bool found, query.Step());
  if (!found) return Damaged("the ledger's description is missing", Path(kDatabase));
  if (query.Integer(0) != kFormat) {
    return InputError(fmt::format("the ledger has format {}, but this program reads format {}",
                                  query.Integer(0), kFormat),
                      folder_, "use the version of Gauze that wrote it, or a newer one");
  }
  about_ = Json::parse(query.Text(1), nullptr, false);
  if (about_.is_discarded() || Digest(query.Text(1)) != query.Text(2)) {
    return Damaged("the ledger's description was changed", Path(kDatabase));
  }
  return {};
}

std::uint32_t Store::Published() const {
  std::uint32_t count = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(Path("releases"), error)) {
    const std::string name = entry.path().filename().string();
    if (name.empty() || name.size() > 9 || name.find_first_not_of("0123456789") != name.npos) {
      continue;
    }
    count = std::max(count, static_cast<std::uint32_t>(std::stoul(name)) + 1);
  }
  return count;
}

Status Store::CheckPublished(std::uint32_t published) {
  GAUZE_ASSIGN(const std::uint32_t count, ReleaseCount());
  if (published > count) {
    return Damaged(fmt::format("release {} is published, but missing from the ledger's records",
                               published - 1),
                   Path(kDatabase));
  }
  std::error_code error;
  for (int i = 0; count > published && i < kMoments && lock_ == nullptr; ++i) {
    if (fs::exists(Path(ReleaseFolder(count - 1)), error)) break;
    std::this_thread::sleep_for(kMoment);
  }
  return {};
}

Result<std::uint32_t> Store::ReleaseCount() {
  // They are numbered one after the other; to count them, all would be read.
  GAUZE_ASSIGN(Statement query,
               database_->Prepare("SELECT coalesce(max(number) + 1, 0) FROM releases"));
  GAUZE_TRY(query.Step());
  return static_cast<std::uint32_t>(query.Integer(0));
}

Result<std::string> Store::LinkBefore(std::uint32_t number) {
  if (number == 0) return Digest(about_.dump());
  GAUZE_ASSIGN(Statement query, database_->Prepare("SELECT chain FROM releases WHERE number = ?"));
  GAUZE_TRY(query.Bind(1, std::int64_t{number} - 1).Step());
  return query.Text(0);
}

Result<ReleaseRecord> Store::Release(std::uint32_t number) {
  GAUZE_ASSIGN(const std::string former, LinkBefore(number));
  GAUZE_ASSIGN(Statement query,
               database_->Prepare("SELECT figures, files, sums, state, chain FROM releases WHERE "
                                  "number = ?"));
  GAUZE_ASSIGN(const bool found, query.Bind(1, std::int64_t{number}).Step());
  if (!found) {
    return Damaged(fmt::format("the record of release {} is missing", number), Path(kDatabase));
  }
  const std::string link = Link(former, query.Text(0), query.Text(1), query.Text(2), query.Text(3));
  if (link != query.Text(4)) {
    return Damaged(fmt::format("the record of release {} was changed", number), Path(kDatabase));
  }
  return ReleaseRecord{number, Json::parse(query.Text(0)), FilesOf(Json::parse(query.Text(1)))};
}

Result<std::vector<ReleaseRecord>> Store::Releases() {
  GAUZE_ASSIGN(const std::uint32_t count, ReleaseCount());
  std::vector<ReleaseRecord> releases;
  for (std::uint32_t number = 0; number < count; ++number) {
    GAUZE_ASSIGN(ReleaseRecord release, Release(number));
    releases.push_back(std::move(release));
  }
  return releases;
}

Result<std::vector<std::string>> Store::Values(const std::string& column) {
  GAUZE_ASSIGN(Statement query,
               database_->Prepare("SELECT value FROM seen WHERE name = ? ORDER BY value"));
  query.Bind(1, column);
  std::vector<std::string> values;
  for (;;) {
    GAUZE_ASSIGN(const bool more, query.Step());
    if (!more) return values;
    values.push_back(query.Text(0));
  }
}

Result<Json> Store::State() {
  GAUZE_ASSIGN(const std::uint32_t count, ReleaseCount());
  if (count == 0) return Json();
  GAUZE_ASSIGN(Statement last, database_->Prepare("SELECT state FROM releases WHERE number = ?"));
  GAUZE_TRY(last.Bind(1, std::int64_t{count} - 1).Step());
  GAUZE_ASSIGN(Statement query, database_->Prepare("SELECT text FROM state"));
  GAUZE_ASSIGN(const bool found, query.Step());
  if (last.Text(0) != (found ? Digest(query.Text(0)) : "")) {
    return Damaged("the method's state was changed", Path(kDatabase));
  }
  return found ? Json::parse(query.Text(0)) : Json();
}

Result<TableSums> Store::SumsOf(std::uint32_t count) {
  if (count == 0) return TableSums{};
  GAUZE_ASSIGN(Statement query, database_->Prepare("SELECT sums FROM releases WHERE number = ?"));
  GAUZE_TRY(query.Bind(1, std::int64_t{count} - 1).Step());
  try {
    return SumsFrom(Json::parse(query.Text(0)));
  } catch (const Json::exception&) {
    return Damaged("the record of the last release was changed", Path(kDatabase));
  }
}

Result<TableSum> Store::SumOfKeys() {
  TableSum sum;
  GAUZE_ASSIGN(Statement keys, database_->Prepare("SELECT digest FROM keys"));
  for (;;) {
    GAUZE_ASSIGN(const bool more, keys.Step());
    if (!more) return sum;
    sum.Add(keys.Bytes(0));
  }
}

Result<TableSum> Store::SumOfValues() {
  TableSum sum;
  GAUZE_ASSIGN(Statement values, database_->Prepare("SELECT name, value FROM seen"));
  for (;;) {
    GAUZE_ASSIGN(const bool more, values.Step());
    if (!more) return sum;
    sum.Add(DigestOfValue(values.Text(0), values.Text(1)));
  }
}

Result<bool> Store::HasGrown() {
  GAUZE_ASSIGN(const std::uint32_t seen, ReleaseCount());
  // Another connection: this one goes on seeing what it saw first.
  GAUZE_ASSIGN(Connection now, Connection::Open(Path(kDatabase), Connection::Mode::kRead));
  GAUZE_ASSIGN(Statement query, now.Prepare("SELECT 1 FROM releases WHERE number >= ?"));
  return query.Bind(1, std::int64_t{seen}).Step();
}

Status Store::CheckFile(const FileRecord& file) const {
  std::error_code error;
  const std::string path = Find(file.path);
  if (!fs::exists(path, error)) return Damaged(file.path + " is missing", folder_);
  const auto digest = DigestFile(path);
  if (!digest || *digest != file.digest) {
    return Damaged(file.path + " differs from what was written", folder_);
  }
  return {};
}

}  // namespace gauze::ledger
