#pragma once

#include <string>
#include <string_view>

#include "gauze/http/message.h"

namespace gauze::http {

// An error as problem+json (RFC 9457). `reason` is the word that programs read and that the audit
// log keeps; `detail` is for people. Neither ever repeats what was sent.
Response Problem(unsigned code, std::string_view reason, std::string_view detail);

// The same, for "try again": 429 and 503.
Response ProblemLater(unsigned code, std::string_view reason, std::string_view detail,
                      unsigned seconds);

std::string_view StatusTitle(unsigned code);

}  // namespace gauze::http
