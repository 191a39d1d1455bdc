#include "gauze/http/connection.h"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>
#include <limits>
#include <mutex>
#include <optional>

#include "gauze/http/problem.h"

namespace gauze::http {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace beast_http = beast::http;
using asio::awaitable;
using asio::use_awaitable;
using boost::system::error_code;
using std::chrono::seconds;

constexpr std::uint32_t kHeadBytes = 16 * 1024;
constexpr std::chrono::milliseconds kBetweenEvents{20};
constexpr seconds kDiscardSeconds{2};
constexpr seconds kBetweenSigns{15};  // of life, so that nobody takes a quiet stream for a dead one

// Waits on a timer that the answer cuts short.
class TimedWaiter : public Waiter, public std::enable_shared_from_this<TimedWaiter> {
 public:
  TimedWaiter(asio::any_io_executor executor, seconds patience) : timer_(executor, patience) {}

  bool Gone() const override {
    const std::lock_guard lock(mutex_);
    return gone_;
  }
  void Answer(Response response) override {
    {
      const std::lock_guard lock(mutex_);
      response_ = std::move(response);
    }
    asio::post(timer_.get_executor(), [self = shared_from_this()] { self->timer_.cancel(); });
  }
  // Afterwards an answer that comes is for nobody.
  awaitable<std::optional<Response>> Wait() {
    error_code fault;
    if (!Answered()) co_await timer_.async_wait(asio::redirect_error(use_awaitable, fault));
    const std::lock_guard lock(mutex_);
    gone_ = true;
    co_return std::move(response_);
  }

 private:
  bool Answered() const {
    const std::lock_guard lock(mutex_);
    return response_.has_value();
  }

  asio::steady_timer timer_;  // touched on its executor only
  mutable std::mutex mutex_;
  std::optional<Response> response_;
  bool gone_ = false;
};

// The value of a field; of one that came several times all of them, as HTTP has it, which no field
// that is read here allows.
std::string Field(const beast_http::fields& fields, std::string_view name) {
  std::string text;
  const auto [first, last] = fields.equal_range({name.data(), name.size()});
  for (auto field = first; field != last; ++field) {
    if (field != first) text += ", ";
    text += std::string(field->value());
  }
  return text;
}

Request HeadOf(const beast_http::request_header<>& header) {
  Request request;
  request.method = std::string(header.method_string());
  request.target = std::string(header.target());
  const std::string authorization = Field(header, "Authorization");
  constexpr beast::string_view kBearer = "bearer ";
  if (authorization.size() > kBearer.size() &&
      beast::iequals(authorization.substr(0, kBearer.size()), kBearer)) {
    request.token = authorization.substr(kBearer.size());
  }
  request.content_type = Field(header, "Content-Type");
  request.content_digest = Field(header, "Content-Digest");
  request.idempotency_key = Field(header, "Idempotency-Key");
  request.host = Field(header, "Host");
  request.origin = Field(header, "Origin");
  request.fetch_site = Field(header, "Sec-Fetch-Site");
  request.fetch_mode = Field(header, "Sec-Fetch-Mode");
  request.cookie = Field(header, "Cookie");
  return request;
}

// The client left or was too slow: there is nobody to answer.
bool IsGone(const error_code& fault) {
  return fault && (fault == beast_http::error::end_of_stream ||
                   fault == beast_http::error::partial_message || fault == beast::error::timeout ||
                   fault.category() == asio::error::get_system_category());
}

Response HttpProblem(const error_code& fault) {
  if (fault == beast_http::error::header_limit) {
    return Problem(431, "malformed", "the request header is too long");
  }
  if (fault == beast_http::error::body_limit) {
    return Problem(413, "too_large", "the body is longer than this server accepts");
  }
  return Problem(400, "malformed", "the HTTP request is malformed");
}

template <typename Message>
void SetHeaders(const Response& response, Message& message) {
  message.set(beast_http::field::content_type, response.content_type);
  message.set(beast_http::field::cache_control, "no-store");
  message.set("X-Content-Type-Options", "nosniff");
  for (const auto& [name, value] : response.headers) message.set(name, value);
}

}  // namespace

template <typename Protocol>
Connection<Protocol>::Connection(typename Protocol::socket socket, Connections& shared)
    : stream_(std::move(socket)), buffer_(kHeadBytes * 4), shared_(shared) {}

template <typename Protocol>
void Connection<Protocol>::CloseIfIdle() {
  asio::post(stream_.get_executor(), [self = this->shared_from_this()] {
    if (self->idle_) self->stream_.close();
  });
}

template <typename Protocol>
awaitable<void> Connection<Protocol>::Serve() {
  const auto self = this->shared_from_this();
  try {
    while (co_await ServeOne()) {
    }
    stream_.socket().shutdown(Protocol::socket::shutdown_send);
    if (refused_) co_await Discard();
  } catch (const boost::system::system_error&) {
    // The client left, or took too long: there is nobody to tell.
  }
}

template <typename Protocol>
awaitable<void> Connection<Protocol>::Discard() {
  idle_ = true;
  stream_.expires_after(kDiscardSeconds);
  std::array<char, 4096> piece;
  error_code fault;
  while (!fault && !shared_.stopping) {
    co_await stream_.async_read_some(asio::buffer(piece),
                                     asio::redirect_error(use_awaitable, fault));
  }
}

template <typename Protocol>
awaitable<bool> Connection<Protocol>::ServeOne() {
  beast_http::request_parser<beast_http::string_body> parser;
  parser.header_limit(kHeadBytes);
  parser.body_limit(std::numeric_limits<std::uint64_t>::max());  // until the head is known
  error_code fault;
  idle_ = true;
  stream_.expires_after(seconds(shared_.limits.idle_seconds));
  if (shared_.stopping) co_return false;
  co_await beast_http::async_read_header(stream_, buffer_, parser,
                                         asio::redirect_error(use_awaitable, fault));
  idle_ = false;
  if (IsGone(fault)) co_return false;
  if (fault) {
    Response refused = co_await AskRefusal("malformed", HttpProblem(fault));
    co_return co_await Send(std::move(refused), 11, false);
  }
  Request request = HeadOf(parser.get());
  const std::uint64_t limit = shared_.handler.BodyLimit(request);
  const std::uint64_t length = parser.content_length().value_or(0);
  stream_.expires_after(seconds(shared_.limits.request_seconds + length / (1U << 20U)));
  const unsigned version = parser.get().version();
  if (length <= limit) {
    parser.body_limit(limit);
    if (beast::iequals(parser.get()[beast_http::field::expect], "100-continue")) {
      beast_http::response<beast_http::empty_body> go_on{beast_http::status::continue_, version};
      co_await beast_http::async_write(stream_, go_on, use_awaitable);
    }
    co_await beast_http::async_read(stream_, buffer_, parser,
                                    asio::redirect_error(use_awaitable, fault));
  } else {
    fault = beast_http::error::body_limit;
  }
  if (IsGone(fault)) co_return false;
  if (fault) {
    Response refused = co_await AskRefusal(
        fault == beast_http::error::body_limit ? "too_large" : "malformed", HttpProblem(fault));
    co_return co_await Send(std::move(refused), version, false);
  }
  const bool keep_alive = parser.get().keep_alive();
  request.body = std::move(parser.get().body());
  Response response = co_await Ask(std::move(request));
  co_return co_await Send(std::move(response), version, keep_alive && !shared_.stopping);
}

template <typename Protocol>
awaitable<Response> Connection<Protocol>::Ask(Request request) {
  return Await([this, request = std::move(request)](std::shared_ptr<Waiter> waiter) mutable {
    shared_.handler.Handle(std::move(request), std::move(waiter));
  });
}

template <typename Protocol>
awaitable<Response> Connection<Protocol>::AskRefusal(const char* reason, Response problem) {
  refused_ = true;
  return Await([=, this](std::shared_ptr<Waiter> waiter) mutable {
    shared_.handler.Refuse(reason, std::move(problem), std::move(waiter));
  });
}

template <typename Protocol>
template <typename Start>
awaitable<Response> Connection<Protocol>::Await(Start start) {
  const auto waiter = std::make_shared<TimedWaiter>(stream_.get_executor(),
                                                    seconds(shared_.limits.request_seconds));
  start(waiter);
  std::optional<Response> response = co_await waiter->Wait();
  if (response) co_return *std::move(response);
  co_return ProblemLater(503, "timeout", "no decision was reached in time", 5);
}

template <typename Protocol>
awaitable<bool> Connection<Protocol>::Send(Response response, unsigned version, bool keep_alive) {
  if (response.events) {
    co_await SendEvents(std::move(response), version);
    co_return false;
  }
  beast_http::response<beast_http::string_body> message{
      static_cast<beast_http::status>(response.code), version};
  SetHeaders(response, message);
  message.keep_alive(keep_alive);
  message.body() = std::move(response.body);
  message.prepare_payload();
  stream_.expires_after(seconds(shared_.limits.request_seconds));
  co_await beast_http::async_write(stream_, message, use_awaitable);
  co_return keep_alive;
}

template <typename Protocol>
awaitable<void> Connection<Protocol>::SendEvents(Response response, unsigned version) {
  beast_http::response<beast_http::empty_body> head{static_cast<beast_http::status>(response.code),
                                                    version};
  response.content_type = "text/event-stream";
  SetHeaders(response, head);
  head.keep_alive(false);
  beast_http::response_serializer<beast_http::empty_body> serializer{head};
  const auto patience = seconds(shared_.limits.request_seconds);
  stream_.expires_after(patience);
  co_await beast_http::async_write_header(stream_, serializer, use_awaitable);
  asio::steady_timer timer(co_await asio::this_coro::executor);
  auto last = std::chrono::steady_clock::now();
  while (!shared_.stopping) {
    std::optional<std::string> text = response.events->Next();
    if (!text) co_return;
    const auto now = std::chrono::steady_clock::now();
    if (text->empty() && now - last >= kBetweenSigns) *text = ": still here\n\n";
    if (!text->empty()) {
      last = now;
      stream_.expires_after(patience);
      co_await asio::async_write(stream_, asio::buffer(*text), use_awaitable);
    }
    timer.expires_after(kBetweenEvents);
    co_await timer.async_wait(use_awaitable);
  }
}

template class Connection<asio::ip::tcp>;
template class Connection<asio::local::stream_protocol>;

}  // namespace gauze::http
