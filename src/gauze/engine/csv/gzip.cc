#include "gauze/engine/csv/gzip.h"

#include <zlib.h>

#include <vector>

namespace gauze {

Status CheckGzip(const std::string& path) {
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) return ResourceError("the file cannot be read", path, "check permissions");
  constexpr unsigned kBuffer = 1U << 18U;
  gzbuffer(file, kBuffer);
  std::vector<char> buffer(kBuffer);
  int size = 0;
  do {
    size = gzread(file, buffer.data(), kBuffer);
  } while (size > 0);
  const bool compressed = gzdirect(file) == 0;
  // A file that ends too early is only found out when it is closed.
  const bool complete = size == 0 && gzclose_r(file) == Z_OK;
  if (size < 0) gzclose_r(file);
  if (compressed && complete) return {};
  return InputError("the file is not valid gzip", path, "is it complete, and really compressed?");
}

}  // namespace gauze
