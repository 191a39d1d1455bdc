#include <filesystem>
#include <mutex>

#include "gauze/base/json.h"
#include "gauze/base/read_number.h"
#include "gauze/studio/actions/actions.h"
#include "gauze/studio/endpoints/endpoints.h"
#include "gauze/studio/fields.h"

namespace gauze::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostReport = 64U << 20U;

Error NoSuchJob() {
  return {ErrorCode::kInput, "there is no such job", "",
          "it may have been long ago: start it again"};
}

std::string TypeOf(const std::string& name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".json")) return "application/json";
  if (name.ends_with(".svg")) return "image/svg+xml";
  return "application/octet-stream";
}

std::optional<std::uint64_t> NumberOf(const http::Request& request, const char* name) {
  const auto found = request.query.find(name);
  return found == request.query.end() ? std::nullopt : ReadAll<std::uint64_t>(found->second);
}

std::string TextOf(const http::Request& request, const char* name) {
  const auto found = request.query.find(name);
  return found == request.query.end() ? "" : found->second;
}

}  // namespace

http::Response StartJob(Desk& desk, const http::Request& request) {
  const Json body = ParseJson(request.body);
  Fields fields(body);
  const auto action = fields.Text("action");
  if (!action) return Refused(400, "malformed", action.error());
  const Json none = Json::object();
  const Json* options = fields.Part("options");
  if (const Status known = fields.Finish(); !known) return Refused(400, "malformed", known.error());
  const std::lock_guard lock(desk.mutex());
  auto job = PlanJob(desk, *action, options == nullptr ? none : *options);
  if (!job) return Refused(422, "not_started", job.error());
  if (job->known) {
    return Answer({{"job", desk.jobs().AddDone(job->order, *job->known)}}, 201);
  }
  const auto started = desk.jobs().Start(std::move(job->order));
  if (!started) return Refused(429, "busy", started.error());
  return Answer({{"job", *started}}, 201);
}

http::Response ShowJob(Desk& desk, const http::Request& request) {
  const Json job = desk.jobs().Show(request.path.at("id"));
  return job.is_null() ? Refused(404, "not_found", NoSuchJob()) : Answer(job);
}

http::Response WatchJob(Desk& desk, const http::Request& request) {
  http::Response response;
  response.events = desk.jobs().Watch(request.path.at("id"));
  return response.events ? response : Refused(404, "not_found", NoSuchJob());
}

http::Response CancelJob(Desk& desk, const http::Request& request) {
  if (!desk.jobs().Cancel(request.path.at("id"))) return Refused(404, "not_found", NoSuchJob());
  return Answer(desk.jobs().Show(request.path.at("id")));
}

http::Response ShowRows(Desk& desk, const http::Request& request) {
  const std::string of = TextOf(request, "of");
  const auto from = NumberOf(request, "from");
  const auto count = NumberOf(request, "count");
  if ((of != "source" && of != "release") || !from || !count || *count > TableView::kMostRows) {
    return Refused(400, "malformed",
                   {ErrorCode::kInput, "rows are asked for by of, from and count", "",
                    "of=source or of=release, and a count of at most 200"});
  }
  std::shared_ptr<TableView> view;
  {
    const std::lock_guard lock(desk.mutex());
    auto found = desk.View(of == "release");
    if (!found) return Refused(409, "no_table", found.error());
    view = *std::move(found);
  }
  if (!view->IsReady()) return Answer({{"state", "preparing"}}, 202);
  const auto rows = view->Rows(*from, *count);
  return rows ? Answer(*rows) : Refused(422, "not_read", rows.error());
}

// The report for people who may see the original, if it was made, and otherwise the public one that
// lies in the release; `of` chooses.
http::Response ShowReport(Desk& desk, const http::Request& request) {
  const std::string& name = request.path.at("file");
  const std::string of = TextOf(request, "of");
  std::string release;
  {
    const std::lock_guard lock(desk.mutex());
    const auto found =
        desk.opened_kind() == "ledger" ? Result<std::string>(desk.opened_path()) : desk.Release();
    if (!found) return Refused(404, "not_found", found.error());
    release = *found;
  }
  Result<std::string> text = InputError("there is no such report", "", "make one first");
  if (of != "public") text = desk.folder().Read(release + "-report/" + name, kMostReport);
  if (!text && of != "internal") {
    text = desk.folder().Read(release + "/report/" + name, kMostReport);
  }
  if (!text) return Refused(404, "not_found", text.error());
  http::Response response;
  response.content_type = TypeOf(name);
  response.body = *std::move(text);
  // It may have been made by somebody else: it runs nothing, loads nothing, and is nobody here.
  response.headers.emplace_back("Content-Security-Policy",
                                "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                                "frame-ancestors 'self'; sandbox");
  return response;
}

}  // namespace gauze::studio
