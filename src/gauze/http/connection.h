#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <memory>

#include "gauze/http/connection_limits.h"
#include "gauze/http/handler.h"

// Private to http/: one connection, from accept to close.

namespace gauze::http {

// What all connections share.
struct Connections {
  const ConnectionLimits& limits;
  Handler& handler;
  std::atomic<bool> stopping = false;
};

// Runs on the strand of its socket: one thing at a time.
template <typename Protocol>
class Connection : public std::enable_shared_from_this<Connection<Protocol>> {
 public:
  Connection(typename Protocol::socket socket, Connections& shared);

  // Requests one after another, until the client or the server has enough.
  boost::asio::awaitable<void> Serve();
  // Closes it if no request is on its way; from any thread.
  void CloseIfIdle();

 private:
  // False: this was the last one.
  boost::asio::awaitable<bool> ServeOne();
  boost::asio::awaitable<Response> Ask(Request request);
  boost::asio::awaitable<Response> AskRefusal(const char* reason, Response problem);
  template <typename Start>
  boost::asio::awaitable<Response> Await(Start start);
  boost::asio::awaitable<bool> Send(Response response, unsigned version, bool keep_alive);
  // Events until they are over, the client leaves or the server stops; then the connection ends.
  boost::asio::awaitable<void> SendEvents(Response response, unsigned version);
  // Takes what the client still sends after it was refused, for a moment: if the connection ended
  // with bytes unread, the system would reset it, and most clients would never read the answer.
  boost::asio::awaitable<void> Discard();

  boost::beast::basic_stream<Protocol> stream_;
  boost::beast::flat_buffer buffer_;
  Connections& shared_;
  bool idle_ = true;
  bool refused_ = false;  // with bytes that may be unread
};

}  // namespace gauze::http
