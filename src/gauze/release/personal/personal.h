#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/policy/policy.h"
#include "gauze/release/input/input.h"
#include "gauze/release/personal/vault_rows.h"
#include "gauze/transform/personal/disguise.h"
#include "gauze/verify/verify.h"

namespace gauze {

// What a policy's `personal` section does in one run: disguises for its columns, the vault that
// fills up as rows are written, the claims that the file is judged by. Policy and input must
// outlive it.
class PersonalRun {
 public:
  // Fails when a row can't be disguised, and when the server's key can't be read.
  static Result<PersonalRun> Start(Database& database, const Policy& policy, const Input& input);

  const std::vector<Disguise>& disguises() const { return *disguises_; }
  const Disguise* Find(std::size_t attribute) const;

  // Rows as they are written.
  Status Add(const ReleasedTable& table) { return rows_->Add(table); }

  // What the file must keep beside the policy's promises, judged by the source, too.
  std::vector<Claim> Claims() const;

  // Ends the run: `files` are the data of the release. Its section of the manifest, and the sealed
  // vault. The section names the vault by its digest.
  struct Sealed {
    Json section;
    std::string vault;
  };
  Result<Sealed> Seal(const std::vector<std::string>& files);

 private:
  PersonalRun(const Policy& policy, const CodedTable& schema, std::vector<Disguise> disguises,
              const VaultPublicKey& server);

  const Policy* policy_;
  const CodedTable* schema_;
  VaultPublicKey server_;
  std::unique_ptr<std::vector<Disguise>> disguises_;  // in one place: the rows refer to it
  std::unique_ptr<VaultRows> rows_;
};

// Personal releases go with class models: what else a policy may not ask for at the same time.
Status CheckPersonal(const Policy& policy);

// The same claims for a finished release, by its manifest or its policy alone.
std::vector<Claim> PersonalClaims(const std::vector<PersonalSection::Column>& columns,
                                  const std::vector<std::string>& hidden);
// The columns of a manifest's section; nothing of them but what is needed to judge a file.
std::vector<PersonalSection::Column> PersonalColumnsFrom(const Json& section);

// Said on every output.
inline constexpr const char* kPersonalNote =
    "this release is pseudonymised, not anonymous: aliases keep how frequent values are and grades "
    "keep their order, so somebody who knows these of the original can undo them";

// Sentences for a data officer: where safe aliases hide nothing.
std::vector<std::string> PersonalWarnings(const Policy& policy, const CodedTable& schema);

}  // namespace gauze
