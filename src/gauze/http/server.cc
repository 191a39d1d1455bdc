#include "gauze/http/server.h"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "gauze/http/connection.h"

namespace gauze::http {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using boost::system::error_code;
using Tcp = asio::ip::tcp;
using Local = asio::local::stream_protocol;

struct HttpServer::Inside {
  Inside(ServerOptions given, Handler& handler, std::atomic<std::uint64_t>& counter)
      : options(std::move(given)),
        connections(counter),
        context(static_cast<int>(options.threads)),
        shared{options.limits, handler},
        control(asio::make_strand(context)),
        signals(control) {}

  const ServerOptions options;
  std::atomic<std::uint64_t>& connections;
  asio::io_context context;
  Connections shared;
  asio::strand<asio::io_context::executor_type> control;  // accepts, and stops
  asio::signal_set signals;
  std::optional<Tcp::acceptor> tcp;
  std::optional<Local::acceptor> local;
  std::mutex mutex;
  std::map<void*, std::function<void()>> open;  // how to close each connection that is idle

  template <typename Protocol>
  awaitable<void> ServeOne(std::shared_ptr<Connection<Protocol>> connection) {
    {
      const std::lock_guard lock(mutex);
      open.emplace(connection.get(), [weak = std::weak_ptr(connection)] {
        if (const auto alive = weak.lock()) alive->CloseIfIdle();
      });
    }
    ++connections;
    co_await connection->Serve();
    --connections;
    const std::lock_guard lock(mutex);
    open.erase(connection.get());
  }

  template <typename Protocol>
  awaitable<void> Accept(typename Protocol::acceptor& acceptor) {
    while (acceptor.is_open()) {
      error_code fault;
      typename Protocol::socket socket = co_await acceptor.async_accept(
          asio::make_strand(context), asio::redirect_error(use_awaitable, fault));
      if (!acceptor.is_open()) co_return;
      if (fault) {  // out of file descriptors: others have to close first
        asio::steady_timer pause(co_await asio::this_coro::executor, std::chrono::milliseconds(50));
        co_await pause.async_wait(asio::redirect_error(use_awaitable, fault));
        continue;
      }
      if (connections >= options.limits.connections) continue;  // closes it
      auto executor = socket.get_executor();
      auto connection = std::make_shared<Connection<Protocol>>(std::move(socket), shared);
      asio::co_spawn(executor, ServeOne(std::move(connection)), asio::detached);
    }
  }

  // Connections end by themselves when they see that the server stops; idle ones are closed.
  void Stop() {
    options.on_stop();
    shared.stopping = true;
    error_code ignored;
    signals.cancel(ignored);
    if (tcp) tcp->close(ignored);
    if (local) local->close(ignored);
    if (!options.socket_path.empty()) unlink(options.socket_path.c_str());
    const std::lock_guard lock(mutex);
    for (const auto& [connection, close] : open) close();
  }
};

HttpServer::HttpServer(ServerOptions options, Handler& handler, std::atomic<std::uint64_t>& open)
    : inside_(std::make_unique<Inside>(std::move(options), handler, open)) {}
HttpServer::~HttpServer() = default;

Status HttpServer::Listen() {
  Inside& in = *inside_;
  try {
    if (in.options.socket_path.empty()) {
      in.tcp.emplace(in.control,
                     Tcp::endpoint(asio::ip::make_address(in.options.address), in.options.port));
    } else {
      // The lock in the database says that no other server is alive, so an old socket is a remnant.
      // Whatever else has the name is somebody's file.
      if (std::filesystem::is_socket(in.options.socket_path)) {
        std::filesystem::remove(in.options.socket_path);
      }
      in.local.emplace(in.control, Local::endpoint(in.options.socket_path));
      chmod(in.options.socket_path.c_str(), 0660);
    }
  } catch (const std::exception& failure) {
    return ResourceError(
        "cannot listen on this address",
        in.options.socket_path.empty() ? in.options.address : in.options.socket_path,
        "is another program listening there? may this user write there?");
  }
  return {};
}

std::uint16_t HttpServer::port() const {
  return inside_->tcp ? inside_->tcp->local_endpoint().port() : 0;
}

void HttpServer::Stop() {
  asio::post(inside_->control, [this] { inside_->Stop(); });
}

void HttpServer::Run() {
  Inside& in = *inside_;
  if (in.tcp) asio::co_spawn(in.control, in.Accept<Tcp>(*in.tcp), asio::detached);
  if (in.local) asio::co_spawn(in.control, in.Accept<Local>(*in.local), asio::detached);
  if (in.options.stops_on_signals) {
    in.signals.add(SIGTERM);
    in.signals.add(SIGINT);
    in.signals.async_wait([&](const error_code& fault, int) {
      if (!fault) in.Stop();
    });
  }
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < in.options.threads; ++i) {
    threads.emplace_back([&] { in.context.run(); });
  }
  in.context.run();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace gauze::http
