#include "gauze/release/personal/personal.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>

#include "gauze/base/counted.h"
#include "gauze/base/digest.h"
#include "gauze/base/json.h"
#include "gauze/engine/read/locate_values.h"
#include "gauze/policy/keys.h"
#include "gauze/release/personal/personal_rates.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/verify/check_disguise.h"

namespace gauze {
namespace {

Claim PersonalClaim(const DisguisedColumn& disguised,
                    const std::optional<DisguisedSource>& source) {
  Claim claim;
  claim.judge = [disguised, source](Database& database, const FileUnderTest& file,
                                    Progress& /*progress*/) {
    return VerifyDisguise(database, file, disguised, source ? &*source : nullptr);
  };
  return claim;
}

std::string RandomId() {
  Check(sodium_init() >= 0, "there is a source of random numbers");
  std::array<unsigned char, 16> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

// Of one file its own, of several that of their digests, a line each.
Result<std::string> DigestOfData(const std::vector<std::string>& files) {
  std::string lines;
  for (const std::string& file : files) {
    GAUZE_ASSIGN(const std::string digest, DigestFile(file));
    if (files.size() == 1) return "sha256:" + digest;
    lines += digest + "\n";
  }
  return "sha256:" + Digest(lines);
}

// By which the server finds a person whose name it is told.
void AddTags(const CodedTable& schema, Vault& vault) {
  Check(sodium_init() >= 0, "there is a source of random numbers");
  randombytes_buf(vault.tag_key.data(), vault.tag_key.size());
  for (const std::size_t entity : schema.table.WithRole(Role::kEntity)) {
    for (const Value& person : schema.table.domains[entity].values()) {
      vault.tags.push_back(TagOf(vault.tag_key, person.text));
    }
  }
}

// Columns that must not be in a release.
std::vector<std::string> HiddenColumns(const Policy& policy) {
  std::vector<std::string> hidden;
  for (const PolicyAttribute& attribute : policy.attributes) {
    const Role role = attribute.attribute.role;
    if (role == Role::kIdentifying || role == Role::kChoice || role == Role::kEntity) {
      hidden.push_back(attribute.attribute.name);
    }
  }
  return hidden;
}

// Values of a safe column with the name of the node right above each.
std::vector<std::pair<std::string, std::string>> ValuesAndNodes(
    const CodedTable& schema, const PersonalSection::Column& column) {
  std::vector<std::pair<std::string, std::string>> pairs;
  if (column.aliases != AliasMode::kSafe) return pairs;
  const std::size_t attribute = schema.table.Find(column.name);
  const Domain& domain = schema.table.domains[attribute];
  const Hierarchy* hierarchy = schema.HierarchyOf(attribute);
  for (Code code = 0; code < domain.size(); ++code) {
    const std::string node =
        hierarchy == nullptr ? "*" : (*hierarchy)[(*hierarchy)[hierarchy->leaf(code)].parent].label;
    pairs.emplace_back(domain.IsMissing(code) ? "" : domain[code].text, node);
  }
  return pairs;
}

Json ColumnsJson(const PersonalSection& personal) {
  Json columns = Json::object();
  for (const PersonalSection::Column& column : personal.columns) {
    Json& about = columns[column.name];
    if (column.aliases) {
      about = {{"kind", "aliases"},
               {"mode", keys::kAliases[static_cast<std::size_t>(*column.aliases)]}};
    } else {
      about = {{"kind", "grades"}, {"categories", column.bounds.size() - 1}};
    }
  }
  return columns;
}

}  // namespace

Status CheckPersonal(const Policy& policy) {
  if (!policy.personal) return {};
  if (policy.counted) {
    return InputError("a personal release needs its rows one by one", policy.personal->where,
                      "run it on one machine: gauze run, or gauze.run in Python");
  }
  for (const PolicyEntry& promise : policy.protect) {
    if (FindTablePromise(promise.descriptor->name) == nullptr) continue;
    return InputError(
        fmt::format("{} is about values as they are, but a personal release shows others",
                    promise.descriptor->name),
        promise.where, "with a personal section, promise class models: `gauze models` lists them");
  }
  return {};
}

Result<PersonalRun> PersonalRun::Start(Database& database, const Policy& policy,
                                       const Input& input) {
  auto server = ReadVaultPublicKey(policy.personal->server);
  if (!server) return tl::unexpected(std::move(server.error()));
  const Table& table = input.schema.table;
  GAUZE_ASSIGN(auto disguises,
               MakeDisguises(input.schema, *policy.personal,
                             [&](std::size_t attribute, const std::vector<Code>& codes) {
                               const Domain& domain = table.domains[attribute];
                               std::vector<Value> values;
                               bool missing = false;
                               for (const Code code : codes) {
                                 if (domain.IsMissing(code)) {
                                   missing = true;
                                 } else {
                                   values.push_back(domain[code]);
                                 }
                               }
                               return LocateValues(database, policy, table.attributes[attribute],
                                                   values, missing);
                             }));
  return PersonalRun(policy, input.schema, std::move(disguises), *server);
}

PersonalRun::PersonalRun(const Policy& policy, const CodedTable& schema,
                         std::vector<Disguise> disguises, const VaultPublicKey& server)
    : policy_(&policy),
      schema_(&schema),
      server_(server),
      disguises_(std::make_unique<std::vector<Disguise>>(std::move(disguises))),
      rows_(std::make_unique<VaultRows>(schema, *disguises_)) {}

const Disguise* PersonalRun::Find(std::size_t attribute) const {
  const auto found = std::ranges::find(*disguises_, attribute, &Disguise::attribute);
  return found == disguises_->end() ? nullptr : &*found;
}

std::vector<Claim> PersonalRun::Claims() const {
  const std::vector<std::string> hidden = HiddenColumns(*policy_);
  std::vector<Claim> claims;
  for (const PersonalSection::Column& column : policy_->personal->columns) {
    claims.push_back(PersonalClaim(
        {column, hidden, ValuesAndNodes(*schema_, column)},
        DisguisedSource{"source", policy_->missing_markers, policy_->personal->missing_choice}));
  }
  return claims;
}

Result<PersonalRun::Sealed> PersonalRun::Seal(const std::vector<std::string>& files) {
  Vault vault = rows_->Take();
  vault.release = RandomId();
  vault.recipient = policy_->personal->recipient;
  GAUZE_ASSIGN(vault.digest, DigestOfData(files));
  Json attacks = PersonalRates(vault, *policy_, *schema_);
  // The rates were the last that needed these.
  for (VaultColumn& column : vault.columns) {
    if (column.HasOwn()) continue;
    column.own.clear();
    column.own_codes.clear();
  }
  AddTags(*schema_, vault);
  Sealed sealed;
  GAUZE_ASSIGN(sealed.vault, SealVault(vault, server_));
  sealed.section = {{"release", vault.release},
                    {"recipient", vault.recipient},
                    {"note", kPersonalNote},
                    {"data", vault.digest},
                    {"vault", "sha256:" + Digest(sealed.vault)},
                    {"attributes", ColumnsJson(*policy_->personal)},
                    {"attacks", std::move(attacks)}};
  return sealed;
}

std::vector<Claim> PersonalClaims(const std::vector<PersonalSection::Column>& columns,
                                  const std::vector<std::string>& hidden) {
  std::vector<Claim> claims;
  for (const PersonalSection::Column& column : columns) {
    claims.push_back(PersonalClaim({column, hidden, {}}, std::nullopt));
  }
  return claims;
}

std::vector<PersonalSection::Column> PersonalColumnsFrom(const Json& section) {
  std::vector<PersonalSection::Column> columns;
  for (const auto& [name, about] : section.at("attributes").items()) {
    PersonalSection::Column& column = columns.emplace_back();
    column.name = name;
    if (about.at("kind") == "aliases") {
      column.aliases = about.at("mode") == "safe" ? AliasMode::kSafe : AliasMode::kLiteral;
    } else {
      // Where categories begin is the server's secret; how many there are is enough here.
      const auto categories = about.at("categories").get<std::uint64_t>();
      // Somebody may have edited the file.
      if (categories > 65'536) throw Json::other_error::create(501, "no such grades", nullptr);
      column.bounds.resize(categories + 1);
    }
  }
  return columns;
}

std::vector<std::string> PersonalWarnings(const Policy& policy, const CodedTable& schema) {
  std::vector<std::string> warnings;
  if (!policy.personal) return warnings;
  for (const PersonalSection::Column& column : policy.personal->columns) {
    const std::size_t attribute = schema.table.Find(column.name);
    if (column.aliases != AliasMode::kSafe || attribute >= schema.table.attributes.size()) continue;
    const Hierarchy* hierarchy = schema.HierarchyOf(attribute);
    if (hierarchy == nullptr) continue;
    const auto alone = std::ranges::count_if(hierarchy->nodes(), [&](const Hierarchy::Node& node) {
      return std::ranges::count_if(node.children, [&](NodeId child) {
               return (*hierarchy)[child].children.empty();
             }) == 1;
    });
    if (alone == 0) continue;
    warnings.push_back(fmt::format(
        "column {}: {} of its hierarchy {} right above one value only, so that the node's name "
        "tells that value",
        column.name, Counted(static_cast<std::uint64_t>(alone), "node", "nodes"),
        alone == 1 ? "is" : "are"));
  }
  return warnings;
}

}  // namespace gauze
