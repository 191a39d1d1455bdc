#include "gauze/server/identity/key_source.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>

#include "gauze/base/file.h"

namespace gauze::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace beast_http = beast::http;
using asio::awaitable;
using asio::use_awaitable;

constexpr std::chrono::seconds kPatience{5};
constexpr std::uint64_t kLongestSet = 1U << 20U;

struct Address {
  bool secure = false;
  std::string host;
  std::string port;
  std::string path;
};

Result<Address> ParseAddress(const std::string& url) {
  Address address;
  address.secure = url.starts_with("https://");
  const std::size_t begin = address.secure ? 8 : 7;
  const std::size_t slash = std::min(url.find('/', begin), url.size());
  const std::string authority = url.substr(begin, slash - begin);
  const std::size_t colon = authority.rfind(':');
  address.host = authority.substr(0, colon);
  address.port =
      colon == std::string::npos ? (address.secure ? "443" : "80") : authority.substr(colon + 1);
  address.path = slash == url.size() ? "/" : url.substr(slash);
  boost::system::error_code fault;
  const auto ip = asio::ip::make_address(address.host, fault);
  if (!address.secure && address.host != "localhost" && (fault || !ip.is_loopback())) {
    return InputError("keys are fetched over plain http from loopback only", "identity.jwks",
                      "use https://, or a file");
  }
  return address;
}

template <typename Stream>
awaitable<std::string> Get(Stream& stream, const Address& address) {
  beast_http::request<beast_http::empty_body> request{beast_http::verb::get, address.path, 11};
  request.set(beast_http::field::host, address.host);
  request.set(beast_http::field::accept, "application/json");
  request.set(beast_http::field::connection, "close");
  co_await beast_http::async_write(stream, request, use_awaitable);
  beast::flat_buffer buffer;
  beast_http::response_parser<beast_http::string_body> parser;
  parser.body_limit(kLongestSet);
  co_await beast_http::async_read(stream, buffer, parser, use_awaitable);
  if (parser.get().result() != beast_http::status::ok) throw std::runtime_error("not 200");
  co_return std::move(parser.get().body());
}

awaitable<std::string> Fetch(const Address& address, const std::string& authority) {
  const auto executor = co_await asio::this_coro::executor;
  asio::ip::tcp::resolver resolver(executor);
  const auto places = co_await resolver.async_resolve(address.host, address.port, use_awaitable);
  if (!address.secure) {
    beast::tcp_stream stream(executor);
    stream.expires_after(kPatience);
    co_await stream.async_connect(places, use_awaitable);
    co_return co_await Get(stream, address);
  }
  asio::ssl::context tls(asio::ssl::context::tls_client);
  SSL_CTX_set_min_proto_version(tls.native_handle(), TLS1_2_VERSION);
  tls.set_verify_mode(asio::ssl::verify_peer);
  if (authority.empty()) {
    tls.set_default_verify_paths();
  } else {
    tls.load_verify_file(authority);
  }
  beast::ssl_stream<beast::tcp_stream> stream(executor, tls);
  stream.set_verify_callback(asio::ssl::host_name_verification(address.host));
  SSL_set_tlsext_host_name(stream.native_handle(), address.host.c_str());
  beast::get_lowest_layer(stream).expires_after(kPatience);
  co_await beast::get_lowest_layer(stream).async_connect(places, use_awaitable);
  co_await stream.async_handshake(asio::ssl::stream_base::client, use_awaitable);
  co_return co_await Get(stream, address);
}

Result<std::string> FetchNow(const Address& address, const std::string& authority) {
  Result<std::string> text = ResourceError("the keys of the issuer cannot be fetched", address.host,
                                           "does the address answer? is its certificate trusted?");
  asio::io_context context;
  asio::co_spawn(context, Fetch(address, authority),
                 [&](const std::exception_ptr& failure, std::string fetched) {
                   if (!failure) text = std::move(fetched);
                 });
  context.run();
  return text;
}

}  // namespace

Result<KeySource> MakeKeySource(const Config& config) {
  const std::string where = config.jwks;
  if (!where.starts_with("http://") && !where.starts_with("https://")) {
    return KeySource([where] { return ReadFile(where); });
  }
  GAUZE_ASSIGN(const Address address, ParseAddress(where));
  return KeySource(
      [address, authority = config.jwks_authority] { return FetchNow(address, authority); });
}

}  // namespace gauze::server
