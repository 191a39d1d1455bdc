#include "gauze/ledger/append/ledger_policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "gauze/base/digest.h"
#include "gauze/base/json.h"
#include "gauze/encode/encode.h"
#include "gauze/ledger/method.h"
#include "gauze/release/input/policy_files.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/release/run/run.h"
#include "gauze/transform/class_step.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

// A promise of kind distinct is kept as kind frequency, too: each value is at most a share 1/l of
// a class.
Status AddStrict(Policy& policy) {
  std::vector<PolicyEntry> more;
  for (const PolicyEntry& entry : policy.protect) {
    if (!entry.parameters.Has("kind") || entry.parameters.Text("kind") != "distinct") continue;
    std::vector<RawParameter> raw;
    for (const auto& [name, text] : entry.parameters.written()) {
      raw.push_back({name, name == "kind" ? "frequency" : text, entry.where, ""});
    }
    PolicyEntry strict = entry;
    GAUZE_ASSIGN(strict.parameters, Parameters::Make(*entry.descriptor, raw, entry.where));
    more.push_back(std::move(strict));
  }
  policy.protect.insert(policy.protect.end(), more.begin(), more.end());
  return {};
}

// What a step has done to a class must stand: another release that shows other terms of the same
// people shows what was removed.
Status CheckStepsSuit(const Policy& policy, const ledger::MethodEntry& method) {
  for (const PolicyEntry& step : policy.steps) {
    const std::string& name = step.descriptor->name;
    if (FindClassStep(name)->whole) {
      return InputError(
          fmt::format("{} looks at all classes at once, and a ledger never changes old ones", name),
          step.where, "leave the step out");
    }
    if (method.appends_only) continue;
    return InputError(
        fmt::format("{} makes new classes of people who were released: what {} removes for one "
                    "release the next might show",
                    method.descriptor.name, name),
        step.where, "use method: pool, which never touches released classes again");
  }
  return {};
}

Status CheckSuits(const Policy& policy) {
  if (!policy.ledger) {
    return InputError("the policy does not say how records arrive", policy.file,
                      "add a section `ledger:`, such as ledger: {method: pool}");
  }
  const LedgerSection& section = *policy.ledger;
  const ledger::MethodEntry& method = *ledger::FindMethod(section.method.descriptor->name);
  if (method.known_holes && !section.accept_known_holes) {
    return InputError(
        fmt::format(
            "{} is known to leak: several of its releases together reveal more than each alone",
            method.descriptor.name),
        section.method.where, "use method: pool; or write accept_known_holes: true to study it");
  }
  if (!FindTransform(policy.transform.descriptor->name)->keeps.empty()) {
    return InputError("a ledger makes classes by its method", section.where,
                      "leave out `transform:`, or name mondrian or cluster");
  }
  GAUZE_TRY(CheckStepsSuit(policy, method));
  if (policy.transform.parameters.Has("grid")) {
    return InputError("a ledger prints ranges that end at values that occur", section.where,
                      "leave out `boxes: grid`");
  }
  for (const PolicyEntry& promise : policy.protect) {
    const ModelEntry* model = FindModel(promise.descriptor->name);
    if (model == nullptr || !model->monotone) {
      return InputError(
          fmt::format("{} cannot be promised for continuing releases", promise.descriptor->name),
          promise.where,
          "promise k_anonymity, l_diversity or t_closeness: what holds for two "
          "classes must hold for both together");
    }
  }
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (attribute.attribute.role == Role::kEntity) {
      return InputError("a ledger counts records, but the policy has an entity", attribute.where,
                        "append one record per person, and name the key under ledger");
    }
  }
  return {};
}

}  // namespace

Result<Json> DescribeLedger(const std::string& policy_file, const std::string& folder) {
  GAUZE_ASSIGN(const Policy policy, LoadPolicy(fs::absolute(policy_file).string(), TheCatalog()));
  GAUZE_TRY(CheckDecided(policy));
  GAUZE_TRY(CheckKept(policy));
  GAUZE_TRY(CheckSuits(policy));
  GAUZE_TRY(CheckSteps(policy));
  const fs::path base = fs::weakly_canonical(fs::absolute(folder));
  const auto from_ledger = [&](const std::string& file) {
    return fs::weakly_canonical(fs::absolute(file)).lexically_relative(base).string();
  };
  Json files = Json::array();
  std::vector<std::string> needed = {policy.file};
  for (const std::string& file : FilesOf(policy)) needed.push_back(file);
  for (const std::string& file : needed) {
    GAUZE_ASSIGN(const std::string digest, DigestFile(file));
    files.push_back({from_ledger(file), digest});
  }
  return Json{{"version", kVersion},
              {"policy", from_ledger(policy.file)},
              {"method", policy.ledger->method.Text()},
              {"files", std::move(files)}};
}

Result<Policy> LedgerPolicy(const ledger::Store& store) {
  const auto place = [&](const Json& file) {
    return fs::weakly_canonical(fs::absolute(store.folder()) / file.get<std::string>()).string();
  };
  for (const Json& file : store.about().at("files")) {
    const std::string path = place(file.at(0));
    std::error_code error;
    if (!fs::exists(path, error)) {
      return InputError("a file of the ledger's policy is missing", path,
                        "its path is relative to the ledger: move both together");
    }
    const auto digest = DigestFile(path);
    if (digest && *digest == file.at(1).get<std::string>()) continue;
    return InputError("this is not the file that the ledger was made with", path,
                      "restore it; a new promise needs a new ledger");
  }
  // These files were good once: only another version of the program finds fault with them.
  const auto made_by = [&](Error error) {
    error.hint =
        fmt::format("the ledger was made with version {}: use that version, or start a new ledger",
                    store.about().at("version").get<std::string>());
    return error;
  };
  GAUZE_ASSIGN(Policy policy,
               LoadPolicy(place(store.about().at("policy")), TheCatalog()).map_error(made_by));
  GAUZE_TRY(CheckSuits(policy).map_error(made_by));
  if (policy.ledger->strict) GAUZE_TRY(AddStrict(policy));
  return policy;
}

Error MendBatch(Error error) {
  if (error.code == ErrorCode::kInput) {
    error.hint = "fix the batch, or start a new ledger: the policy of a ledger cannot change";
  }
  return error;
}

Policy StagedPolicy(const Policy& policy, const std::string& staged) {
  Policy made = policy;
  std::erase_if(made.attributes, [&](const PolicyAttribute& attribute) {
    return !IsRead(policy, attribute.attribute);
  });
  for (PolicyAttribute& attribute : made.attributes) attribute.attribute.format.clear();
  made.attributes.push_back(
      {.attribute = {.name = kSince, .role = Role::kInsensitive, .type = ValueType::kInteger}});
  made.sources = {staged};
  made.csv = {};
  return made;
}

Status StageRows(Database& database, const Policy& policy, const std::string& view,
                 const std::vector<std::string>& before, std::uint32_t release,
                 const std::string& path) {
  std::vector<std::string> cells;
  std::vector<std::string> names;
  for (const PolicyAttribute& listed : policy.attributes) {
    const Attribute& attribute = listed.attribute;
    if (!IsRead(policy, attribute)) continue;
    const std::string name = QuoteName(attribute.name);
    std::string cell = name + "::VARCHAR";
    if (!attribute.format.empty()) {
      // What cannot be read stays as it is, for an error that says so.
      cell = fmt::format(
          "coalesce(strftime(try_strptime({0}, {1}), {2}), {0})", cell, QuoteText(attribute.format),
          QuoteText(attribute.type == ValueType::kDate ? "%Y-%m-%d" : "%Y-%m-%d %H:%M:%S.%f"));
    }
    cells.push_back(fmt::format("{} AS {}", cell, name));
    names.push_back(fmt::format("{0}::VARCHAR AS {0}", name));
  }
  std::string rows = fmt::format("SELECT {}, '{}' AS {} FROM {}", fmt::join(cells, ", "), release,
                                 QuoteName(kSince), view);
  if (view.empty()) rows.clear();
  for (const std::string& file : before) {
    rows += fmt::format("{} SELECT {}, {} FROM read_parquet({})", rows.empty() ? "" : " UNION ALL",
                        fmt::join(names, ", "), QuoteName(kSince), QuoteText(file));
  }
  return database.Run(fmt::format("COPY ({}) TO {} (FORMAT parquet)", rows, QuoteText(path)));
}

}  // namespace gauze
