#include "gauze/server/endpoints/asking.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gauze::server {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kLongest{3};

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

std::string Canonical(const Asked& question) {
  const auto* query = std::get_if<Query>(&question);
  return query != nullptr ? QueryText(*query) : TreeText(std::get<TreeQuery>(question));
}

bool MayAsk(const Standing& standing, const Asked& question) {
  const auto columns = std::visit([](const auto& asked) { return ColumnsOf(asked); }, question);
  return std::ranges::all_of(
      columns, [&](const std::string& column) { return standing.attributes->contains(column); });
}

}  // namespace

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

Verdict RefusedBy(std::string_view rule, const std::string& project) {
  const bool unknown = rule == kUnknownColumn || rule == kUnknownValue || rule == kTooLong;
  const unsigned code = rule == kMalformed ? 400 : unknown ? 422 : 403;
  const auto detail = kDetails.find(rule);
  return Refused(code, std::string(rule),
                 detail == kDetails.end() ? "this rule forbids the answer" : detail->second,
                 project);
}

Asking::Asking(const Standing& standing)
    : standing_(standing),
      spent_(&standing.project->spent[standing.release->facts.id]),
      end_(Clock::now() + kLongest) {}

Asking Asking::Rehearsal(const Standing& standing) {
  Asking asking(standing);
  asking.copies_ = Copies{standing.release->gate.Rehearsal(), *asking.spent_};
  return asking;
}

std::uint64_t Asking::QuestionsLeft() const {
  return gauze::QuestionsLeft(standing_.project->limits(), copies_ ? copies_->spent : *spent_);
}

Decision Asking::Decide(const Asked& question, std::uint64_t left) {
  if (const auto* query = std::get_if<Query>(&question)) return gate().Decide(*query);
  return gate().Decide(std::get<TreeQuery>(question),
                       {.told = left, .late = [this] { return Clock::now() > end_; }});
}

// The rule that forbids to answer, or nothing.
std::string Asking::Refusal(const Asked& question, Ruling& ruling) {
  if (!MayAsk(standing_, question)) return std::string(kRight);
  const std::string text = Canonical(question);
  // What was answered to this project costs nothing; anything else is not even looked at without a
  // budget.
  ruling.paid = spent().paid.contains(text);
  const std::uint64_t left = QuestionsLeft();
  if (!ruling.paid && left == 0) return std::string(kBudgetProject);
  Refusals& refusals = standing_.release->refusals;
  // What refusals remember can come from people who withdrew, of whom a rehearsal knows nothing.
  const std::string_view refused = copies_ ? std::string_view() : refusals.Find(text);
  if (!refused.empty()) return std::string(refused);
  if (Clock::now() > end_) return std::string(kTooLong);
  ruling.decision = Decide(question, left);
  if (ruling.decision.answered) {
    return std::string(OverBudget(standing_.project->limits(), spent(), ruling.decision));
  }
  const std::string& rule = ruling.decision.refusal;
  const bool given_up = rule == kBudgetProject || rule == kTooLong;
  if (!given_up && !copies_) refusals.Remember(text, rule);
  return rule;
}

Ruling Asking::Ask(const Asked& question) {
  Ruling ruling;
  ruling.refusal = Refusal(question, ruling);
  if (!ruling.answered()) return ruling;
  if (!ruling.decision.repeat) gate().Commit(ruling.decision);
  Spend(ruling.decision, spent());
  return ruling;
}

void StoreAnswered(Desk& desk, const Standing& standing, const char* kind,
                   const std::string& questions, const std::string& answer) {
  AnsweredRow row{
      desk.audit_number, standing.project->facts.id, standing.release->facts.id, kind, "", ""};
  row.question = desk.state.log_key.Seal(questions, QuestionPlace(row));
  row.answer = desk.state.digests.Of("answer", answer);
  desk.writes.answered.push_back(std::move(row));
}

}  // namespace gauze::server
