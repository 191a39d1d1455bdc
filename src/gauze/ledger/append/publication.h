#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/ledger/method.h"
#include "gauze/ledger/store.h"
#include "gauze/policy/policy.h"
#include "gauze/release/input/input.h"
#include "gauze/release/run/run.h"
#include "gauze/release/run/write_release.h"

namespace gauze {

// A file of the ledger, with its digest. A staged release is recorded under its later name.
Result<ledger::FileRecord> RecordFile(const ledger::Store& store, const std::string& path);

// What a ledger gives out after a batch: data, what of it is new, a manifest, and what completes
// it. Made in the staged folder, where the new rows lie already.
//
//   publish: full    data.csv and delta.csv, or data/part-….parquet, those of the former release
//                    among them as links; the manifest names what is new
//   publish: delta   the new rows alone
class Publication {
 public:
  Publication(const Policy& policy, const ledger::Store& store, const ledger::ReleaseRecord* last,
              std::uint32_t number);

  struct Parts {
    Input& input;
    const VerifiedRelease& verified;  // of the new rows, if there are any
    const ReleaseWriting& writing;
    std::uint64_t came = 0;     // rows of the batch
    std::uint64_t waiting = 0;  // rows after it
    bool sealed = false;
    const Completion& complete;
  };
  struct Published {
    Json figures;  // of everything so far
    std::vector<ledger::FileRecord> files;
  };
  Result<Published> Make(const Parts& parts);

 private:
  // Where former rows stay as they are, and are given out again.
  bool Continues() const;
  Status ReadFormer();
  Status JoinCsv(bool any);
  Status JoinParquet(const std::vector<std::string>& fresh);
  Result<Json> ManifestOf(const Parts& parts, const Json& figures);
  // Names of what was added, relative to the folder.
  Result<std::vector<std::string>> Complete(const Parts& parts, const Json& manifest,
                                            const Json& figures);

  const Policy& policy_;
  const ledger::Store& store_;
  const ledger::ReleaseRecord* last_;
  std::uint32_t number_;
  const ledger::MethodEntry& method_;
  std::string folder_;  // staged
  std::string former_;  // the last release
  Json former_manifest_ = Json::object();
  std::vector<std::string> data_;   // of the release, relative to it
  std::vector<std::string> delta_;  // of them, or beside them: what is new
  std::size_t linked_ = 0;          // the first of data_, which an earlier release has recorded
};

// What everything that was released has lost, by the figures of a release.
ReleasedLoss LossIn(const Json& figures, const Policy& policy);

}  // namespace gauze
