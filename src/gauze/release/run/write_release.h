#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/profile/uniqueness.h"
#include "gauze/engine/write/release_sample.h"
#include "gauze/policy/policy.h"
#include "gauze/release/files/journal.h"
#include "gauze/release/manifest/manifest.h"
#include "gauze/release/personal/personal.h"
#include "gauze/release/promise/claims.h"
#include "gauze/release/rows/released_loss.h"
#include "gauze/release/run/region_pipeline.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/verify/verify.h"

namespace gauze {

class SortedRuns;

// Everything a release is verified by, from the files just written.
struct VerifiedRelease {
  Verification verification;
  Verification file;  // the same, or less where a private copy had to be verified that carries more
  std::vector<VerifiedColumn> columns;
  // By column, of those whose classes are compared with a reference: values that this release or
  // the ledger shows. A reader needs their names, and must not learn of others.
  std::map<std::string, std::vector<std::string>> shown;
  std::vector<Json> settings;  // one per promise, for those about the table as a whole
};

// A release on its way from regions to files in `folder`, and back through the verifier. `scratch`
// is for files that are never published. All must outlive it.
class ReleaseWriting {
 public:
  ReleaseWriting(const Policy& policy, const CodedTable& schema, std::string folder,
                 std::string scratch, Database& database, Progress& progress);

  // For a ledger: a column that is not published, and somebody who sees each region on its way.
  // A release may then be empty: there are no files.
  struct LedgerHooks {
    std::string hidden;
    // By column, for models that compare: rows per code of what classes are compared with instead
    // of the file. People who are not released may be among them.
    std::map<std::string, std::vector<std::uint64_t>> references;
    // By column that is compared: values that earlier releases show.
    std::map<std::string, std::vector<std::string>> shown;
    std::function<Status(const RegionPipeline::Made& made)> see;
  };
  void SetLedgerHooks(LedgerHooks hooks) { hooks_ = std::move(hooks); }

  // Columns are shown as `personal` says, and it sees the rows on their way.
  void SetPersonal(PersonalRun* personal) { personal_ = personal; }

  // A sample of the rows is wanted, if they are many.
  void KeepSample() { keeps_sample_ = true; }

  // Regions in order; what an earlier run has made durable is not made again.
  Status Write(RegionPipeline& pipeline, Journal& journal, std::uint64_t rows);

  // Reads the files back.
  Result<VerifiedRelease> Verify(std::uint64_t id_bytes);

  // In a cluster others write: what a worker found out about its region, and the place of all rows
  // when they are there (OpenSource). Regions in order.
  Json Report() const;
  void Adopt(const Json& report);
  // A part of the release is verified by itself, and this is how many rows it must have.
  void ExpectRows(std::uint64_t rows) { rows_ = rows; }
  // What was found in parts that together have all rows, and whole classes each. Only for promises
  // about single classes, each by itself, whose persons have one row.
  Result<VerifiedRelease> JoinVerified(const std::vector<Verification>& parts);
  void SetPaths(std::vector<std::string> paths, std::vector<std::string> copy_paths) {
    paths_ = std::move(paths);
    copy_paths_ = std::move(copy_paths);
  }

  const std::vector<std::string>& files() const { return files_; }
  const std::vector<std::string>& paths() const { return paths_; }
  const std::vector<std::string>& copy_paths() const { return copy_paths_; }
  std::uint64_t rows() const { return rows_; }
  const ReleasedLoss& loss() const { return loss_; }
  const std::vector<std::vector<StepFigure>>& figures() const { return figures_; }
  const std::vector<StepFigure>& transform_figures() const { return transform_figures_; }
  double write_seconds() const { return write_seconds_; }
  // Nothing if others have written the rows.
  const std::optional<Uniqueness>& uniqueness() const { return uniqueness_; }
  // Null: there is none, or not one of all rows; they can be read in the files.
  const std::shared_ptr<const SampledRelease>& sample() const { return sample_; }

 private:
  Status See(const RegionPipeline::Made& made, std::uint64_t released, Journal& journal);
  Status WriteFiles(SortedRuns& runs);
  void Account(const ReleasedLoss& loss, std::uint64_t rows);
  // Of all promises about the column: a manifest describes it once.
  ColumnUse UseOf(std::size_t attribute) const;
  FileUnderTest File(std::uint64_t id_bytes) const;
  struct Claimed {
    std::vector<Claim> claims;
    std::vector<Claim> in_file;  // those that the file shows enough for
  };
  // Describes columns and settings in `verified`.
  Result<Claimed> MakeClaims(const FileUnderTest& file, VerifiedRelease& verified);
  Result<std::vector<bool>> ShownOf(const FileUnderTest& file, std::size_t index) const;
  // Promises about persons, or about values that are shown by aliases and grades, need what is
  // never published: a private copy of the release carries it, is shown to be the release row for
  // row, and is verified in its place.
  bool NeedsCopy() const;
  static std::string OwnName(const std::string& column);
  ReleasedTable PrivateCopy(const ReleasedTable& table) const;
  Result<Verification> VerifyCopy(const FileUnderTest& file, const std::vector<Claim>& claims);

  const Policy& policy_;
  const CodedTable& schema_;
  std::string folder_;
  std::string scratch_;
  Database& database_;
  Progress& progress_;
  std::vector<std::string> files_;
  std::vector<std::string> paths_;       // of the same
  std::vector<std::string> copy_paths_;  // of the private copy, if there is one
  std::uint64_t rows_ = 0;
  ReleasedLoss loss_;
  std::vector<ReleasedLoss> losses_;  // of each region: added up in another order, sums differ
  double write_seconds_ = 0;
  std::optional<Uniqueness> uniqueness_;
  bool keeps_sample_ = false;
  std::shared_ptr<const SampledRelease> sample_;
  bool persons_;
  std::vector<StepFigure> transform_figures_;
  std::vector<std::vector<StepFigure>> figures_;  // of each step
  std::optional<LedgerHooks> hooks_;
  PersonalRun* personal_ = nullptr;
};

// All promises hold; otherwise the release is not published.
Status CheckVerdicts(const Verification& verification);

// The measures of a release.
ReleaseShape ShapeOf(const Policy& policy, const CodedTable& schema, std::uint64_t rows_in,
                     const Verification& verification, const std::vector<double>& loss);

}  // namespace gauze
