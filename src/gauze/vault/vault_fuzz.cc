// Any bytes: an error, or a vault that encodes to the same bytes. Whoever can make a server open
// such bytes has its key already, but the server must not fall over them.
#include <cstdint>
#include <cstdlib>

#include "gauze/vault/vault.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto vault = gauze::DecodeVault(bytes);
  if (vault && gauze::EncodeVault(*vault) != bytes) std::abort();
  return 0;
}
