#include "gauze/ledger/store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/ledger/store_records.h"

namespace gauze::ledger {
namespace fs = std::filesystem;
namespace {

constexpr const char* kDatabase = "ledger.db";

constexpr const char* kTables = R"(
CREATE TABLE about (id INTEGER PRIMARY KEY, format INTEGER, text TEXT);
CREATE TABLE releases (number INTEGER PRIMARY KEY, figures TEXT, files TEXT, sums TEXT,
                       state TEXT, chain TEXT);
CREATE TABLE keys (digest BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE seen (name TEXT, value TEXT, PRIMARY KEY (name, value)) WITHOUT ROWID;
CREATE TABLE state (id INTEGER PRIMARY KEY, text TEXT);
)";

tl::unexpected<Error> NoLedger(const std::string& folder) {
  return InputError("this is not a ledger", folder,
                    "make one with: gauze ledger init policy.yaml DIRECTORY");
}

tl::unexpected<Error> Damaged(const std::string& what, const std::string& where) {
  return tl::unexpected(Error{ErrorCode::kPromise, what, where,
                              "restore the ledger from a copy; gauze ledger verify tells more"});
}

}  // namespace

Store::Lock::~Lock() {
  if (file >= 0) close(file);
}

Store::~Store() = default;

std::string Store::ReleaseFolder(std::uint32_t number) {
  return fmt::format("releases/{:06}", number);
}

Status Store::Create(const std::string& folder, const Json& about) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
    return InputError("the folder is not empty", folder, "choose a new one for the ledger");
  }
  fs::create_directories(folder, error);
  for (const char* inner : {"private", "releases", "staged"}) {
    fs::create_directories(fs::path(folder) / inner, error);
  }
  if (error || chmod(folder.c_str(), 0700) != 0) {
    return ResourceError("the ledger's folder cannot be made", folder, "look at its permissions");
  }
  const std::string path = folder + "/" + kDatabase;
  // Under another name until it is whole.
  const std::string young = path + ".new";
  {
    GAUZE_ASSIGN(Connection database, Connection::Open(young, Connection::Mode::kCreate));
    chmod(young.c_str(), 0600);
    GAUZE_TRY(database.Run(kTables));
    GAUZE_ASSIGN(Statement insert, database.Prepare("INSERT INTO about VALUES (0, ?, ?)"));
    GAUZE_TRY(insert.Bind(1, std::int64_t{kFormat}).Bind(2, about.dump()).Run());
  }
  GAUZE_TRY(SyncPath(young));
  fs::rename(young, path, error);
  if (error) return ResourceError("the ledger cannot be written", path, "look at the disk");
  return SyncPath(folder);
}

Result<Store> Store::Open(const std::string& folder, Mode mode) {
  Store store;
  store.folder_ = fs::path(folder).lexically_normal().string();
  std::error_code error;
  const std::string path = store.Path(kDatabase);
  if (!fs::exists(path, error)) return NoLedger(folder);
  if (mode == Mode::kWrite) {
    store.lock_ = std::make_unique<Lock>();
    store.lock_->file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (store.lock_->file < 0 || flock(store.lock_->file, LOCK_EX | LOCK_NB) != 0) {
      return ResourceError("somebody else writes to the ledger", folder,
                           "wait until they are done, and append again");
    }
  }
  const auto how = mode == Mode::kWrite ? Connection::Mode::kWrite : Connection::Mode::kRead;
  GAUZE_ASSIGN(Connection database, Connection::Open(path, how));
  store.database_ = std::make_unique<Connection>(std::move(database));
  if (mode == Mode::kWrite) {
    GAUZE_TRY(store.database_->Run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"));
  }
  GAUZE_TRY(store.ReadAbout());
  if (mode == Mode::kWrite) GAUZE_TRY(store.Recover());
  return store;
}

Status Store::ReadAbout() {
  GAUZE_ASSIGN(Statement query, database_->Prepare("SELECT format, text FROM about"));
  GAUZE_ASSIGN(const bool found, query.Step());
  if (!found) return Damaged("the ledger does not say what it is", Path(kDatabase));
  if (query.Integer(0) != kFormat) {
    return InputError(fmt::format("the ledger has format {}, and this program reads format {}",
                                  query.Integer(0), kFormat),
                      folder_, "use the version of Gauze that wrote it, or a newer one");
  }
  about_ = Json::parse(query.Text(1), nullptr, false);
  if (about_.is_discarded()) return Damaged("what the ledger is about is damaged", folder_);
  return {};
}

Result<std::uint32_t> Store::ReleaseCount() {
  // They are numbered one after the other; to count them, all would be read.
  GAUZE_ASSIGN(Statement query,
               database_->Prepare("SELECT coalesce(max(number) + 1, 0) FROM releases"));
  GAUZE_TRY(query.Step());
  return static_cast<std::uint32_t>(query.Integer(0));
}

Result<ReleaseRecord> Store::Release(std::uint32_t number) {
  GAUZE_ASSIGN(Statement query,
               database_->Prepare("SELECT figures, files FROM releases WHERE number = ?"));
  GAUZE_ASSIGN(const bool found, query.Bind(1, std::int64_t{number}).Step());
  if (!found) return Damaged(fmt::format("release {} is not in the ledger", number), folder_);
  try {
    return ReleaseRecord{number, Json::parse(query.Text(0)), FilesOf(Json::parse(query.Text(1)))};
  } catch (const Json::exception&) {
    return Damaged(fmt::format("the record of release {} is damaged", number), folder_);
  }
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
  GAUZE_ASSIGN(Statement query, database_->Prepare("SELECT text FROM state"));
  GAUZE_ASSIGN(const bool found, query.Step());
  if (!found) return Json();
  Json state = Json::parse(query.Text(0), nullptr, false);
  if (state.is_discarded()) return Damaged("what the method keeps is damaged", folder_);
  return state;
}

Result<Store::Sums> Store::SumsOf(std::uint32_t count) {
  if (count == 0) return Sums{};
  GAUZE_ASSIGN(Statement query, database_->Prepare("SELECT sums FROM releases WHERE number = ?"));
  GAUZE_TRY(query.Bind(1, std::int64_t{count} - 1).Step());
  try {
    return SumsFrom(Json::parse(query.Text(0)));
  } catch (const Json::exception&) {
    return Damaged("the record of the last release is damaged", folder_);
  }
}

Status Store::Begin() {
  GAUZE_TRY(database_->Run("BEGIN IMMEDIATE"));
  GAUZE_ASSIGN(const std::uint32_t count, ReleaseCount());
  GAUZE_ASSIGN(sums_, SumsOf(count));
  GAUZE_ASSIGN(Statement query, database_->Prepare("SELECT text FROM state"));
  GAUZE_ASSIGN(const bool found, query.Step());
  state_ = found ? Digest(query.Text(0)) : "";
  return {};
}

Result<std::uint64_t> Store::AddKeys(std::span<const KeyDigest> keys) {
  GAUZE_ASSIGN(Statement insert, database_->Prepare("INSERT OR IGNORE INTO keys VALUES (?) "
                                                    "RETURNING 1"));
  std::uint64_t known = 0;
  for (const KeyDigest& key : keys) {
    GAUZE_ASSIGN(const bool added, insert.Bind(1, key).Step());
    if (!added) {
      ++known;
      continue;
    }
    GAUZE_TRY(insert.Run());  // to its end
    sums_.keys.Add(key);
  }
  return known;
}

Status Store::AddValues(const std::string& column, const std::vector<std::string>& values) {
  GAUZE_ASSIGN(Statement insert, database_->Prepare("INSERT OR IGNORE INTO seen VALUES (?, ?) "
                                                    "RETURNING 1"));
  for (const std::string& value : values) {
    GAUZE_ASSIGN(const bool added, insert.Bind(1, column).Bind(2, value).Step());
    if (!added) continue;
    GAUZE_TRY(insert.Run());
    sums_.values.Add(DigestOfValue(column, value));
  }
  return {};
}

Status Store::PutState(const Json& state) {
  const std::string text = state.dump();
  state_ = Digest(text);
  GAUZE_ASSIGN(Statement insert, database_->Prepare("INSERT OR REPLACE INTO state VALUES (0, ?)"));
  return insert.Bind(1, text).Run();
}

Status Store::AddRelease(const ReleaseRecord& release) {
  GAUZE_ASSIGN(const std::uint32_t count, ReleaseCount());
  Check(release.number == count, "releases are numbered one after the other");
  std::string former = Digest(about_.dump());
  if (count > 0) {
    GAUZE_ASSIGN(Statement query,
                 database_->Prepare("SELECT chain FROM releases WHERE number = ?"));
    GAUZE_TRY(query.Bind(1, std::int64_t{count} - 1).Step());
    former = query.Text(0);
  }
  const std::string figures = release.figures.dump();
  const std::string files = FilesJson(release.files).dump();
  const std::string sums = SumsJson(sums_).dump();
  GAUZE_ASSIGN(Statement insert,
               database_->Prepare("INSERT INTO releases VALUES (?, ?, ?, ?, ?, ?)"));
  return insert.Bind(1, std::int64_t{count})
      .Bind(2, figures)
      .Bind(3, files)
      .Bind(4, sums)
      .Bind(5, state_)
      .Bind(6, Link(former, figures, files, sums, state_))
      .Run();
}

Status Store::Commit() { return database_->Run("COMMIT"); }

Status Store::Publish(std::uint32_t number) {
  std::error_code error;
  const std::string target = Path(ReleaseFolder(number));
  if (fs::exists(target, error)) return {};
  fs::rename(Path(fmt::format("staged/{:06}", number)), target, error);
  if (error) {
    return ResourceError("the release is committed, but cannot be moved to its place", target,
                         "look at the disk; the next gauze append finishes it");
  }
  GAUZE_TRY(SyncPath(Path("releases")));
  return SyncPath(Path("staged"));
}

Status Store::Recover() {
  GAUZE_ASSIGN(const std::uint32_t count, ReleaseCount());
  std::vector<FileRecord> current;
  if (count > 0) {
    GAUZE_TRY(Publish(count - 1));
    GAUZE_ASSIGN(const ReleaseRecord last, Release(count - 1));
    current = last.files;
  }
  return RemoveLeftovers(current, count);
}

Status Store::RemoveLeftovers(const std::vector<FileRecord>& current, std::uint32_t count) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(Path("staged"), error)) {
    fs::remove_all(entry.path(), error);
  }
  // Names begin with the number of their release.
  for (const auto& entry : fs::directory_iterator(Path("private"), error)) {
    const std::string name = entry.path().filename().string();
    const std::string path = "private/" + name;
    const bool of_last = std::ranges::any_of(
        current, [&](const FileRecord& file) { return file.path.starts_with(path + "/"); });
    const bool young = name.substr(0, 6) >= fmt::format("{:06}", count);
    const bool passing = name.ends_with("-waiting") || name.ends_with("-state");
    const bool served = passing && !of_last;
    if (young || served) fs::remove_all(entry.path(), error);
  }
  return {};
}

}  // namespace gauze::ledger
