#pragma once

#include "gauze/http/message.h"
#include "gauze/studio/desk.h"

// What can be asked of the studio. An endpoint is a function from the desk and a request, whose
// sender was judged before (guard.h), to the answer.

namespace gauze::studio {

using Endpoint = http::Response (*)(Desk& desk, const http::Request& request);

http::Response ShowState(Desk& desk, const http::Request& request);
http::Response ShowCatalog(Desk& desk, const http::Request& request);
http::Response ListFiles(Desk& desk, const http::Request& request);
http::Response OpenPath(Desk& desk, const http::Request& request);

http::Response EditPolicy(Desk& desk, const http::Request& request);
http::Response UndoEdit(Desk& desk, const http::Request& request);
http::Response RedoEdit(Desk& desk, const http::Request& request);
http::Response ShowHistory(Desk& desk, const http::Request& request);

http::Response StartJob(Desk& desk, const http::Request& request);
http::Response ShowJob(Desk& desk, const http::Request& request);
http::Response WatchJob(Desk& desk, const http::Request& request);
http::Response CancelJob(Desk& desk, const http::Request& request);

http::Response ShowRows(Desk& desk, const http::Request& request);
http::Response ShowReport(Desk& desk, const http::Request& request);

http::Response WriteTree(Desk& desk, const http::Request& request);

http::Response ShowManifests(Desk& desk, const http::Request& request);
http::Response ShowApprovals(Desk& desk, const http::Request& request);
http::Response AddApproval(Desk& desk, const http::Request& request);

// For those who write endpoints.
http::Response Answer(const Json& json, unsigned code = 200);
// Problem+json with what is wrong, where, and what to do.
http::Response Refused(unsigned code, const char* reason, const Error& error);

}  // namespace gauze::studio
