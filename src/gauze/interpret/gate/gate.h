#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "gauze/base/error.h"
#include "gauze/interpret/gate/decision.h"
#include "gauze/interpret/gate/gate_limits.h"
#include "gauze/interpret/gate/gate_state.h"
#include "gauze/interpret/index/vault_index.h"
#include "gauze/interpret/query/decision_tree.h"
#include "gauze/interpret/query/query.h"

namespace gauze {

// When to give a tree up, so that nobody keeps the server busy with what they can't pay for. What
// is given up is refused as a whole; unlike other refusals it can be answered another time.
struct TreeLimits {
  std::uint64_t told = std::numeric_limits<std::uint64_t>::max();  // nodes that can be paid for
  std::function<bool()> late;                                      // asked before each node
};

// Decides which questions about one release are answered, for all projects together: what two of
// them learn, they can put side by side.
//
// A question asks about the rows S that show certain cells. Its answer can tell the number of
// persons in S, and how many of them have an own value v: a set S ∧ v, which only the server knows.
//
// Claim 1. Take any answered questions, and any function of the sets whose numbers they told, such
// as a sum with weights or a Boolean formula. The persons for whom it has one certain value are
// none, or at least k.
//   Every told number is that of a set of persons. The gate keeps the partition of the persons that
//   all these sets generate (`told`), and tells a number only if each atom still has k persons. A
//   function of the sets is the same for all persons of an atom.
//
// Claim 2. What was refused or withheld tells no more. Let every row be somebody else's. The sets
// of rows of all answered questions, and of the values of released columns that they asked for,
// generate a partition whose atoms have k rows or more. Exchange what two rows of an atom own, all
// hidden columns together: the server would have said the same, word for word, to the same
// questions and to any that it refused. So beyond what the release shows and what aliases and
// grades mean, nothing that the server ever said tells who of these k or more owns what.
//   Whether a question is answered depends on shown cells alone: its rows, and the others, must
//   leave every atom of such sets (`asked`) with k rows or none; so must each value of a released
//   column that is named. What an answer tells or withholds about own values depends on them only
//   through numbers of persons in sets made of whole atoms. A question that passes is remembered
//   even if every number is withheld, or else what it withholds would tell.
//   Where persons have several rows, both the atoms of rows and those of persons keep k persons,
//   and a refusal can tell something about which rows are the same person's.
//
// Claim 3. Of a safe column the server says what aliases mean, each with k3 persons behind it, and
// counts cells as they are shown. It holds no own value of anybody there: whatever was asked, who
// shows a node's name can have any value right below it, and so can who shows the node's alias. So
// nobody is told more about somebody for having chosen more strictly (choices_test.cc).
//
// What a question costs: a pass over the rows of S for each partition; a repeat a look-up.
// Questions use up the table: each splits atoms, and in the end everything new is refused as
// `difference`, most of it at sight (witnesses.h).
//
// Decide is pure and may be called by several threads; Commit and Replay must be alone.
class Gate {
 public:
  static Result<Gate> Make(std::shared_ptr<const VaultIndex> index, GateLimits limits);

  Decision Decide(const Query& query) const;
  // All nodes of a tree, the root first and each "yes" before its "no". A node that must not be
  // told is left as it was shown; refused only if that holds for all.
  Decision Decide(const TreeQuery& tree, const TreeLimits& limits = {}) const;

  // Remembers an answer, before anybody sees it. The decision must be this gate's latest: nothing
  // else was committed since.
  void Commit(const Decision& decision);

  // Brings the gate to where it was: `question` of every committed decision, in order. An error if
  // one of them is no longer answered, which means that vault or limits are not the same.
  Status Replay(std::string_view question);

  // A person made a choice stricter: from now on nothing that is answered needs them. They count
  // neither towards k nor towards k3, and their own values are in no number. What was told stays
  // told, but is told to nobody again: it is decided anew. A refusal stays a refusal. Everything
  // shown is as it was, so the sets of rows are, too, and claims 1 and 2 hold as before.
  // For groups that VaultIndex::FindPerson found.
  void Withdraw(std::uint32_t group);

  // A copy to try questions on. It decides as if nobody had withdrawn: somebody who may try any set
  // of people for nothing could find out who did.
  Gate Rehearsal() const;

  const VaultIndex& index() const { return *index_; }

 private:
  Gate(std::shared_ptr<const VaultIndex> index, GateLimits limits);
  const Decision* Answered(const std::string& question) const;

  std::shared_ptr<const VaultIndex> index_;
  GateState state_;
  std::uint64_t version_ = 0;
  std::unordered_map<std::string, Decision> answered_;
};

}  // namespace gauze
