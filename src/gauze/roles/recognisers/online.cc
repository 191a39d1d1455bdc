// Addresses of people online: e-mail and the web.

#include <algorithm>

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

// A byte of a character beyond ASCII: names of hosts and mailboxes may have them.
bool IsBeyondAscii(char c) { return (static_cast<unsigned char>(c) & 0x80U) != 0; }

bool IsHostLabel(std::string_view label) {
  return !label.empty() && label.size() <= 63 && label.front() != '-' && label.back() != '-' &&
         std::ranges::all_of(label,
                             [](char c) { return IsAlnum(c) || c == '-' || IsBeyondAscii(c); });
}

// Two labels or more, the last without digits: "example.org".
bool IsHost(std::string_view host) {
  const std::size_t last_point = host.rfind('.');
  if (last_point == std::string_view::npos || host.size() - last_point < 3) return false;
  if (std::ranges::any_of(host.substr(last_point), IsDigit)) return false;
  while (true) {
    const std::size_t point = host.find('.');
    if (!IsHostLabel(host.substr(0, point))) return false;
    if (point == std::string_view::npos) return true;
    host.remove_prefix(point + 1);
  }
}

bool IsMailbox(std::string_view local) {
  constexpr std::string_view kAllowed = "!#$%&'*+/=?^_`{|}~.-";
  return !local.empty() && local.size() <= 64 && local.front() != '.' && local.back() != '.' &&
         std::ranges::all_of(local, [&](char c) {
           return IsAlnum(c) || IsBeyondAscii(c) || kAllowed.find(c) != std::string_view::npos;
         });
}

bool IsEmail(std::string_view value) {
  const std::size_t at = value.find('@');
  return at != std::string_view::npos && IsMailbox(value.substr(0, at)) &&
         IsHost(value.substr(at + 1));
}

bool IsScheme(std::string_view scheme) {
  return scheme.size() >= 2 && scheme.size() <= 10 && IsLetter(scheme.front()) &&
         std::ranges::all_of(scheme, [](char c) { return IsAlnum(c) || c == '+' || c == '-'; });
}

bool IsWebAddress(std::string_view value) {
  if (value.find(' ') != std::string_view::npos) return false;
  const std::size_t slashes = value.find("://");
  if (slashes != std::string_view::npos) {
    return IsScheme(value.substr(0, slashes)) && value.size() > slashes + 3;
  }
  return value.starts_with("www.") && IsHost(value.substr(0, value.find_first_of("/?#:")));
}

}  // namespace

Recogniser EmailRecogniser() {
  return {.name = "e_mail",
          .finds = "e-mail addresses",
          .form = "a mailbox, one @, and a host with a point in it",
          .kind = "e-mail",
          .weight = Weight::kCertain,
          .fits = IsEmail};
}

Recogniser WebAddressRecogniser() {
  return {.name = "url",
          .finds = "web addresses",
          .form = "a scheme and `://`, or a host that begins with `www.`",
          .kind = "web address",
          .weight = Weight::kCertain,
          .fits = IsWebAddress};
}

}  // namespace gauze
