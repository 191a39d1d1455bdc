#include "gauze/server/state.h"

#include <fmt/format.h>

#include "gauze/server/keys/data_keys.h"

namespace gauze::server {
namespace {

Result<SecretKey> LogKey(Store& store, const SecretKey& master,
                         const std::map<std::string, std::string>& keys) {
  const std::string id(kLogKey);
  const auto found = keys.find(id);
  if (found != keys.end()) return OpenDataKey(master, id, found->second);
  GAUZE_ASSIGN(SecretKey key, SecretKey::Random());
  GAUZE_TRY(store.ReplaceDataKeys({{id, SealDataKey(master, id, key)}}));
  return key;
}

Result<std::shared_ptr<Release>> OpenRelease(Store& store, const SecretKey& master,
                                             const StoredRelease& facts,
                                             const std::string& sealed_key) {
  GAUZE_ASSIGN(const SecretKey key, OpenDataKey(master, facts.id, sealed_key));
  GAUZE_ASSIGN(const auto pieces, store.Vault(facts.vault));
  GAUZE_ASSIGN(std::string bytes, OpenPieces(key, facts.id, pieces));
  auto vault = DecodeVault(bytes);
  Wipe(bytes);
  GAUZE_ASSIGN(Vault opened, std::move(vault));
  GAUZE_ASSIGN(Holding holding, Holding::Make(std::move(opened)));
  GAUZE_ASSIGN(Gate gate, Gate::Make(std::make_shared<const Holding>(std::move(holding)),
                                     {static_cast<std::uint32_t>(facts.k)}));
  return std::make_shared<Release>(Release{facts, std::move(gate)});
}

// The canonical text of a tree begins with {, that of a question never does.
Result<Decision> DecideAgain(const Gate& gate, const std::string& question) {
  if (!question.starts_with('{')) {
    GAUZE_ASSIGN(const Query query, ParseQuery(question));
    return gate.Decide(query);
  }
  GAUZE_ASSIGN(const TreeQuery tree, TreeFromJson(question));
  return gate.Decide(tree);
}

// One answered question, again.
Status Replay(State& state, const AnsweredRow& row) {
  if (row.question.empty()) return {};
  Project* project = state.FindProject(row.project);
  Release* release = state.FindRelease(row.release);
  if (project == nullptr || release == nullptr) {
    return InputError("an answered question belongs to no project or release",
                      fmt::format("entry {}", row.audit_number));
  }
  GAUZE_ASSIGN(const std::string question,
               state.log_key.Open(row.question, QuestionPlace(row.audit_number)));
  GAUZE_ASSIGN(const Decision decision, DecideAgain(release->gate, question));
  if (!decision.answered) {
    return InputError("a question that was answered would now be refused",
                      fmt::format("entry {}", row.audit_number),
                      "the vault or its k was changed in the database: restore a backup");
  }
  if (!decision.repeat) release->gate.Commit(decision);
  Spend(decision, project->spent[row.release]);
  return {};
}

}  // namespace

Project* State::FindProject(const std::string& id) {
  const auto found = projects.find(id);
  return found == projects.end() ? nullptr : &found->second;
}

Release* State::FindRelease(const std::string& id) {
  const auto found = releases.find(id);
  return found == releases.end() ? nullptr : found->second.get();
}

std::string QuestionPlace(std::uint64_t audit_number) {
  return fmt::format("answered/{}", audit_number);
}

Result<State> LoadState(Store& store, const SecretKey& master) {
  State state;
  GAUZE_TRY(store.DropVaultsWithoutRelease());
  GAUZE_ASSIGN(const auto keys, store.DataKeys());
  GAUZE_ASSIGN(state.log_key, LogKey(store, master, keys));
  GAUZE_ASSIGN(auto projects, store.Projects());
  for (StoredProject& facts : projects) {
    std::string id = facts.id;
    state.projects.emplace(std::move(id), Project{std::move(facts), {}, {}, {}});
  }
  GAUZE_ASSIGN(const auto members, store.Members());
  for (const StoredMember& member : members) {
    state.projects.at(member.project).members.insert(member.subject);
  }
  GAUZE_ASSIGN(const auto grants, store.Grants());
  for (const StoredGrant& grant : grants) {
    state.projects.at(grant.project).grants[grant.release].insert(grant.attribute);
  }
  GAUZE_ASSIGN(const auto releases, store.Releases());
  for (const StoredRelease& facts : releases) {
    const auto key = keys.find(facts.id);
    if (key == keys.end()) return InputError("a vault has no key", "release " + facts.id);
    GAUZE_ASSIGN(auto release, OpenRelease(store, master, facts, key->second));
    state.releases.emplace(facts.id, std::move(release));
  }
  GAUZE_TRY(store.EachAnswered([&](const AnsweredRow& row) { return Replay(state, row); }));
  GAUZE_ASSIGN(state.head, store.Head());
  return state;
}

}  // namespace gauze::server
