#include "gauze/transform/personal/aliases.h"

#include <sodium.h>

#include <array>
#include <string_view>

#include "gauze/base/error.h"

namespace gauze {

std::string AliasNames::Draw() {
  constexpr std::string_view kLetters = "0123456789abcdefghjkmnpqrstvwxyz";
  static_assert(kLetters.size() == 32, "five bits of a byte choose one, each as likely");
  Check(sodium_init() >= 0, "there is a source of random numbers");
  for (;;) {
    std::array<unsigned char, 10> bytes{};
    randombytes_buf(bytes.data(), bytes.size());
    std::string name(1, kFirst);
    for (const unsigned char byte : bytes) name += kLetters[byte % kLetters.size()];
    if (drawn_.insert(name).second) return name;
  }
}

}  // namespace gauze
