#include "gauze/ledger/append/ledger.h"

#include <fmt/format.h>
#include <sodium.h>

#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/ledger/append/ledger_policy.h"
#include "gauze/ledger/append/ledger_state.h"
#include "gauze/ledger/append/publication.h"
#include "gauze/ledger/method.h"
#include "gauze/ledger/store.h"
#include "gauze/release/files/private_folder.h"
#include "gauze/release/input/input.h"
#include "gauze/release/inspect/verify_release.h"
#include "gauze/transform/constraints.h"

namespace gauze {
namespace {

using ledger::ReleaseRecord;
using ledger::Store;

// Keys are kept as digests that nobody can try out without the ledger.
std::string Salt() {
  std::array<unsigned char, 16> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::string hex;
  for (const unsigned char byte : bytes) hex += fmt::format("{:02x}", byte);
  return hex;
}

Result<std::string> WaitingFiles(const Store& store, const ReleaseRecord& last) {
  std::string files;
  for (const ledger::FileRecord& file : last.files) {
    if (file.lasting || file.path.find("-waiting/") == std::string::npos) continue;
    GAUZE_TRY(store.CheckFile(file));
    files = store.Path(std::filesystem::path(file.path).parent_path().string()) + "/**/*.parquet";
  }
  return files;
}

// Rows that wait, by the release that they came for.
Result<Json> Ages(Database& database, const std::string& waiting) {
  Json ages = Json::array();
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format("SELECT {0}::BIGINT, count(*) FROM read_parquet({1}) "
                                         "GROUP BY ALL ORDER BY 1",
                                         QuoteName(kSince), QuoteText(waiting))));
  for (const auto& row : rows) {
    ages.push_back({{"since", std::stoul(*row[0])}, {"rows", std::stoull(*row[1])}});
  }
  return ages;
}

// Would all who wait be a class together? If not, what they lack.
Result<std::string> WhyWaiting(Database& database, const Policy& policy, Store& store,
                               const std::string& waiting, std::uint32_t number,
                               Progress& progress) {
  const Policy staged = StagedPolicy(policy, waiting);
  InputOptions reading;
  for (const PolicyAttribute& attribute : staged.attributes) {
    GAUZE_ASSIGN(reading.known[attribute.attribute.name], store.Values(attribute.attribute.name));
  }
  GAUZE_ASSIGN(const Scratch scratch,
               Scratch::Open(std::filesystem::temp_directory_path().string()));
  reading.folder = scratch.folder();
  GAUZE_ASSIGN(Input input, ReadInput(database, staged, reading, progress));
  GAUZE_ASSIGN(const ClassMaker maker, ClassMaker::Start(policy, store, number, input, false));
  return maker.WhyNotTogether(input.schema);
}

Result<Json> StatusOf(Store& store, Progress& progress) {
  GAUZE_ASSIGN(const std::uint32_t count, store.ReleaseCount());
  Json status = {{"method", store.about().at("method")}, {"releases", count}};
  if (count == 0) return status;
  GAUZE_ASSIGN(const ReleaseRecord last, store.Release(count - 1));
  for (const char* name : {"came", "released", "classes", "waiting", "sealed"}) {
    status[name] = last.figures.at(name);
  }
  GAUZE_ASSIGN(const Policy policy, LedgerPolicy(store));
  double loss = 0;
  const auto sums = LossIn(last.figures, policy).Sums();
  for (const double sum : sums) loss += sum;
  const auto released = last.figures.at("released").get<double>();
  status["loss"] = released > 0 ? loss / released / static_cast<double>(sums.size()) : 0;
  GAUZE_ASSIGN(const std::string waiting, WaitingFiles(store, last));
  if (waiting.empty()) return status;
  GAUZE_ASSIGN(Database database, Database::Open({1, ""}));
  GAUZE_ASSIGN(status["waiting_since"], Ages(database, waiting));
  GAUZE_ASSIGN(status["why"], WhyWaiting(database, policy, store, waiting, count, progress));
  return status;
}

// Adds what was checked of a release, and what is wrong with it.
void VerifyOne(const Store& store, const ReleaseRecord& release, unsigned threads, Json& checked,
               std::vector<std::string>& damage, Progress& progress) {
  const std::string folder = Store::ReleaseFolder(release.number);
  const Json manifest = ParseJson(ReadFile(store.Find(folder) + "/manifest.json").value_or(""));
  // Nothing was released yet, or nothing new.
  if (manifest.is_object() && manifest.value("rows", Json()) == 0) return;
  const auto report = VerifyRelease({.target = store.Find(folder), .threads = threads}, progress);
  if (!report) {
    const Error& error = report.error();
    damage.push_back(error.where.empty() ? fmt::format("{}: {}", folder, error.message)
                                         : fmt::format("{}: {}", error.where, error.message));
    return;
  }
  for (const Verdict& one : report->verification.verdicts) {
    checked["claims"].push_back({{"claim", one.claim}, {"holds", one.holds}});
    if (!one.holds) damage.push_back(fmt::format("{}: {} does not hold", folder, one.claim));
  }
}

}  // namespace

Status InitLedger(const std::string& policy, const std::string& folder) {
  GAUZE_ASSIGN(Json about, DescribeLedger(policy, folder));
  about["salt"] = Salt();
  return Store::Create(folder, about);
}

Result<Json> LedgerStatus(const std::string& folder, Progress& progress) {
  for (;;) {
    GAUZE_ASSIGN(Store store, Store::Open(folder, Store::Mode::kRead));
    auto status = StatusOf(store, progress);
    if (status) return status;
    // Others may have appended meanwhile, and removed the files that were being read.
    const auto grown = store.HasGrown();
    if (!grown || !*grown) return status;
  }
}

Result<Json> LedgerLog(const std::string& folder) {
  GAUZE_ASSIGN(Store store, Store::Open(folder, Store::Mode::kRead));
  GAUZE_ASSIGN(const auto releases, store.Releases());
  Json log = Json::array();
  for (const ReleaseRecord& release : releases) {
    Json line = {{"release", release.number}};
    for (const char* name : {"batch", "new", "released", "classes", "waiting", "sealed"}) {
      line[name] = release.figures.at(name);
    }
    log.push_back(std::move(line));
  }
  return log;
}

Result<LedgerVerdict> VerifyLedger(const std::string& folder, unsigned threads,
                                   Progress& progress) {
  GAUZE_ASSIGN(Store store, Store::Open(folder, Store::Mode::kRead));
  LedgerVerdict verdict;
  GAUZE_ASSIGN(verdict.damage, store.Damage());
  verdict.releases = Json::array();
  GAUZE_ASSIGN(const std::uint32_t count, store.ReleaseCount());
  for (std::uint32_t number = 0; number < count; ++number) {
    const auto release = store.Release(number);
    if (!release) continue;  // among the damage
    Json checked = {{"release", number}, {"claims", Json::array()}};
    VerifyOne(store, *release, threads, checked, verdict.damage, progress);
    verdict.releases.push_back(std::move(checked));
  }
  verdict.holds = verdict.damage.empty();
  return verdict;
}

}  // namespace gauze
