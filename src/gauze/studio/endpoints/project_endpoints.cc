#include <mutex>

#include "gauze/base/json.h"
#include "gauze/policy/document/document.h"
#include "gauze/studio/endpoints/catalog_json.h"
#include "gauze/studio/endpoints/endpoints.h"
#include "gauze/studio/fields.h"

namespace gauze::studio {
namespace {

Error NoPolicy() {
  return {ErrorCode::kInput, "no policy is open", "", "open a policy, or a table"};
}

// The policy, if the request has seen its last edit; otherwise the answer is in `refused`.
Project* LastSeen(Desk& desk, Fields& fields, http::Response& refused) {
  Project* project = desk.project();
  if (project == nullptr) {
    refused = Refused(409, "no_policy", NoPolicy());
    return nullptr;
  }
  const auto revision = fields.Number("revision");
  if (!revision) {
    refused = Refused(400, "malformed", revision.error());
    return nullptr;
  }
  if (const Status fresh = project->Refresh(); !fresh) {
    refused = Refused(500, "file", fresh.error());
    return nullptr;
  }
  if (*revision == project->journal().revision()) return project;
  refused = Refused(409, "revision",
                    {ErrorCode::kInput, "the policy was edited meanwhile", project->path(),
                     "look at it as it is now, then edit again"});
  return nullptr;
}

// The new text, from a document or as it is.
Result<std::string> TextIn(const Json* document, const Json* text, const std::string& file) {
  if ((document == nullptr) == (text == nullptr)) {
    return InputError("an edit has either a document or a text");
  }
  if (document != nullptr) {
    GAUZE_ASSIGN(std::string yaml, WriteDocument(*document));
    return file.ends_with(".json") ? document->dump(2) + "\n" : yaml;
  }
  if (!text->is_string()) return InputError("the field text must be a text");
  GAUZE_ASSIGN(const Json read, ReadDocument(text->get_ref<const std::string&>(), file));
  if (!read.is_object()) {
    return InputError("a policy is a map of sections", file, "begin with `version: 1`");
  }
  return text->get<std::string>();
}

http::Response Move(Desk& desk, const http::Request& request, bool back) {
  const Json body = ParseJson(request.body);
  Fields fields(body);
  const std::lock_guard lock(desk.mutex());
  http::Response refused;
  Project* project = LastSeen(desk, fields, refused);
  if (project == nullptr) return refused;
  if (const Status known = fields.Finish(); !known) return Refused(400, "malformed", known.error());
  const Journal& journal = project->journal();
  if ((back ? journal.undoable() : journal.redoable()) == nullptr) {
    return Refused(
        409, "nothing",
        {ErrorCode::kInput, back ? "there is nothing to undo" : "there is nothing to redo",
         project->path(), ""});
  }
  const Status moved = back ? project->Undo() : project->Redo();
  return moved ? Answer(desk.State()) : Refused(500, "file", moved.error());
}

}  // namespace

http::Response ShowState(Desk& desk, const http::Request& /*request*/) {
  const std::lock_guard lock(desk.mutex());
  if (desk.project() != nullptr) {
    // A file that is away for a moment, as some editors do, is shown as it was.
    (void)desk.project()->Refresh();
  }
  return Answer(desk.State());
}

http::Response ShowCatalog(Desk& /*desk*/, const http::Request& /*request*/) {
  return Answer(CatalogJson());
}

http::Response ListFiles(Desk& desk, const http::Request& request) {
  const auto under = request.query.find("under");
  const auto list = desk.folder().List(under == request.query.end() ? "" : under->second);
  return list ? Answer(*list) : Refused(404, "not_found", list.error());
}

http::Response OpenPath(Desk& desk, const http::Request& request) {
  const Json body = ParseJson(request.body);
  Fields fields(body);
  const auto path = fields.Text("path");
  const auto as = fields.TextOr("as", "");
  if (!path) return Refused(400, "malformed", path.error());
  if (!as || (!as->empty() && *as != "file")) {
    return Refused(400, "malformed", {ErrorCode::kInput, "the field as can only be file", "", ""});
  }
  if (const Status known = fields.Finish(); !known) return Refused(400, "malformed", known.error());
  const std::lock_guard lock(desk.mutex());
  if (!desk.folder().Resolve(*path)) {
    return Refused(404, "not_found", desk.folder().Resolve(*path).error());
  }
  const Status opened = desk.Open(*path, *as == "file");
  return opened ? Answer(desk.State()) : Refused(422, "not_opened", opened.error());
}

http::Response EditPolicy(Desk& desk, const http::Request& request) {
  const Json body = ParseJson(request.body);
  Fields fields(body);
  const auto label = fields.Text("label");
  if (!label) return Refused(400, "malformed", label.error());
  const Json* document = fields.Part("document");
  const Json* text = fields.Part("text");
  const std::lock_guard lock(desk.mutex());
  http::Response refused;
  Project* project = LastSeen(desk, fields, refused);
  if (project == nullptr) return refused;
  if (const Status known = fields.Finish(); !known) return Refused(400, "malformed", known.error());
  const auto written = TextIn(document, text, project->path());
  if (!written) {
    http::Response refusal = Refused(422, "not_a_policy", written.error());
    Json problem = ParseJson(refusal.body);
    problem["problems"] = Json::array({ProblemJson(written.error(), project->path())});
    refusal.body = problem.dump();
    return refusal;
  }
  if (*written == project->text()) return Answer(desk.State());
  const Status edited = project->Edit(*label, *written);
  return edited ? Answer(desk.State()) : Refused(500, "file", edited.error());
}

http::Response UndoEdit(Desk& desk, const http::Request& request) {
  return Move(desk, request, true);
}
http::Response RedoEdit(Desk& desk, const http::Request& request) {
  return Move(desk, request, false);
}

http::Response ShowHistory(Desk& desk, const http::Request& /*request*/) {
  const std::lock_guard lock(desk.mutex());
  if (desk.project() == nullptr) return Refused(409, "no_policy", NoPolicy());
  return Answer(desk.project()->History());
}

}  // namespace gauze::studio
