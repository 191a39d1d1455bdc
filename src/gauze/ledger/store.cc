#include "gauze/ledger/store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/owner.h"
#include "gauze/ledger/store_records.h"

namespace gauze::ledger {
namespace fs = std::filesystem;
namespace {

tl::unexpected<Error> NoLedger(const std::string& folder) {
  return InputError("this is not a ledger", folder,
                    "create one with: gauze ledger init policy.yaml DIRECTORY");
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
  GAUZE_TRY(CheckOurs(folder));
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
    return InputError("the folder is not empty", folder, "choose a new folder for the ledger");
  }
  fs::create_directories(folder, error);
  for (const char* inner : {"private", "releases", "staged"}) {
    fs::create_directories(fs::path(folder) / inner, error);
  }
  if (error || chmod(folder.c_str(), 0700) != 0) {
    return ResourceError("cannot create the ledger's folder", folder, "check its permissions");
  }
  const std::string path = folder + "/" + kDatabase;
  // Under another name until it is whole.
  const std::string young = path + ".new";
  {
    GAUZE_ASSIGN(Connection database, Connection::Open(young, Connection::Mode::kCreate));
    chmod(young.c_str(), 0600);
    GAUZE_TRY(database.Run(kTables));
    GAUZE_ASSIGN(Statement insert, database.Prepare("INSERT INTO about VALUES (0, ?, ?, ?)"));
    const std::string text = about.dump();
    GAUZE_TRY(insert.Bind(1, std::int64_t{kFormat}).Bind(2, text).Bind(3, Digest(text)).Run());
  }
  GAUZE_TRY(SyncPath(young));
  fs::rename(young, path, error);
  if (error) return ResourceError("the ledger cannot be written", path, "check the disk");
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
      return ResourceError("another process is writing to the ledger", folder,
                           "wait until it is done, and append again");
    }
  }
  // Before the database is looked at: what is published was committed before.
  const std::uint32_t published = store.Published();
  const auto how = mode == Mode::kWrite ? Connection::Mode::kWrite : Connection::Mode::kRead;
  GAUZE_ASSIGN(Connection database, Connection::Open(path, how));
  store.database_ = std::make_unique<Connection>(std::move(database));
  GAUZE_TRY(store.database_->Run(
      mode == Mode::kWrite ? "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL" : "BEGIN"));
  GAUZE_TRY(store.CheckTables());
  GAUZE_TRY(store.ReadAbout());
  GAUZE_TRY(store.CheckPublished(published));
  if (mode == Mode::kWrite) GAUZE_TRY(store.Recover());
  return store;
}

Status Store::Begin() {
  GAUZE_TRY(database_->Run("BEGIN IMMEDIATE"));
  GAUZE_ASSIGN(const std::uint32_t count, ReleaseCount());
  if (count > 0) GAUZE_TRY(Release(count - 1));
  GAUZE_ASSIGN(sums_, SumsOf(count));
  GAUZE_ASSIGN(const TableSum values, SumOfValues());
  if (!(values == sums_.values)) return Damaged(kValuesChanged, Path(kDatabase));
  GAUZE_ASSIGN(const Json state, State());
  state_ = state.is_null() ? "" : Digest(state.dump());
  return {};
}

Result<std::uint64_t> Store::AddKeys(std::span<const KeyDigest> keys) {
  GAUZE_ASSIGN(Statement insert, database_->Prepare("INSERT OR IGNORE INTO keys VALUES (?)"));
  std::uint64_t known = 0;
  for (const KeyDigest& key : keys) {
    GAUZE_TRY(insert.Bind(1, key).Run());
    if (database_->Changes() == 0) {
      ++known;
    } else {
      sums_.keys.Add(key);
    }
  }
  return known;
}

Status Store::AddValues(const std::string& column, const std::vector<std::string>& values) {
  GAUZE_ASSIGN(Statement insert, database_->Prepare("INSERT OR IGNORE INTO seen VALUES (?, ?)"));
  for (const std::string& value : values) {
    GAUZE_TRY(insert.Bind(1, column).Bind(2, value).Run());
    if (database_->Changes() > 0) sums_.values.Add(DigestOfValue(column, value));
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
  GAUZE_ASSIGN(const std::string former, LinkBefore(count));
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

void Store::Abandon() {
  // Both fail only where the next Open() does the same again.
  const Status rolled = database_->Run("ROLLBACK");
  const Status recovered = Recover();
  static_cast<void>(rolled && recovered);
}

Status Store::Publish(std::uint32_t number) {
  std::error_code error;
  const std::string target = Path(ReleaseFolder(number));
  if (fs::exists(target, error)) return {};
  const std::string staged = Path(fmt::format("staged/{:06}", number));
  if (!fs::exists(staged, error)) {
    return Damaged(fmt::format("release {} is missing", number), target);
  }
  fs::rename(staged, target, error);
  if (error) {
    return ResourceError("the release is committed, but cannot be moved into place", target,
                         "check the disk; the next gauze append completes it");
  }
  GAUZE_TRY(SyncPath(Path("releases")));
  return SyncPath(Path("staged"));
}

Status Store::Recover() {
  GAUZE_ASSIGN(const std::uint32_t count, ReleaseCount());
  if (count > 0) {
    GAUZE_TRY(Publish(count - 1));
    GAUZE_TRY(Release(count - 1));
  }
  RemoveLeftovers(count);
  return {};
}

// By name: there are as many folders in private/ as releases, and to list them would make every
// append dearer than the one before. What was never committed has the next number. What has served
// is of the release before the last: when that one was the last, this removed what was before.
void Store::RemoveLeftovers(std::uint32_t count) const {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(Path("staged"), error)) {
    fs::remove_all(entry.path(), error);
  }
  const auto remove = [&](std::uint32_t number, const char* what) {
    fs::remove_all(Path(fmt::format("private/{:06}-{}", number, what)), error);
  };
  for (const char* what : {"records", "state", "waiting"}) remove(count, what);
  if (count < 2) return;
  for (const char* what : {"state", "waiting"}) remove(count - 2, what);
}

}  // namespace gauze::ledger
