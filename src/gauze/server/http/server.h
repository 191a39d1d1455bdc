#pragma once

#include <memory>

#include "gauze/server/config.h"
#include "gauze/server/http/handler.h"
#include "gauze/server/metrics.h"

namespace gauze::server {

// Listens, and serves HTTP/1.1 on the threads of the configuration.
class HttpServer {
 public:
  HttpServer(const Config& config, Handler& handler, Metrics& metrics);
  ~HttpServer();

  Status Listen();
  // Returns when the process was asked to stop (SIGTERM, SIGINT) and every request that had come
  // by then has its answer, or its time was up.
  void Run();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace gauze::server
