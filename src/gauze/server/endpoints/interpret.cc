// POST /v1/interpretations and /v1/trees: what the server is for.
#include <fmt/format.h>

#include "gauze/server/endpoints/asking.h"
#include "gauze/server/endpoints/endpoints.h"
#include "gauze/server/endpoints/fields.h"

namespace gauze::server {
namespace {

template <typename Question>
Verdict AnswerTo(Desk& desk, const Call& call, const char* field,
                 Result<Question> (*read)(std::string_view), const char* kind) {
  Fields fields(call.request.body);
  const std::string project = fields.Text("project", kLongestId);
  const std::string release = fields.Text("release", kLongestId);
  const auto question = fields.Part(field);
  if (!fields.Finish()) return Refused(400, "malformed", fields.fault());
  if (!question) return Refused(400, "malformed", fmt::format("the field {} is missing", field));
  const Standing standing = StandingOf(desk.state, call.caller, project, release);
  if (standing.release == nullptr) return RefusedBy(kRight, "");

  auto asked = read(*question);
  if (!asked) return RefusedBy(kMalformed, project);
  const Ruling ruling = Asking(standing).Ask(*std::move(asked));
  if (!ruling.answered()) return RefusedBy(ruling.refusal, project);
  const Decision& decision = ruling.decision;
  StoreAnswered(desk, standing, kind, ruling.counts() ? decision.question : std::string(),
                decision.answer_json);
  Verdict verdict;
  verdict.response.body = fmt::format("{{\"number\":{},\"repeat\":{},\"answer\":{}}}",
                                      desk.audit_number, ruling.paid, decision.answer_json);
  verdict.decision = "answered";
  verdict.project = project;
  return verdict;
}

}  // namespace

Verdict Interpret(Desk& desk, const Call& call) {
  return AnswerTo(desk, call, "question", QueryFromJson, "interpretation");
}

Verdict InterpretTree(Desk& desk, const Call& call) {
  return AnswerTo(desk, call, "tree", TreeFromJson, "tree");
}

}  // namespace gauze::server
