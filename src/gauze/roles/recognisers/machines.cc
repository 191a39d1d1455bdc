// Numbers of machines: IP version 4 and 6, MAC, UUIDs and digests, which machines give to anything.

#include <algorithm>
#include <array>

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

bool IsOctet(std::string_view text) {
  return AllDigits(text) && text.size() <= 3 && (text.size() == 1 || text.front() != '0') &&
         NumberOf(text) <= 255;
}

bool IsIpv4(std::string_view value) {
  int octets = 1;
  for (std::size_t point = value.find('.'); point != std::string_view::npos;
       point = value.find('.'), ++octets) {
    if (!IsOctet(value.substr(0, point))) return false;
    value.remove_prefix(point + 1);
  }
  return octets == 4 && IsOctet(value);
}

// How many groups of 16 bits these are, an IPv4 address at the end counting as two; -1 if
// something else is among them. Nothing at all is 0 groups.
int CountGroups(std::string_view text) {
  int groups = 0;
  while (!text.empty()) {
    const std::size_t colon = text.find(':');
    const std::string_view group = text.substr(0, colon);
    const bool is_last = colon == std::string_view::npos;
    if (is_last && IsIpv4(group)) return groups + 2;
    if (group.empty() || group.size() > 4 || !std::ranges::all_of(group, IsHex)) return -1;
    ++groups;
    if (is_last) break;
    text.remove_prefix(colon + 1);
    if (text.empty()) return -1;
  }
  return groups;
}

// RFC 4291, section 2.2: eight groups, or fewer and one "::" for those that are left out.
bool IsIpv6(std::string_view value) {
  if (value.size() > 45) return false;
  const std::size_t gap = value.find("::");
  if (gap == std::string_view::npos) return CountGroups(value) == 8;
  const int before = CountGroups(value.substr(0, gap));
  const int after = CountGroups(value.substr(gap + 2));
  return before >= 0 && after >= 0 && before + after <= 7;
}

bool IsMac(std::string_view value) {
  if (value.size() == 14) {
    return value[4] == '.' && value[9] == '.' &&
           std::ranges::count_if(value, [](char c) { return IsHex(c); }) == 12;
  }
  if (value.size() != 17 || (value[2] != ':' && value[2] != '-')) return false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (i % 3 == 2 ? value[i] != value[2] : !IsHex(value[i])) return false;
  }
  return true;
}

bool IsUuid(std::string_view value) {
  if (value.size() == 38 && value.front() == '{' && value.back() == '}') {
    value = value.substr(1, 36);
  }
  if (value.size() != 36) return false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool is_hyphen = i == 8 || i == 13 || i == 18 || i == 23;
    if (is_hyphen ? value[i] != '-' : !IsHex(value[i])) return false;
  }
  return true;
}

// Of 64 bits to 512. A number of so many digits has no letter.
bool IsDigest(std::string_view value) {
  constexpr std::array<std::size_t, 6> kLengths = {16, 32, 40, 56, 64, 128};
  return std::ranges::find(kLengths, value.size()) != kLengths.end() &&
         std::ranges::all_of(value, IsHex) && std::ranges::any_of(value, IsDigit) &&
         !AllDigits(value);
}

}  // namespace

Recogniser Ipv4AddressRecogniser() {
  return {.name = "ipv4",
          .finds = "IP addresses of version 4",
          .form = "four numbers from 0 to 255, with points between them",
          .kind = "IP address",
          .weight = Weight::kCertain,
          .fits = IsIpv4};
}

Recogniser Ipv6AddressRecogniser() {
  return {.name = "ipv6",
          .finds = "IP addresses of version 6",
          .form = "eight groups of hexadecimal digits, or fewer and `::`",
          .kind = "IP address",
          .weight = Weight::kCertain,
          .fits = IsIpv6};
}

Recogniser MacAddressRecogniser() {
  return {.name = "mac",
          .finds = "MAC addresses",
          .form = "six pairs of hexadecimal digits, or three groups of four",
          .kind = "device",
          .weight = Weight::kCertain,
          .fits = IsMac};
}

Recogniser UuidRecogniser() {
  return {.name = "uuid",
          .finds = "UUIDs",
          .form = "32 hexadecimal digits in groups of 8, 4, 4, 4 and 12",
          .kind = "number",
          .weight = Weight::kCertain,
          .fits = IsUuid};
}

Recogniser DigestRecogniser() {
  return {.name = "digest",
          .finds = "digests or keys in hexadecimal digits",
          .form = "16, 32, 40, 56, 64 or 128 hexadecimal digits, at least one of them a letter",
          .kind = "number",
          .weight = Weight::kCertain,
          .fits = IsDigest};
}

}  // namespace gauze
