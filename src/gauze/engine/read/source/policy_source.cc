#include "gauze/engine/read/source/policy_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/base/text/ascii.h"
#include "gauze/base/text/sql_text.h"
#include "gauze/base/text/suggest.h"
#include "gauze/encode/encode.h"
#include "gauze/engine/read/source/name_file.h"
#include "gauze/engine/read/source/source_files.h"

namespace gauze {
namespace {

// t and f are how PostgreSQL writes booleans.
constexpr const char* kPresent = "'yes', 'true', 't', '1'";
constexpr const char* kAbsent = "'no', 'false', 'f', '0'";

bool HasColumn(const SourceColumns& columns, const std::string& name) {
  return std::ranges::find(columns.names, name) != columns.names.end();
}

// SQL of a flag's cell; NULL where it is missing.
std::string FlagCell(const Policy& policy, const std::string& name) {
  std::string cell = fmt::format("nullif(trim({}::VARCHAR), '')", QuoteName(name));
  for (const std::string& marker : policy.missing_markers) {
    cell = fmt::format("nullif({}, {})", cell, QuoteText(marker));
  }
  return fmt::format("lower({})", cell);
}

// Without a header line the "names" are cells of the first row, and no message may show them.
bool KnowsAny(const Policy& policy, const SourceColumns& columns) {
  return std::ranges::any_of(policy.attributes, [&](const PolicyAttribute& listed) {
    const auto& flags = listed.attribute.flags;
    return HasColumn(columns, listed.attribute.name) ||
           std::ranges::any_of(flags, [&](const auto& flag) { return HasColumn(columns, flag); });
  });
}

// Is there a column beside its flags that the engine could not tell from the set?
bool SharesName(const Attribute& set, const SourceColumns& columns) {
  return std::ranges::any_of(columns.names, [&](const std::string& name) {
    return LowerCase(name) == LowerCase(set.name) &&
           std::ranges::find(set.flags, name) == set.flags.end();
  });
}

// The sets that have to be made of this source. Where it is none of the policy's, none.
Result<std::vector<const Attribute*>> SetsToGather(const Policy& policy,
                                                   const SourceColumns& columns) {
  std::vector<const Attribute*> sets;
  if (!KnowsAny(policy, columns)) return sets;
  for (const PolicyAttribute& listed : policy.attributes) {
    const Attribute& set = listed.attribute;
    if (set.flags.empty()) continue;
    const auto there = std::ranges::count_if(
        set.flags, [&](const std::string& flag) { return HasColumn(columns, flag); });
    if (HasColumn(columns, set.name)) {
      if (there == 0) continue;
      return InputError(
          fmt::format("the data has a column \"{}\", which the policy makes of others", set.name),
          listed.where, "give the set another name");
    }
    if (SharesName(set, columns)) {
      return InputError(fmt::format("the data has a column whose name is \"{}\" but for upper and "
                                    "lower case, which make no difference",
                                    set.name),
                        listed.where, "give the set another name");
    }
    for (const std::string& flag : set.flags) {
      if (HasColumn(columns, flag)) continue;
      return InputError(
          fmt::format("the data has no column \"{}\", which \"{}\" is made of", flag, set.name),
          listed.where, DidYouMeanColumn(flag, columns.names));
    }
    sets.push_back(&set);
  }
  return sets;
}

Status CheckFlags(Database& database, const Policy& policy, const std::string& view,
                  const std::vector<const Attribute*>& sets) {
  std::vector<std::string> flags;
  std::vector<std::string> counts;
  for (const Attribute* set : sets) {
    if (!IsRead(policy, *set)) continue;
    for (const std::string& flag : set->flags) {
      const std::string cell = FlagCell(policy, flag);
      flags.push_back(flag);
      counts.push_back(
          fmt::format("count(*) FILTER (WHERE {0} NOT IN ({1}, {2}))", cell, kPresent, kAbsent));
      counts.push_back(fmt::format("count(*) FILTER (WHERE {} IS NULL)", cell));
    }
  }
  if (flags.empty()) return {};
  GAUZE_ASSIGN(
      const auto counted,
      database.Rows(fmt::format("SELECT {} FROM {}", fmt::join(counts, ", "), QuoteName(view))));
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::uint64_t others = NumberIn(counted[0][2 * i]);
    const std::uint64_t missing = NumberIn(counted[0][2 * i + 1]);
    if (others > 0) {
      return InputError(fmt::format("{} neither yes nor no",
                                    Counted(others, "cell of a flag says", "cells of a flag say")),
                        fmt::format("column {}", flags[i]),
                        "a flag is yes, true, t or 1, or no, false, f or 0; what else means "
                        "missing is listed under missing_markers");
    }
    if (missing > 0 && policy.missing == MissingPolicy::kReject) {
      return InputError(fmt::format("{} missing", Counted(missing, "flag is", "flags are")),
                        fmt::format("column {}", flags[i]),
                        "with missing: own_value, a missing flag counts as no");
    }
  }
  return {};
}

// SQL of the set.
std::string SetOf(const Policy& policy, const Attribute& set) {
  std::vector<std::string> terms;
  for (const std::string& flag : set.flags) {
    terms.push_back(fmt::format("CASE WHEN {} IN ({}) THEN {} END", FlagCell(policy, flag),
                                kPresent, QuoteText(flag)));
  }
  return fmt::format("nullif(concat_ws({}, {}), '') AS {}", QuoteText(set.separator),
                     fmt::join(terms, ", "), QuoteName(set.name));
}

Status Gather(Database& database, const Policy& policy, const std::string& view,
              const std::vector<const Attribute*>& sets, SourceColumns& columns) {
  std::vector<std::string> shown;
  SourceColumns gathered = columns;
  gathered.names.clear();
  gathered.types.clear();
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    const std::string& name = columns.names[i];
    const auto set = std::ranges::find_if(sets, [&](const Attribute* one) {
      return std::ranges::find(one->flags, name) != one->flags.end();
    });
    if (set == sets.end()) {
      shown.push_back(QuoteName(name));
      gathered.names.push_back(name);
      gathered.types.push_back(columns.types[i]);
    } else if (!HasColumn(gathered, (*set)->name)) {
      shown.push_back(SetOf(policy, **set));
      gathered.names.push_back((*set)->name);
      gathered.types.emplace_back("VARCHAR");
    }
  }
  GAUZE_TRY(CheckNames(gathered.names, policy.file, " of its own"));
  gathered.query = fmt::format("SELECT {} FROM ({})", fmt::join(shown, ", "), columns.query);
  gathered.gathered = true;
  gathered.plain = nullptr;  // reads columns as they are in the file
  gathered.counted = false;
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP VIEW {} AS {}", QuoteName(view), gathered.query)));
  columns = std::move(gathered);
  return {};
}

}  // namespace

Result<SourceColumns> OpenPolicySource(Database& database, const Policy& policy,
                                       const std::vector<std::string>& paths,
                                       const std::string& view) {
  std::vector<PolicyAttribute> listed = policy.attributes;
  for (const PolicyAttribute& attribute : policy.attributes) {
    for (const std::string& flag : attribute.attribute.flags) {
      listed.push_back({.attribute = {.name = flag}, .hierarchy = {}, .where = attribute.where});
    }
  }
  GAUZE_ASSIGN(SourceColumns columns, OpenSource(database, paths, policy.csv, view, listed));
  GAUZE_ASSIGN(const auto sets, SetsToGather(policy, columns));
  if (sets.empty()) return columns;
  if (const Status checked = CheckFlags(database, policy, view, sets); !checked) {
    return tl::unexpected(NameFile(database, checked.error(), columns));
  }
  GAUZE_TRY(Gather(database, policy, view, sets, columns));
  return columns;
}

}  // namespace gauze
