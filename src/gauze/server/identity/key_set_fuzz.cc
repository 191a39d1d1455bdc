// Any bytes as a key set: no crash, and ids that lead to their own key.
#include "gauze/server/identity/key_set.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto keys = gauze::server::KeySet::Parse(text);
  if (!keys) return 0;
  for (const char* id : {"a", "b", ""}) {
    const auto* key = keys->Find(id);
    if (key == nullptr) continue;
    if (key->id() != id || keys->size() == 0) __builtin_trap();
    // Nothing has this for its signature.
    if (key->Verify("message", std::string(64, 'x'))) __builtin_trap();
  }
  return 0;
}
