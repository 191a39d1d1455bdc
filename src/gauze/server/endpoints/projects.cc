// Projects and their budgets.

#include "gauze/base/json.h"
#include "gauze/server/endpoints/endpoints.h"
#include "gauze/server/endpoints/fields.h"

namespace gauze::server {
namespace {

constexpr std::size_t kLongestTitle = 200;
constexpr std::uint64_t kMostQuestions = 1'000'000'000;

Json Described(const Project& project) {
  Json releases = Json::object();
  for (const auto& [release, attributes] : project.grants) {
    const auto spent = project.spent.find(release);
    releases[release] = {
        {"attributes", attributes},
        {"questions_spent", spent == project.spent.end() ? 0 : spent->second.questions}};
  }
  return {{"id", project.facts.id},
          {"title", project.facts.title},
          {"questions", project.facts.questions},
          {"questions_per_value", project.facts.questions_per_value},
          {"revoked", project.facts.revoked},
          {"members", project.members},
          {"releases", std::move(releases)}};
}

bool MaySee(const Caller& caller, const Project& project) {
  return caller.officer || caller.auditor || project.members.contains(caller.subject);
}

}  // namespace

Verdict NoProject() { return Refused(404, "not_found", "there is no such project"); }

Verdict ListProjects(Desk& desk, const Call& call) {
  Json list = Json::array();
  for (const auto& [id, project] : desk.state.projects) {
    if (MaySee(call.caller, project)) list.push_back(Described(project));
  }
  return Shown(Json{{"projects", std::move(list)}}.dump());
}

Verdict ShowProject(Desk& desk, const Call& call) {
  const Project* project = desk.state.FindProject(call.request.path.at("project"));
  if (project == nullptr || !MaySee(call.caller, *project)) return NoProject();
  return Shown(Described(*project).dump());
}

Verdict AddProject(Desk& desk, const Call& call) {
  Fields fields(call.request.body);
  StoredProject facts;
  facts.id = fields.Text("id", 63);
  facts.title = fields.Text("title", kLongestTitle);
  facts.questions = fields.Number("questions", 0, kMostQuestions);
  facts.questions_per_value = fields.Number("questions_per_value", 0, kMostQuestions);
  if (!fields.Finish()) return Refused(400, "malformed", fields.fault());
  if (!IsProjectId(facts.id)) {
    return Refused(400, "malformed", "an id has the characters a to z, 0 to 9 and hyphens");
  }
  if (desk.state.FindProject(facts.id) != nullptr) {
    return Refused(409, "exists", "a project with this id already exists", facts.id);
  }
  desk.writes.changes.push_back(
      {"INSERT INTO projects (id, title, questions, questions_per_value) VALUES ($1, $2, $3, $4)",
       {facts.id, facts.title, std::to_string(facts.questions),
        std::to_string(facts.questions_per_value)}});
  const std::string id = facts.id;
  const Project& project =
      desk.state.projects.emplace(id, Project{std::move(facts), {}, {}, {}}).first->second;
  return Done(Described(project).dump(), 201, id);
}

Verdict SetBudget(Desk& desk, const Call& call) {
  Fields fields(call.request.body);
  const std::uint64_t questions = fields.Number("questions", 0, kMostQuestions);
  const std::uint64_t per_value = fields.Number("questions_per_value", 0, kMostQuestions);
  if (!fields.Finish()) return Refused(400, "malformed", fields.fault());
  Project* project = desk.state.FindProject(call.request.path.at("project"));
  if (project == nullptr) return NoProject();
  project->facts.questions = questions;
  project->facts.questions_per_value = per_value;
  desk.writes.changes.push_back(
      {"UPDATE projects SET questions = $2, questions_per_value = $3 WHERE id = $1",
       {project->facts.id, std::to_string(questions), std::to_string(per_value)}});
  return Done(Described(*project).dump(), 200, project->facts.id);
}

Verdict RevokeProject(Desk& desk, const Call& call) {
  Project* project = desk.state.FindProject(call.request.path.at("project"));
  if (project == nullptr) return NoProject();
  project->facts.revoked = true;
  desk.writes.changes.push_back(
      {"UPDATE projects SET revoked = true WHERE id = $1", {project->facts.id}});
  return Done(Described(*project).dump(), 200, project->facts.id);
}

}  // namespace gauze::server
