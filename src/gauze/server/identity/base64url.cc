#include "gauze/server/identity/base64url.h"

#include <sodium.h>

namespace gauze::server {

Result<std::string> DecodeBase64Url(std::string_view text) {
  std::string bytes(text.size(), '\0');
  std::size_t size = 0;
  const char* end = nullptr;
  const bool decoded = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()),
                                         bytes.size(), text.data(), text.size(), nullptr, &size,
                                         &end, sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0;
  if (!decoded || end != text.data() + text.size()) return InputError("this is not base64url");
  bytes.resize(size);
  return bytes;
}

}  // namespace gauze::server
