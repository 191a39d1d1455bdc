// Releases and their vaults.

#include "gauze/base/json.h"
#include "gauze/server/endpoints/endpoints.h"
#include "gauze/server/keys/data_keys.h"

namespace gauze::server {
namespace {

Json Described(const Release& release) {
  const VaultIndex& index = release.gate.index();
  Json attributes = Json::object();
  for (const HeldColumn& column : index.columns()) {
    attributes[column.name] = column.kind == VaultKind::kAliased  ? "aliases"
                              : column.kind == VaultKind::kSafe   ? "safe_aliases"
                              : column.kind == VaultKind::kGraded ? "grades"
                                                                  : "released";
  }
  return {{"id", release.facts.id},           {"recipient", release.facts.recipient},
          {"digest", release.facts.digest},   {"k", release.facts.k},
          {"k3", release.facts.k3},           {"rows", release.facts.rows},
          {"revoked", release.facts.revoked}, {"attributes", std::move(attributes)}};
}

Verdict NoRelease() { return Refused(404, "not_found", "there is no such release"); }

// Officers and auditors see all, others what a project of theirs has a right to.
bool MaySee(const State& state, const Caller& caller, const std::string& release) {
  if (caller.officer || caller.auditor) return true;
  for (const auto& [id, project] : state.projects) {
    if (project.members.contains(caller.subject) && project.grants.contains(release)) return true;
  }
  return false;
}

}  // namespace

Verdict ListReleases(Desk& desk, const Call& call) {
  Json list = Json::array();
  for (const auto& [id, release] : desk.state.releases) {
    if (MaySee(desk.state, call.caller, id)) list.push_back(Described(*release));
  }
  return Shown(Json{{"releases", std::move(list)}}.dump());
}

Verdict ShowRelease(Desk& desk, const Call& call) {
  const std::string& id = call.request.path.at("release");
  const Release* release = desk.state.FindRelease(id);
  if (release == nullptr || !MaySee(desk.state, call.caller, id)) return NoRelease();
  return Shown(Described(*release).dump());
}

Verdict AddRelease(Desk& desk, const Call& call) {
  const StoredRelease& facts = call.upload->facts;
  if (desk.state.FindRelease(facts.id) != nullptr) {
    return Refused(409, "exists", "this release already exists");
  }
  desk.writes.changes.push_back(
      {"INSERT INTO data_keys (id, sealed) VALUES ($1, decode($2, 'hex'))",
       {VaultKeyId(facts.id, facts.k, facts.k3), call.upload_key}});
  desk.writes.changes.push_back(
      {"INSERT INTO releases (id, recipient, digest, vault, k, k3, rows) "
       "VALUES ($1, $2, $3, $4, $5, $6, $7)",
       {facts.id, facts.recipient, facts.digest, facts.vault, std::to_string(facts.k),
        std::to_string(facts.k3), std::to_string(facts.rows)}});
  desk.state.releases.emplace(facts.id, call.upload);
  return Done(Described(*call.upload).dump(), 201);
}

Verdict RevokeRelease(Desk& desk, const Call& call) {
  Release* release = desk.state.FindRelease(call.request.path.at("release"));
  if (release == nullptr) return NoRelease();
  release->facts.revoked = true;
  desk.writes.changes.push_back(
      {"UPDATE releases SET revoked = true WHERE id = $1", {release->facts.id}});
  return Done(Described(*release).dump());
}

}  // namespace gauze::server
