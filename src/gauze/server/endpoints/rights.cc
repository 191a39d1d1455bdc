// Who belongs to a project, and which attributes of which release it may ask about.
#include <algorithm>

#include "gauze/base/json.h"
#include "gauze/server/endpoints/endpoints.h"
#include "gauze/server/endpoints/fields.h"

namespace gauze::server {
namespace {

constexpr std::size_t kMostAttributes = 4096;
constexpr std::size_t kLongestAttribute = 1024;

Project* ProjectOf(Desk& desk, const Call& call) {
  return desk.state.FindProject(call.request.path.at("project"));
}

}  // namespace

Verdict AddMember(Desk& desk, const Call& call) {
  Project* project = ProjectOf(desk, call);
  if (project == nullptr) return NoProject();
  const std::string& subject = call.request.path.at("subject");
  if (subject.size() > kLongestSubject) {
    return Refused(400, "malformed", "a subject has at most 255 bytes", project->facts.id);
  }
  project->members.insert(subject);
  desk.writes.changes.push_back(
      {"INSERT INTO members (project, subject) VALUES ($1, $2) ON CONFLICT DO NOTHING",
       {project->facts.id, subject}});
  return Done(Json{{"members", project->members}}.dump(), 200, project->facts.id);
}

Verdict RemoveMember(Desk& desk, const Call& call) {
  Project* project = ProjectOf(desk, call);
  if (project == nullptr) return NoProject();
  const std::string& subject = call.request.path.at("subject");
  if (project->members.erase(subject) == 0) {
    return Refused(404, "not_found", "this person is not a member", project->facts.id);
  }
  desk.writes.changes.push_back(
      {"DELETE FROM members WHERE project = $1 AND subject = $2", {project->facts.id, subject}});
  return Done(Json{{"members", project->members}}.dump(), 200, project->facts.id);
}

Verdict Grant(Desk& desk, const Call& call) {
  Fields fields(call.request.body);
  const auto attributes = fields.Texts("attributes", kMostAttributes, kLongestAttribute);
  if (!fields.Finish()) return Refused(400, "malformed", fields.fault());
  Project* project = ProjectOf(desk, call);
  if (project == nullptr) return NoProject();
  const std::string& id = call.request.path.at("release");
  const Release* release = desk.state.FindRelease(id);
  if (release == nullptr) {
    return Refused(404, "not_found", "there is no such release", project->facts.id);
  }
  const bool known = std::ranges::all_of(attributes, [&](const std::string& attribute) {
    return release->gate.index().Find(attribute) != nullptr;
  });
  if (!known) {
    return Refused(422, "unknown_column", "an attribute is not a column of the release",
                   project->facts.id);
  }
  // What was granted before and is not named now is granted no more.
  project->grants[id] = {attributes.begin(), attributes.end()};
  desk.writes.changes.push_back(
      {"DELETE FROM grants WHERE project = $1 AND release = $2", {project->facts.id, id}});
  for (const std::string& attribute : project->grants[id]) {
    desk.writes.changes.push_back(
        {"INSERT INTO grants (project, release, attribute) VALUES ($1, $2, $3)",
         {project->facts.id, id, attribute}});
  }
  return Done(Json{{"attributes", project->grants[id]}}.dump(), 200, project->facts.id);
}

Verdict RemoveGrant(Desk& desk, const Call& call) {
  Project* project = ProjectOf(desk, call);
  if (project == nullptr) return NoProject();
  const std::string& id = call.request.path.at("release");
  if (project->grants.erase(id) == 0) {
    return Refused(404, "not_found", "nothing of this release is granted", project->facts.id);
  }
  desk.writes.changes.push_back(
      {"DELETE FROM grants WHERE project = $1 AND release = $2", {project->facts.id, id}});
  return Done(Json{{"attributes", Json::array()}}.dump(), 200, project->facts.id);
}

}  // namespace gauze::server
