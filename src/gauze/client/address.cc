#include "gauze/client/address.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>

namespace gauze {
namespace {

tl::unexpected<Error> NoAddress() {
  return InputError("this is not the address of a server", "",
                    "for example https://gauze.hospital.example or unix:/run/gauzed.sock");
}

bool IsHostByte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '.' || byte == '-' || byte == ':';
}

bool IsPathByte(char byte) { return byte > ' ' && byte < 0x7F && byte != '?' && byte != '#'; }

bool IsPort(std::string_view text) {
  unsigned port = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), port);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() && port > 0 &&
         port < 65536;
}

}  // namespace

std::string ServerAddress::Host() const {
  if (kind == Kind::kUnix) return "localhost";
  const std::string name = host.find(':') == std::string::npos ? host : "[" + host + "]";
  const bool usual = port == (kind == Kind::kTls ? "443" : "80");
  return usual ? name : name + ":" + port;
}

Result<ServerAddress> ParseServerAddress(std::string_view text) {
  ServerAddress address;
  if (text.starts_with("unix:")) {
    address.kind = ServerAddress::Kind::kUnix;
    address.host = text.substr(5);
    if (address.host.empty()) return NoAddress();
    return address;
  }
  if (text.starts_with("https://")) {
    text.remove_prefix(8);
    address.port = "443";
  } else if (text.starts_with("http://")) {
    text.remove_prefix(7);
    address.kind = ServerAddress::Kind::kPlain;
    address.port = "80";
  } else {
    return NoAddress();
  }
  const std::size_t slash = std::min(text.find('/'), text.size());
  address.prefix = text.substr(slash);
  while (address.prefix.ends_with('/')) address.prefix.pop_back();
  std::string_view authority = text.substr(0, slash);
  // [::1]:8080 or host:8080
  const std::size_t bracket = authority.find(']');
  const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    address.port = authority.substr(colon + 1);
    authority = authority.substr(0, colon);
  }
  if (authority.starts_with('[') && authority.ends_with(']')) {
    authority = authority.substr(1, authority.size() - 2);
  }
  address.host = authority;
  if (address.host.empty() || !std::ranges::all_of(address.host, IsHostByte) ||
      !IsPort(address.port) || !std::ranges::all_of(address.prefix, IsPathByte)) {
    return NoAddress();
  }
  // A name may begin like an address: 127.0.0.1.example is somebody else's.
  boost::system::error_code name;
  const auto ip = boost::asio::ip::make_address(address.host, name);
  const bool here = address.host == "localhost" || (!name && ip.is_loopback());
  if (address.kind == ServerAddress::Kind::kPlain && !here) {
    return InputError("plain http would send the token unencrypted", "",
                      "write https://, or ask the operator for an address with TLS");
  }
  return address;
}

}  // namespace gauze
