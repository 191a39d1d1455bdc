#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "gauze/audit/audit.h"
#include "gauze/interpret/gate/question_budget.h"
#include "gauze/server/held_release.h"
#include "gauze/server/keys/keyed_digest.h"
#include "gauze/server/keys/secret_key.h"
#include "gauze/server/store/postgres_store.h"

// What the server knows, in memory: what the database holds, and the private tables opened. One
// thread owns it (decider.h), so nothing in it is locked.

namespace gauze::server {

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
  SecretKey log_key;         // questions and answers are stored under it
  KeyedDigest digests;       // derived from it
  std::string facts_digest;  // of projects, members, rights and releases as they are stored

  Project* FindProject(const std::string& id);
  Release* FindRelease(const std::string& id);
};

// The key of questions and answers. Made again if the database is.
Result<SecretKey> LoadLogKey(Store& store, const SecretKey& master);

// Opens every vault and brings gates and budgets to where they were, by the questions that were
// answered, in their order. What `facts` and the log say was checked before (audit_check.h).
Result<State> LoadState(Store& store, const SecretKey& master, SecretKey log_key, Facts facts);

// What State has of the tables that officers change.
Facts FactsOf(const State& state);

// Where a stored question belongs; part of what it is sealed with.
std::string QuestionPlace(const AnsweredRow& row);

}  // namespace gauze::server
