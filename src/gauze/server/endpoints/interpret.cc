// POST /v1/interpretations and /v1/trees: what the server is for.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "gauze/server/endpoints/endpoints.h"
#include "gauze/server/endpoints/fields.h"

namespace gauze::server {
namespace {

constexpr std::size_t kLongestId = 64;
constexpr std::chrono::seconds kLongestTree{3};

// What the person may ask about. Who lacks any right learns only that: whether the project or the
// release exist is nothing they could find out.
struct Standing {
  Project* project = nullptr;
  Release* release = nullptr;
  const std::set<std::string>* attributes = nullptr;
};

Standing StandingOf(State& state, const Caller& caller, const std::string& project_id,
                    const std::string& release_id) {
  Project* project = state.FindProject(project_id);
  if (project == nullptr || project->facts.revoked || !project->members.contains(caller.subject)) {
    return {};
  }
  Release* release = state.FindRelease(release_id);
  const auto grant = project->grants.find(release_id);
  if (release == nullptr || release->facts.revoked || release->outdated()) return {};
  if (grant == project->grants.end()) return {};
  return {project, release, &grant->second};
}

const std::map<std::string_view, std::string_view> kDetails = {
    {kSupport, "fewer than k people support this"},
    {kDifference, "together with earlier answers, fewer than k people could be told apart"},
    {kBudgetProject, "the project's budget for this release is spent"},
    {kBudgetValue, "the project has asked about one of these values as often as it may"},
    {kTooLong, "this tree takes too long to decide: ask for a smaller one"},
    {kUnknownColumn, "a column is not in the release"},
    {kUnknownValue, "a value is not one that the release shows in this column"},
    {kMalformed, "this is not a question as docs/interpretation.md describes it"},
    {kRight, "the project has no right to one of these attributes"},
};

Verdict RefusedBy(std::string_view rule, const std::string& project) {
  const bool unknown = rule == kUnknownColumn || rule == kUnknownValue || rule == kTooLong;
  const unsigned code = rule == kMalformed ? 400 : unknown ? 422 : 403;
  const auto detail = kDetails.find(rule);
  return Refused(code, std::string(rule),
                 detail == kDetails.end() ? "this rule forbids the answer" : detail->second,
                 project);
}

// What was decided becomes an answer, or a refusal, and part of what was ever answered. From here
// on the state is ahead of the database by this batch, which is written before anybody is told.
Verdict Settle(Desk& desk, const Standing& standing, const Decision& decision, const char* kind) {
  Project& project = *standing.project;
  const std::string& release = standing.release->facts.id;
  if (!decision.answered) return RefusedBy(decision.refusal, project.facts.id);
  BudgetSpent& spent = project.spent[release];
  const std::string_view over = OverBudget(project.limits(), spent, decision);
  if (!over.empty()) return RefusedBy(over, project.facts.id);

  AnsweredRow row{desk.audit_number, project.facts.id, release, kind, "", ""};
  const bool paid = spent.paid.contains(decision.question);
  const bool counts = !decision.repeat || !paid;
  row.question =
      desk.state.log_key.Seal(counts ? decision.question : std::string(), QuestionPlace(row));
  row.answer = desk.state.digests.Of("answer", decision.answer_json);
  if (!decision.repeat) standing.release->gate.Commit(decision);
  Spend(decision, spent);
  desk.writes.answered.push_back(std::move(row));
  Verdict verdict;
  verdict.response.body = fmt::format("{{\"number\":{},\"repeat\":{},\"answer\":{}}}",
                                      desk.audit_number, paid, decision.answer_json);
  verdict.decision = "answered";
  verdict.project = project.facts.id;
  return verdict;
}

bool MayAsk(const Standing& standing, const std::vector<std::string>& columns) {
  return std::ranges::all_of(
      columns, [&](const std::string& column) { return standing.attributes->contains(column); });
}

std::string Canonical(const Query& query) { return QueryText(query); }
std::string Canonical(const TreeQuery& tree) { return TreeText(tree); }

Decision Ask(const Gate& gate, const Query& query, std::uint64_t) { return gate.Decide(query); }

// The one thread that decides has others waiting: a tree must be paid for, and be quick.
Decision Ask(const Gate& gate, const TreeQuery& tree, std::uint64_t left) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + kLongestTree;
  return gate.Decide(tree, {.told = left, .late = [&] { return Clock::now() > end; }});
}

template <typename Question>
Verdict Decide(Desk& desk, const Standing& standing, const Result<Question>& question,
               const char* kind) {
  if (!question) return RefusedBy(kMalformed, standing.project->facts.id);
  if (!MayAsk(standing, ColumnsOf(*question))) return RefusedBy(kRight, standing.project->facts.id);
  Release& release = *standing.release;
  const std::string text = Canonical(*question);
  const std::string_view refused = release.refusals.Find(text);
  if (!refused.empty()) return RefusedBy(refused, standing.project->facts.id);
  // What was answered to this project costs nothing; anything else is not even looked at without a
  // budget.
  const Project& project = *standing.project;
  const BudgetSpent& spent = standing.project->spent[release.facts.id];
  const bool paid = spent.paid.contains(text);
  const std::uint64_t left = QuestionsLeft(project.limits(), spent);
  if (!paid && left == 0) return RefusedBy(kBudgetProject, project.facts.id);
  const Decision decision = Ask(release.gate, *question, left);
  const bool given_up = decision.refusal == kBudgetProject || decision.refusal == kTooLong;
  if (!decision.answered && !given_up) release.refusals.Remember(text, decision.refusal);
  return Settle(desk, standing, decision, kind);
}

}  // namespace

Verdict Interpret(Desk& desk, const Call& call) {
  Fields fields(call.request.body);
  const std::string project = fields.Text("project", kLongestId);
  const std::string release = fields.Text("release", kLongestId);
  const auto question = fields.Part("question");
  if (!fields.Finish()) return Refused(400, "malformed", fields.fault());
  if (!question) return Refused(400, "malformed", "the field question is missing");
  const Standing standing = StandingOf(desk.state, call.caller, project, release);
  if (standing.release == nullptr) return RefusedBy(kRight, "");
  return Decide(desk, standing, QueryFromJson(*question), "interpretation");
}

Verdict InterpretTree(Desk& desk, const Call& call) {
  Fields fields(call.request.body);
  const std::string project = fields.Text("project", kLongestId);
  const std::string release = fields.Text("release", kLongestId);
  const auto tree = fields.Part("tree");
  if (!fields.Finish()) return Refused(400, "malformed", fields.fault());
  if (!tree) return Refused(400, "malformed", "the field tree is missing");
  const Standing standing = StandingOf(desk.state, call.caller, project, release);
  if (standing.release == nullptr) return RefusedBy(kRight, "");
  return Decide(desk, standing, TreeFromJson(*tree), "tree");
}

}  // namespace gauze::server
