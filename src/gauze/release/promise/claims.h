#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/policy/policy.h"
#include "gauze/release/promise/reference.h"
#include "gauze/table/raw_table.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/verify/verify.h"

namespace gauze {

// A promise of the policy as the verifier takes it: the model's SQL, and the column it is about; or
// the judge of a table promise, with the settings that it needs (table_promise.h). `persons`: the
// file tells persons apart, and persons are counted.
Claim MakeClaim(const PolicyEntry& entry, const VerifiedColumn* column,
                std::optional<VerifiedKnowledge> knowledge = std::nullopt, bool persons = false);
Claim MakeTableClaim(const PolicyEntry& entry, Json settings);

// What a verdict on a promise says in words: its model's (ModelEntry::worst_in_words), or that of
// the table promise.
std::string InWords(const PolicyEntry& entry, const Verdict& verdict, std::uint64_t classes);

// The knowledge table behind an entry, with what the original table makes anybody believe; nothing
// if the entry names none.
std::optional<VerifiedKnowledge> DescribeKnowledge(const CodedTable& coded,
                                                   const PolicyEntry& entry);
// The same for a file that is verified later: the table is read from its file, and a prior of the
// original table is what the manifest has recorded.
Result<std::optional<VerifiedKnowledge>> LoadClaimKnowledge(const PolicyEntry& entry,
                                                            std::vector<double> recorded_prior);

// The path that the entry's model takes its knowledge table from, or empty.
std::string KnowledgePath(const PolicyEntry& entry);

// The column that an entry is about, or empty.
std::string ClaimedAttribute(const PolicyEntry& entry);

// What promises look at of a column, beside the values that rows show.
struct ColumnUse {
  bool places = false;  // in its order or its hierarchy (ModelEntry::looks_at_places)
  std::span<const std::uint64_t> reference = {};  // rows per code; empty: the file's own
};

// A sensitive column as its readers see it, and no more than they need: type, what classes are
// compared with, and the hierarchy if somebody looks at places. Names are those of `released`
// values alone. A label of an inner node may be made of values, too, so it has none; other values
// of the reference are nameless. They keep their places if these are looked at, and are one entry
// otherwise.
VerifiedColumn DescribeColumn(const CodedTable& coded, std::size_t attribute,
                              const std::vector<bool>& released, const ColumnUse& use);

// The same for a file that somebody else made: the policy says what the column is, and builders
// make its hierarchy from the values of the file (`raw`, one column).
Result<VerifiedColumn> DescribeColumn(const PolicyAttribute& attribute, const RawTable& raw,
                                      const std::vector<std::string>& markers);

// Does a model with these parameters make sense for such a column? The model's own check, without
// any counts.
Status CheckClaim(const PolicyEntry& entry, const VerifiedColumn& column,
                  const std::optional<VerifiedKnowledge>& knowledge = std::nullopt);

}  // namespace gauze
