#include "gauze/server/server_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "gauze/base/json.h"
#include "gauze/server/keys/data_keys.h"
#include "gauze/server/seal.h"
#include "gauze/server/withdrawal.h"

namespace gauze::server {
namespace {

Result<std::shared_ptr<Release>> OpenRelease(Store& store, const SecretKey& master,
                                             const StoredRelease& facts,
                                             const std::string& sealed_key) {
  GAUZE_ASSIGN(const SecretKey key,
               OpenDataKey(master, VaultKeyId(facts.id, facts.k, facts.k3), sealed_key));
  GAUZE_ASSIGN(const auto pieces, store.Vault(facts.vault));
  GAUZE_ASSIGN(std::string bytes, OpenPieces(key, facts.id, pieces));
  // Of what people chose before vaults said so nothing is known: such a release answers nothing.
  auto vault = facts.k3 == 0 ? Result<Vault>(Vault{.release = facts.id}) : DecodeVault(bytes);
  Wipe(bytes);
  GAUZE_ASSIGN(Vault opened, std::move(vault));
  GAUZE_ASSIGN(VaultIndex index, VaultIndex::Make(std::move(opened)));
  GAUZE_ASSIGN(Gate gate, Gate::Make(std::make_shared<const VaultIndex>(std::move(index)),
                                     {.k = static_cast<std::uint32_t>(facts.k),
                                      .k3 = static_cast<std::uint32_t>(facts.k3)}));
  return std::make_shared<Release>(Release{facts, std::move(gate), {}, {}, {}});
}

// What a request had answered: a question, a tree, or of a batch a list of such texts. The
// canonical text of a question begins neither with { nor with [.
std::vector<std::string> QuestionsOf(const std::string& stored) {
  if (!stored.starts_with('[')) return {stored};
  return ParseJson<nlohmann::json>(stored).get<std::vector<std::string>>();
}

Result<Decision> DecideAgain(const Gate& gate, const std::string& question) {
  if (!question.starts_with('{')) {
    GAUZE_ASSIGN(const Query query, ParseQuery(question));
    return gate.Decide(query);
  }
  GAUZE_ASSIGN(const TreeQuery tree, TreeFromJson(question));
  return gate.Decide(tree);
}

// A version before seals sealed a question with its number alone, and had blanks for repeats.
Result<std::string> OpenQuestion(const SecretKey& key, const AnsweredRow& row) {
  if (!row.answer.empty()) return key.Open(row.question, QuestionPlace(row));
  if (row.question.empty()) return row.question;
  return key.Open(row.question, fmt::format("answered/{}", row.audit_number));
}

// Withdrawals that came before this entry of the log, again; each is taken from the list.
Status ReplayWithdrawals(State& state, std::vector<StoredWithdrawal>& left, std::uint64_t before) {
  const auto end =
      std::ranges::find_if(left, [&](const StoredWithdrawal& one) { return one.number >= before; });
  for (auto one = left.begin(); one != end; ++one) {
    Release* release = state.FindRelease(one->release);
    if (release == nullptr) {
      return InputError("a withdrawal belongs to no release", fmt::format("entry {}", one->number));
    }
    if (release->outdated()) continue;
    GAUZE_TRY(WithdrawAgain(state.log_key, *one, *release));
  }
  left.erase(left.begin(), end);
  return {};
}

// One answered question, again.
Status Replay(State& state, const AnsweredRow& row) {
  GAUZE_ASSIGN(const std::string question, OpenQuestion(state.log_key, row));
  if (question.empty()) return {};  // a repeat
  Project* project = state.FindProject(row.project);
  Release* release = state.FindRelease(row.release);
  if (project == nullptr || release == nullptr) {
    return InputError("an answered question belongs to no project or release",
                      fmt::format("entry {}", row.audit_number));
  }
  if (release->outdated()) return {};
  for (const std::string& one : QuestionsOf(question)) {
    GAUZE_ASSIGN(const Decision decision, DecideAgain(release->gate, one));
    if (!decision.answered) {
      return InputError("a question that was answered would now be refused",
                        fmt::format("entry {}", row.audit_number),
                        "the vault or its k was changed in the database: restore a backup");
    }
    if (!decision.repeat) release->gate.Commit(decision);
    Spend(decision, project->spent[row.release]);
  }
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

// Ids have no control characters.
std::string QuestionPlace(const AnsweredRow& row) {
  return fmt::format("answered/{}\n{}\n{}\n{}", row.audit_number, row.project, row.release,
                     row.kind);
}

Facts FactsOf(const State& state) {
  Facts facts;
  for (const auto& [id, project] : state.projects) {
    facts.projects.push_back(project.facts);
    for (const std::string& subject : project.members) facts.members.push_back({id, subject});
    for (const auto& [release, attributes] : project.grants) {
      for (const std::string& attribute : attributes) {
        facts.grants.push_back({id, release, attribute});
      }
    }
  }
  for (const auto& [id, release] : state.releases) {
    facts.releases.push_back(release->facts);
    facts.withdrawals.insert(facts.withdrawals.end(), release->withdrawals.begin(),
                             release->withdrawals.end());
  }
  return facts;
}

Result<SecretKey> LoadLogKey(Store& store, const SecretKey& master) {
  const std::string id(kLogKey);
  GAUZE_ASSIGN(const auto keys, store.DataKeys());
  const auto found = keys.find(id);
  if (found != keys.end()) return OpenDataKey(master, id, found->second);
  GAUZE_ASSIGN(const AuditHead head, store.Head());
  if (!keys.empty() || head.number != 0) {
    return tl::unexpected(Error{ErrorCode::kPromise, "the key of questions and answers is missing",
                                "", "somebody changed the database: restore a backup"});
  }
  GAUZE_ASSIGN(SecretKey key, SecretKey::Random());
  GAUZE_TRY(store.ReplaceDataKeys({{id, SealDataKey(master, id, key)}}));
  return key;
}

Result<State> LoadState(Store& store, const SecretKey& master, SecretKey log_key, Facts facts) {
  State state;
  GAUZE_TRY(store.DropVaultsWithoutRelease());
  GAUZE_ASSIGN(const auto keys, store.DataKeys());
  GAUZE_ASSIGN(state.digests, KeyedDigest::Under(log_key));
  state.log_key = std::move(log_key);
  state.facts_digest = FactsDigest(facts);
  for (StoredProject& project : facts.projects) {
    std::string id = project.id;
    state.projects.emplace(std::move(id), Project{std::move(project), {}, {}, {}});
  }
  for (const StoredMember& member : facts.members) {
    state.projects.at(member.project).members.insert(member.subject);
  }
  for (const StoredGrant& grant : facts.grants) {
    state.projects.at(grant.project).grants[grant.release].insert(grant.attribute);
  }
  for (const StoredRelease& release : facts.releases) {
    const auto key = keys.find(VaultKeyId(release.id, release.k, release.k3));
    if (key == keys.end()) {
      return InputError("a release has no key for its k", "release " + release.id,
                        "somebody changed the database: compare it with a backup");
    }
    GAUZE_ASSIGN(auto opened, OpenRelease(store, master, release, key->second));
    state.releases.emplace(release.id, std::move(opened));
  }
  std::vector<StoredWithdrawal> left = std::move(facts.withdrawals);
  GAUZE_TRY(store.EachAnswered([&](const AnsweredRow& row) -> Status {
    GAUZE_TRY(ReplayWithdrawals(state, left, row.audit_number));
    return Replay(state, row);
  }));
  GAUZE_TRY(ReplayWithdrawals(state, left, std::numeric_limits<std::uint64_t>::max()));
  GAUZE_ASSIGN(state.head, store.Head());
  return state;
}

}  // namespace gauze::server
