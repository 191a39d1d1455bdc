#include "gauze/client/exchange.h"

#include <fmt/format.h>
#include <openssl/ssl.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <charconv>
#include <chrono>
#include <utility>

namespace gauze {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::use_awaitable;

constexpr auto kPatience = std::chrono::seconds(60);
constexpr std::uint64_t kLongestReply = 64ULL << 20U;

http::request<http::string_body> RequestOf(const ServerAddress& address, const Post& post) {
  http::request<http::string_body> request(http::verb::post, address.prefix + post.path, 11);
  request.set(http::field::host, address.Host());
  request.set(http::field::user_agent, "gauze/" GAUZE_VERSION);
  request.set(http::field::authorization, "Bearer " + post.token);
  request.set(http::field::content_type, "application/json");
  request.set(http::field::accept, "application/json, application/problem+json");
  request.set(http::field::connection, "close");
  request.set("Idempotency-Key", post.idempotency_key);
  request.body() = post.body;
  request.prepare_payload();
  return request;
}

Reply ReplyOf(http::response<http::string_body> response) {
  Reply reply{.code = response.result_int()};
  const auto after = response[http::field::retry_after];
  unsigned seconds = 0;
  const auto read = std::from_chars(after.data(), after.data() + after.size(), seconds);
  if (!after.empty() && read.ec == std::errc()) reply.retry_after = seconds;
  reply.body = std::move(response.body());
  return reply;
}

template <typename Stream>
asio::awaitable<Reply> Speak(Stream& stream, const ServerAddress& address, const Post& post) {
  const auto request = RequestOf(address, post);
  beast::get_lowest_layer(stream).expires_after(kPatience);
  co_await http::async_write(stream, request, use_awaitable);
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> parser;
  parser.body_limit(kLongestReply);
  beast::get_lowest_layer(stream).expires_after(kPatience);
  co_await http::async_read(stream, buffer, parser, use_awaitable);
  co_return ReplyOf(parser.release());
}

asio::awaitable<void> Connect(beast::tcp_stream& stream, const ServerAddress& address) {
  asio::ip::tcp::resolver resolver(stream.get_executor());
  const auto places = co_await resolver.async_resolve(address.host, address.port, use_awaitable);
  stream.expires_after(kPatience);
  co_await stream.async_connect(places, use_awaitable);
}

asio::awaitable<Reply> SpeakTls(asio::io_context& context, const ServerAddress& address,
                                const Post& post) {
  asio::ssl::context tls(asio::ssl::context::tls_client);
  tls.set_options(asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1);
  tls.set_default_verify_paths();
  if (!post.ca_file.empty()) tls.load_verify_file(post.ca_file);
  beast::ssl_stream<beast::tcp_stream> stream(context, tls);
  stream.set_verify_mode(asio::ssl::verify_peer);
  stream.set_verify_callback(asio::ssl::host_name_verification(address.host));
  SSL_set_tlsext_host_name(stream.native_handle(), address.host.c_str());
  co_await Connect(stream.next_layer(), address);
  stream.next_layer().expires_after(kPatience);
  co_await stream.async_handshake(asio::ssl::stream_base::client, use_awaitable);
  co_return co_await Speak(stream, address, post);
}

asio::awaitable<Reply> SpeakTo(asio::io_context& context, const ServerAddress& address,
                               const Post& post) {
  switch (address.kind) {
    case ServerAddress::Kind::kTls:
      co_return co_await SpeakTls(context, address, post);
    case ServerAddress::Kind::kPlain: {
      beast::tcp_stream stream(context);
      co_await Connect(stream, address);
      co_return co_await Speak(stream, address, post);
    }
    case ServerAddress::Kind::kUnix: {
      beast::basic_stream<asio::local::stream_protocol> stream(context);
      stream.expires_after(kPatience);
      co_await stream.async_connect(asio::local::stream_protocol::endpoint(address.host),
                                    use_awaitable);
      co_return co_await Speak(stream, address, post);
    }
  }
  throw std::logic_error("an address of no kind");
}

}  // namespace

Result<Reply> Exchange(const ServerAddress& address, const Post& post) {
  asio::io_context context;
  Result<Reply> reply = ResourceError("the server did not answer");
  // Beast throws at a failed step; nothing of it leaves this file.
  const auto run = [&]() -> asio::awaitable<void> {
    try {
      reply = co_await SpeakTo(context, address, post);
    } catch (const boost::system::system_error& fault) {
      reply = ResourceError(fmt::format("cannot reach the server: {}", fault.code().message()),
                            address.Host(),
                            "is the address right, and is the server running? For a certificate of "
                            "a private authority: --ca FILE");
    }
  };
  asio::co_spawn(context, run, asio::detached);
  context.run();
  return reply;
}

}  // namespace gauze
