#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "gauze/base/error.h"
#include "gauze/http/connection_limits.h"
#include "gauze/http/handler.h"

namespace gauze::http {

struct ServerOptions {
  // A Unix socket or, if it is empty, a port of an address; port 0: one that is free.
  std::string socket_path;
  std::string address;
  std::uint16_t port = 0;
  unsigned threads = 2;
  ConnectionLimits limits;
  // SIGTERM and SIGINT end Run(); otherwise the process sees to them itself.
  bool stops_on_signals = true;
  std::function<void()> on_stop = [] {};  // called when it begins to stop
};

// Listens, and serves HTTP/1.1. `open` counts connections; it and the handler outlive the server.
class HttpServer {
 public:
  HttpServer(ServerOptions options, Handler& handler, std::atomic<std::uint64_t>& open);
  ~HttpServer();

  Status Listen();
  // That it listens on; 0 for a Unix socket.
  std::uint16_t port() const;
  // Returns when the process was asked to stop and every request that had come by then has its
  // answer, or its time was up.
  void Run();
  // From any thread.
  void Stop();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace gauze::http
