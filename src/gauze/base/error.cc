#include "gauze/base/error.h"

namespace gauze {

std::string Error::Text() const {
  std::string text = where.empty() ? message : where + ": " + message;
  if (!hint.empty()) text += "\n  hint: " + hint;
  return text;
}

tl::unexpected<Error> InputError(std::string message, std::string where, std::string hint) {
  return tl::unexpected(
      Error{ErrorCode::kInput, std::move(message), std::move(where), std::move(hint)});
}

tl::unexpected<Error> ResourceError(std::string message, std::string where, std::string hint) {
  return tl::unexpected(
      Error{ErrorCode::kResource, std::move(message), std::move(where), std::move(hint)});
}

}  // namespace gauze
