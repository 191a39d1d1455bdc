#include <mutex>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/studio/endpoints/endpoints.h"
#include "gauze/studio/fields.h"
#include "gauze/studio/project/approvals.h"

namespace gauze::studio {
namespace {

constexpr const char* kApprovals = "approvals";

Error NoPolicyOpen() {
  return {ErrorCode::kInput, "no policy is open", "", "open the policy that made the release"};
}

Json ObjectIn(const Result<std::string>& text) {
  Json object = ParseJson(text.value_or(""));
  return object.is_object() ? object : Json(nullptr);
}

Result<Approvals::Line> LineIn(Fields& fields) {
  Approvals::Line line;
  GAUZE_ASSIGN(line.release, fields.Text("release"));
  GAUZE_ASSIGN(line.point, fields.Text("point"));
  GAUZE_ASSIGN(line.name, fields.Text("name"));
  GAUZE_ASSIGN(line.remark, fields.TextOr("remark", ""));
  const Json* approved = fields.Part("approved");
  if (approved == nullptr || !approved->is_boolean()) {
    return InputError("the field approved must be true or false");
  }
  line.approved = *approved;
  GAUZE_TRY(fields.Finish());
  return line;
}

}  // namespace

http::Response ShowManifests(Desk& desk, const http::Request& /*request*/) {
  const std::lock_guard lock(desk.mutex());
  const Json before = desk.project() == nullptr
                          ? Json(nullptr)
                          : ObjectIn(ReadFile(desk.project()->Beside(kManifestBefore)));
  return Answer({{"now", ObjectIn(desk.Manifest())}, {"before", before}});
}

http::Response ShowApprovals(Desk& desk, const http::Request& /*request*/) {
  const std::lock_guard lock(desk.mutex());
  if (desk.project() == nullptr) return Refused(409, "no_policy", NoPolicyOpen());
  return Answer(Approvals(desk.project()->Beside(kApprovals)).Standing());
}

http::Response AddApproval(Desk& desk, const http::Request& request) {
  const Json body = ParseJson(request.body);
  Fields fields(body);
  const auto line = LineIn(fields);
  if (!line) return Refused(400, "malformed", line.error());
  const std::lock_guard lock(desk.mutex());
  if (desk.project() == nullptr) return Refused(409, "no_policy", NoPolicyOpen());
  const Approvals approvals(desk.project()->Beside(kApprovals));
  const Status added = approvals.Add(*line);
  return added ? Answer(approvals.Standing()) : Refused(500, "file", added.error());
}

}  // namespace gauze::studio
