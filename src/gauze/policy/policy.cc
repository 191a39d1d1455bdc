#include "gauze/policy/policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/base/text/suggest.h"

namespace gauze {

const PolicyAttribute* Policy::Find(std::string_view name) const {
  for (const PolicyAttribute& attribute : attributes) {
    if (attribute.attribute.name == name) return &attribute;
  }
  return nullptr;
}

bool Policy::Guards(std::string_view column) const {
  return std::ranges::any_of(protect, [&](const PolicyEntry& entry) {
    return std::ranges::find(entry.columns, column, &PolicyEntry::Column::name) !=
           entry.columns.end();
  });
}

std::uint64_t Policy::LargestK() const {
  std::uint64_t k = 0;
  for (const PolicyEntry& entry : protect) {
    if (!entry.parameters.Has("k")) continue;
    k = std::max(k, static_cast<std::uint64_t>(entry.parameters.Integer("k")));
  }
  return k;
}

Status CheckRoles(const Policy& policy) {
  std::size_t undecided = 0;
  std::size_t entities = 0;
  const PolicyAttribute* first = nullptr;
  for (const PolicyAttribute& attribute : policy.attributes) {
    const Role role = attribute.attribute.role;
    if (role == Role::kUndecided && undecided++ == 0) first = &attribute;
    if (role == Role::kEntity && ++entities > 1) {
      return InputError("two columns have the role entity", attribute.where,
                        "one column says whose row it is: combine the two into one beforehand");
    }
  }
  if (undecided > 0) {
    return InputError(
        fmt::format("the role of {} column{} is undecided", undecided, undecided == 1 ? "" : "s"),
        first->where,
        "decide each: identifying (dropped), entity (dropped, tells people apart), "
        "quasi_identifying (generalised), sensitive (kept, protected) or insensitive (kept as it "
        "is)");
  }
  return {};
}

// A term that means missing would be lost when the set is read.
Status CheckFlagNames(const Policy& policy) {
  for (const PolicyAttribute& set : policy.attributes) {
    for (const std::string& flag : set.attribute.flags) {
      if (std::ranges::find(policy.missing_markers, flag) == policy.missing_markers.end()) continue;
      return InputError(
          fmt::format("\"{}\" is a flag of \"{}\", and a missing marker", flag, set.attribute.name),
          set.where, "rename the column, or leave it out of missing_markers");
    }
  }
  return {};
}

Status CheckDecided(const Policy& policy) {
  GAUZE_TRY(CheckRoles(policy));
  GAUZE_TRY(CheckFlagNames(policy));
  const bool any = std::ranges::any_of(policy.attributes, [](const PolicyAttribute& attribute) {
    return attribute.attribute.role == Role::kQuasiIdentifying;
  });
  if (!any) {
    return InputError("no column is quasi_identifying", policy.file,
                      "columns that an outsider may know (age, sex, zip …) get "
                      "`role: quasi_identifying`");
  }
  if (policy.protect.empty() && !policy.personal) {
    return InputError("the policy makes no promise", policy.file,
                      "add a model: `protect: [ {k_anonymity: {k: 5}} ]`; `gauze models` lists "
                      "them");
  }
  return {};
}

Status CheckColumns(const Policy& policy, const std::vector<std::string>& columns) {
  // Without a header line the "names" are cells of the first row, and no message may show them.
  const auto is_unlisted = [&](const std::string& column) {
    return policy.Find(column) == nullptr;
  };
  const auto unlisted = static_cast<std::size_t>(std::ranges::count_if(columns, is_unlisted));
  const std::size_t found = columns.size() - unlisted;
  if (found == 0) {
    return InputError("the data has none of the policy's columns", policy.file,
                      "does its first line name the columns, and is the delimiter right?");
  }
  for (const PolicyAttribute& attribute : policy.attributes) {
    const std::string& name = attribute.attribute.name;
    if (std::ranges::find(columns, name) == columns.end()) {
      return InputError(fmt::format("the data has no column \"{}\"", name), attribute.where,
                        DidYouMeanColumn(name, columns, found));
    }
  }
  if (unlisted == 0) return {};
  const auto first = std::ranges::find_if(columns, is_unlisted);
  const std::string shown = NamesColumns(columns, found)
                                ? fmt::format("\"{}\"", *first)
                                : fmt::format("number {}", first - columns.begin() + 1);
  return InputError(
      fmt::format("{} of the data {} not listed, the first is {}",
                  Counted(unlisted, "column", "columns"), unlisted == 1 ? "is" : "are", shown),
      policy.file, "list every column under `attributes:`; identifying ones are dropped");
}

Result<PolicyEntry> MakeEntry(std::string_view model, const std::vector<RawParameter>& parameters,
                              const Catalog& catalog, const std::string& where) {
  PolicyEntry entry;
  std::vector<std::string> known;
  for (const Descriptor* descriptor : catalog.models) {
    known.push_back(descriptor->name);
    if (descriptor->name == model) entry.descriptor = descriptor;
  }
  if (entry.descriptor == nullptr) {
    return InputError(fmt::format("there is no model \"{}\"", model), where,
                      DidYouMean(model, known));
  }
  entry.where = where;
  GAUZE_ASSIGN(entry.parameters, Parameters::Make(*entry.descriptor, parameters, where));
  return entry;
}

namespace {

std::string_view Trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

Result<PolicyEntry> ParseClaim(std::string_view text, const Catalog& catalog) {
  const std::string where = "--claim";
  const std::string hint = "write it like k_anonymity(k=5) or l_diversity(kind=distinct, l=3)";
  text = Trim(text);
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) {
    return InputError("a claim is a model with its parameters in brackets", where, hint);
  }
  std::vector<RawParameter> raw;
  std::string_view rest = text.substr(open + 1, text.size() - open - 2);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view pair = rest.substr(0, comma);
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) {
      return InputError("parameters of a claim are written name=value", where, hint);
    }
    raw.push_back({std::string(Trim(pair.substr(0, equals))),
                   std::string(Trim(pair.substr(equals + 1))), where});
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
  }
  return MakeEntry(Trim(text.substr(0, open)), raw, catalog, where);
}

}  // namespace gauze
