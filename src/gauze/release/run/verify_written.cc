#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>

#include "gauze/base/json.h"
#include "gauze/engine/write/release_writer.h"
#include "gauze/model/class_model.h"
#include "gauze/release/promise/claims.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/release/rows/released.h"
#include "gauze/release/run/write_release.h"
#include "gauze/verify/open_file.h"
#include "gauze/verify/spelling_sql.h"

namespace gauze {

ColumnUse ReleaseWriting::UseOf(std::size_t attribute) const {
  const std::string& name = schema_.table.attributes[attribute].name;
  ColumnUse use;
  use.places = std::ranges::any_of(policy_.protect, [&](const PolicyEntry& entry) {
    const ModelEntry* model = FindModel(entry.descriptor->name);
    return model != nullptr && model->looks_at_places != nullptr &&
           ClaimedAttribute(entry) == name && model->looks_at_places(entry.parameters);
  });
  if (hooks_ && hooks_->references.contains(name)) use.reference = hooks_->references.at(name);
  return use;
}

namespace {

tl::unexpected<Error> OtherRows() {
  return tl::unexpected(Error{ErrorCode::kPromise,
                              "the file that was written does not have the rows it should", "",
                              "this is a bug in Gauze: please report it"});
}

// What was found of one claim in another part of the same release, where a part has whole classes.
void JoinVerdict(const Verdict& more, bool largest, Verdict& verdict) {
  const bool worse =
      largest ? more.worst_value > verdict.worst_value : more.worst_value < verdict.worst_value;
  if (worse || (more.worst_value == verdict.worst_value && more.worst_rows < verdict.worst_rows)) {
    verdict.worst_value = more.worst_value;
    verdict.worst_rows = more.worst_rows;
  }
  verdict.holds = verdict.holds && more.holds;
  verdict.failing_classes += more.failing_classes;
}

}  // namespace

FileUnderTest ReleaseWriting::File(std::uint64_t id_bytes) const {
  FileUnderTest file{.paths = paths_, .dialect = {.delimiter = ","}};
  file.id_bytes = id_bytes;
  for (const std::size_t attribute : schema_.table.WithRole(Role::kQuasiIdentifying)) {
    for (std::string& name : ReleasedNames(schema_, attribute, policy_.ranges)) {
      file.quasi_identifiers.push_back(std::move(name));
    }
  }
  return file;
}

Result<ReleaseWriting::Claimed> ReleaseWriting::MakeClaims(const FileUnderTest& file,
                                                           VerifiedRelease& verified) {
  Claimed claimed;
  auto& [claims, in_file] = claimed;
  for (const PolicyEntry& entry : policy_.protect) {
    verified.settings.emplace_back();
    if (const TablePromiseEntry* table = FindTablePromise(entry.descriptor->name)) {
      GAUZE_ASSIGN(Json settings, table->settings(policy_, entry, {database_, file, schema_}));
      verified.settings.back() = settings;
      claims.push_back(MakeTableClaim(entry, std::move(settings)));
      in_file.push_back(claims.back());
      continue;
    }
    const std::string attribute = ClaimedAttribute(entry);
    if (attribute.empty()) {
      claims.push_back(MakeClaim(entry, nullptr));
      in_file.push_back(claims.back());
      continue;
    }
    const std::size_t index = schema_.table.Find(attribute);
    const bool disguised = personal_ != nullptr && personal_->Find(index) != nullptr;
    const ColumnUse use = UseOf(index);
    const Domain& domain = schema_.table.domains[index];
    std::vector<bool> shown(domain.size(), true);
    if (!disguised && (use.places || !use.reference.empty())) {
      GAUZE_ASSIGN(shown, ShownOf(file, index));
    }
    if (!use.reference.empty()) {
      auto& values = verified.shown[attribute];
      values.clear();
      for (Code code = 0; code < domain.value_count(); ++code) {
        if (shown[code]) values.push_back(domain[code].text);
      }
    }
    verified.columns.push_back(DescribeColumn(schema_, index, shown, use));
    if (disguised) verified.columns.back().name = OwnName(attribute);
    claims.push_back(
        MakeClaim(entry, &verified.columns.back(), DescribeKnowledge(schema_, entry), persons_));
    // The file does not tell persons apart: what they have is only verified in the copy.
    if (!disguised && !persons_) in_file.push_back(claims.back());
  }
  return claimed;
}

Result<VerifiedRelease> ReleaseWriting::Verify(std::uint64_t id_bytes) {
  const FileUnderTest file = File(id_bytes);
  VerifiedRelease verified;
  GAUZE_ASSIGN(Claimed claimed, MakeClaims(file, verified));
  auto& [claims, in_file] = claimed;
  const std::size_t promises = in_file.size();
  if (personal_ != nullptr) {
    for (Claim& claim : personal_->Claims()) in_file.push_back(std::move(claim));
  }
  GAUZE_ASSIGN(verified.verification, VerifyFile(database_, file, in_file, progress_));
  if (verified.verification.rows != rows_) return OtherRows();
  verified.file = verified.verification;
  if (!copy_paths_.empty() && verified.verification.holds()) {
    GAUZE_ASSIGN(verified.verification, VerifyCopy(file, claims));
    verified.verification.verdicts.insert(
        verified.verification.verdicts.end(),
        verified.file.verdicts.begin() + static_cast<std::ptrdiff_t>(promises),
        verified.file.verdicts.end());
  }
  return verified;
}

Result<VerifiedRelease> ReleaseWriting::JoinVerified(const std::vector<Verification>& parts) {
  VerifiedRelease verified;
  GAUZE_ASSIGN(const Claimed claimed, MakeClaims(File(0), verified));
  Verification& all = verified.verification;
  for (const Verification& part : parts) {
    all.rows += part.rows;
    all.classes += part.classes;
    for (const auto& [rows, classes] : part.class_sizes) all.class_sizes[rows] += classes;
    for (std::size_t i = 0; i < part.verdicts.size(); ++i) {
      if (all.verdicts.size() <= i) {
        all.verdicts.push_back(part.verdicts[i]);
      } else {
        JoinVerdict(part.verdicts[i], claimed.in_file[i].worst_is_largest, all.verdicts[i]);
      }
    }
  }
  if (all.rows != rows_ || all.verdicts.size() != claimed.in_file.size()) return OtherRows();
  for (std::size_t i = 0; i < all.verdicts.size(); ++i) {
    all.verdicts[i].in_words = claimed.in_file[i].in_words(all.verdicts[i], all.classes);
  }
  verified.file = all;
  return verified;
}

// By code: values of the table that are in the files, or that the ledger knows. If no row was left
// out, they are in the files.
Result<std::vector<bool>> ReleaseWriting::ShownOf(const FileUnderTest& file,
                                                  std::size_t index) const {
  const Domain& domain = schema_.table.domains[index];
  const Attribute& attribute = schema_.table.attributes[index];
  const auto& totals = (*schema_.totals)[index];
  if (!hooks_ && rows_ == std::accumulate(totals.begin(), totals.end(), std::uint64_t{0})) {
    return std::vector<bool>(domain.size(), true);
  }
  GAUZE_TRY(OpenFile(database_, file, "shown_file"));
  GAUZE_ASSIGN(const auto rows,
               database_.Rows(fmt::format(
                   "SELECT DISTINCT {} FROM (SELECT {}::VARCHAR AS cell FROM shown_file) WHERE "
                   "cell IS NOT NULL",
                   SpellingSql(attribute, "cell"), QuoteName(attribute.name))));
  std::set<std::string> known;
  for (const auto& row : rows) known.insert(row[0].value_or(""));
  if (hooks_) {
    const auto before = hooks_->shown.find(attribute.name);
    if (before != hooks_->shown.end()) known.insert(before->second.begin(), before->second.end());
  }
  std::vector<bool> shown(domain.size(), true);
  for (Code code = 0; code < domain.value_count(); ++code) {
    shown[code] = known.contains(domain[code].text);
  }
  return shown;
}

Result<Verification> ReleaseWriting::VerifyCopy(const FileUnderTest& file,
                                                const std::vector<Claim>& claims) {
  FileUnderTest copy = file;
  copy.paths = copy_paths_;
  if (persons_) copy.person_column = kPersonColumn;
  progress_.Stage("comparing with the private copy", 0);
  GAUZE_ASSIGN(const bool same, SameRows(database_, file, copy));
  if (!same) {
    return tl::unexpected(Error{ErrorCode::kPromise,
                                "the private copy of the release differs from it", "",
                                "this is a bug in Gauze: please report it"});
  }
  return VerifyFile(database_, copy, claims, progress_);
}

Status CheckVerdicts(const Verification& verification) {
  for (const Verdict& verdict : verification.verdicts) {
    if (verdict.holds) continue;
    const auto name = verdict.claim.substr(0, verdict.claim.find('('));
    const TablePromiseEntry* table = FindTablePromise(name);
    if (table != nullptr && !table->if_broken.empty()) {
      return tl::unexpected(Error{ErrorCode::kPromise,
                                  fmt::format("{} cannot be kept: {}; nothing was published",
                                              verdict.claim, table->in_words(verdict)),
                                  "", table->if_broken});
    }
    return tl::unexpected(Error{
        ErrorCode::kPromise,
        fmt::format("{} does not hold for {} of the file that was written; nothing was published",
                    verdict.claim, fmt::format("{} {}", verdict.failing_classes, verdict.OfMany())),
        "", "this is a bug in Gauze: please report it, with the policy and without the data"});
  }
  return {};
}

ReleaseShape ShapeOf(const Policy& policy, const CodedTable& schema, std::uint64_t rows_in,
                     const Verification& verification, const std::vector<double>& loss) {
  ReleaseShape shape{.rows_in = rows_in,
                     .class_sizes = verification.class_sizes,
                     .loss = loss,
                     .k = policy.LargestK()};
  for (const std::size_t attribute : schema.table.WithRole(Role::kQuasiIdentifying)) {
    shape.quasi_identifiers.push_back(schema.table.attributes[attribute].name);
  }
  return shape;
}

}  // namespace gauze
