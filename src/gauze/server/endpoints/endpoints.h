#pragma once

#include "gauze/server/endpoints/call.h"

// Everything that can be asked for; routes.cc says where, and by whom.

namespace gauze::server {

// interpret.cc
Verdict Interpret(Desk& desk, const Call& call);
Verdict InterpretTree(Desk& desk, const Call& call);

// batches.cc
Verdict InterpretBatch(Desk& desk, const Call& call);

// projects.cc
Verdict NoProject();
Verdict ListProjects(Desk& desk, const Call& call);
Verdict ShowProject(Desk& desk, const Call& call);
Verdict AddProject(Desk& desk, const Call& call);
Verdict SetBudget(Desk& desk, const Call& call);
Verdict RevokeProject(Desk& desk, const Call& call);

// rights.cc
Verdict AddMember(Desk& desk, const Call& call);
Verdict RemoveMember(Desk& desk, const Call& call);
Verdict Grant(Desk& desk, const Call& call);
Verdict RemoveGrant(Desk& desk, const Call& call);

// releases.cc
Verdict ListReleases(Desk& desk, const Call& call);
Verdict ShowRelease(Desk& desk, const Call& call);
Verdict AddRelease(Desk& desk, const Call& call);
Verdict RevokeRelease(Desk& desk, const Call& call);

// withdrawals.cc
Verdict AddWithdrawal(Desk& desk, const Call& call);

// log.cc
Verdict ShowAudit(Desk& desk, const Call& call);
Verdict ShowAuditHead(Desk& desk, const Call& call);

}  // namespace gauze::server
