#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gauze/server/endpoints/call.h"
#include "gauze/server/store/postgres_store.h"
#include "gauze/vault/vault.h"

namespace gauze::server {

// Takes in a vault: opens it with the server's secret key, makes it ready for counting, and brings
// it to the database under a key of its own. All that takes seconds happens here, beside the
// decider; what is left for the decider is to write that the release is there.
class Importer {
 public:
  using Connect = std::function<Result<Store>()>;
  Importer(VaultKeys keys, const SecretKey& master, Connect connect);

  // Sets `call.upload`, or says what to refuse. For several threads at a time.
  std::optional<Verdict> Import(Call& call) const;

 private:
  VaultKeys keys_;
  const SecretKey& master_;
  Connect connect_;
};

}  // namespace gauze::server
