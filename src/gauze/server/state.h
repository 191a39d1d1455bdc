#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "gauze/audit/audit.h"
#include "gauze/interpret/budget.h"
#include "gauze/interpret/gate.h"
#include "gauze/server/keys/secret_key.h"
#include "gauze/server/store/store.h"

// What the server knows, in memory: what the database holds, and the private tables opened. One
// thread owns it (decider.h), so nothing in it is locked.

namespace gauze::server {

struct Release {
  StoredRelease facts;
  Gate gate;
};

struct Project {
  StoredProject facts;
  std::set<std::string> members;
  std::map<std::string, std::set<std::string>> grants;  // release -> attributes
  std::map<std::string, BudgetSpent> spent;             // by release

  BudgetLimits limits() const { return {facts.questions, facts.questions_per_value}; }
};

struct State {
  std::map<std::string, Project> projects;
  std::map<std::string, std::shared_ptr<Release>> releases;
  AuditHead head;
  SecretKey log_key;  // questions and answers are stored under it

  Project* FindProject(const std::string& id);
  Release* FindRelease(const std::string& id);
};

// Opens every vault and brings gates and budgets to where they were, by the questions that were
// answered, in their order. Makes the log's key if there is none yet.
Result<State> LoadState(Store& store, const SecretKey& master);

// Where a stored question belongs; part of what it is sealed with.
std::string QuestionPlace(std::uint64_t audit_number);

}  // namespace gauze::server
