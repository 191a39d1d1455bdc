#include "gauze/server/serve.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "gauze/http/server.h"
#include "gauze/server/audit_check.h"
#include "gauze/server/decider.h"
#include "gauze/server/identity/key_source.h"
#include "gauze/server/importer.h"
#include "gauze/server/log.h"
#include "gauze/server/service.h"

namespace gauze::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kTries = 600;
constexpr milliseconds kPause{100};

// Reads the issuer's keys now and then, and soon when a token named one that is not known.
class Refresher {
 public:
  Refresher(Identity& identity, seconds every)
      : identity_(identity), every_(every), thread_([this] { Run(); }) {}
  ~Refresher() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    stop_.notify_one();
    thread_.join();
  }

 private:
  void Run() {
    // A stranger can make us look for keys at most once in this time.
    constexpr seconds kSoonest{1};
    auto last = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    while (!stop_.wait_for(lock, kSoonest, [&] { return stopping_; })) {
      const auto now = std::chrono::steady_clock::now();
      if (!identity_.KeyWanted() && now - last < every_) continue;
      last = now;
      const auto read = identity_.Refresh();
      if (!read) {
        Log("warning",
            "the issuer's keys cannot be read; the last ones are used until they are too old");
      } else if (read->keys == 0 || read->bad > 0) {
        Log("warning", "some of the issuer's keys cannot be used, or there are none",
            {{"keys", std::to_string(read->keys)}, {"bad", std::to_string(read->bad)}});
      }
    }
  }

  Identity& identity_;
  seconds every_;
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopping_ = false;
  std::thread thread_;
};

// At the start of a machine the database may come later than we do.
Result<Store> OpenPatiently(const std::string& database) {
  for (int attempt = 1;; ++attempt) {
    auto store = Store::Open(database, Store::Access::kAlone);
    if (store || store.error().code != ErrorCode::kResource || attempt == kTries) return store;
    if (attempt == 1) Log("info", "waiting", {{"why", store.error().message}});
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace

Status Serve(const Config& config) {
  GAUZE_ASSIGN(const SecretKey master, SecretKey::ReadFile(config.master_key));
  GAUZE_ASSIGN(VaultKeys vault_keys, ReadVaultKeys(config.vault_key));
  GAUZE_ASSIGN(KeySource source, MakeKeySource(config));
  Identity identity(config.token, std::move(source), seconds(config.jwks_longest_seconds));
  GAUZE_ASSIGN(const Identity::Read read, identity.Refresh());
  if (read.keys == 0) {
    return InputError("the JSON Web Key Set has no key for RS256 or EdDSA", "identity.jwks",
                      "a key needs kid, and kty RSA (2048 bits or more) or OKP (Ed25519)");
  }
  GAUZE_ASSIGN(Store store, OpenPatiently(config.database));
  GAUZE_TRY(store.CheckMigrated());
  GAUZE_ASSIGN(SecretKey log_key, LoadLogKey(store, master));
  GAUZE_ASSIGN(const KeyedDigest digests, KeyedDigest::Under(log_key));
  GAUZE_ASSIGN(HeadFile head_file, HeadFile::Open(config.state, digests));
  GAUZE_ASSIGN(CheckedTables checked, CheckSealed(store, digests, head_file.head(), std::nullopt));
  GAUZE_ASSIGN(State state, LoadState(store, master, std::move(log_key), std::move(checked.facts)));
  GAUZE_TRY(head_file.Note(state.head));
  Log("info", "loaded",
      {{"releases", std::to_string(state.releases.size())},
       {"projects", std::to_string(state.projects.size())},
       {"log", HeadText(state.head)}});

  Metrics metrics;
  const auto connect = [&]() -> Result<std::unique_ptr<LogStore>> {
    GAUZE_ASSIGN(Store again, Store::Open(config.database, Store::Access::kAlone));
    return std::make_unique<Store>(std::move(again));
  };
  Decider decider(std::move(state), std::make_unique<Store>(std::move(store)), std::move(head_file),
                  connect, config.limits, metrics);
  Importer importer(std::move(vault_keys), master,
                    [&] { return Store::Open(config.database, Store::Access::kBeside); });
  Service service(config.limits, identity, importer, decider, digests, metrics);
  Refresher refresher(identity, seconds(config.jwks_refresh_seconds));
  http::HttpServer server({.socket_path = config.socket_path,
                           .address = config.address,
                           .port = config.port,
                           .threads = config.threads,
                           .limits = {.request_seconds = config.limits.request_seconds,
                                      .idle_seconds = config.limits.idle_seconds,
                                      .connections = config.limits.connections},
                           .on_stop = [] { Log("info", "stopping"); }},
                          service, metrics.connections);
  GAUZE_TRY(server.Listen());
  Log("info", "serving");
  server.Run();
  decider.Stop();
  Log("info", "stopped");
  return {};
}

}  // namespace gauze::server
