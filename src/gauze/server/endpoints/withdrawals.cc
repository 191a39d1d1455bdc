// People who chose more strictly after a release was made.
#include "gauze/base/json.h"
#include "gauze/server/endpoints/endpoints.h"
#include "gauze/server/endpoints/fields.h"
#include "gauze/server/withdrawal.h"

namespace gauze::server {
namespace {

constexpr std::size_t kLongestPerson = 1024;
constexpr std::size_t kLongestColumn = 1024;

}  // namespace

Verdict AddWithdrawal(Desk& desk, const Call& call) {
  Fields fields(call.request.body);
  const std::string person = fields.Text("person", kLongestPerson);
  Withdrawal withdrawal{.attribute = fields.Text("attribute", kLongestColumn)};
  withdrawal.choice = static_cast<int>(fields.Number("choice", 2, 3));
  if (!fields.Finish()) return Refused(400, "malformed", fields.fault());
  Release* release = desk.state.FindRelease(call.request.path.at("release"));
  if (release == nullptr || release->outdated()) {
    return Refused(404, "not_found", "there is no such release");
  }
  withdrawal.person = release->gate.index().TagOfPerson(person);
  const std::string refusal = RefusalOf(*release, withdrawal);
  if (refusal == "not_found") {
    return Refused(404, refusal, "there is no such person in the release");
  }
  if (refusal == "unknown_column") {
    return Refused(422, refusal, "the attribute is not a column with choices of the release");
  }
  if (!refusal.empty()) {
    return Refused(422, refusal, "a choice of a released value is only ever made stricter");
  }
  StoredWithdrawal stored =
      SealWithdrawal(desk.state.log_key, desk.audit_number, release->facts.id, withdrawal);
  desk.writes.changes.push_back(
      {"INSERT INTO withdrawals (number, release, sealed) VALUES ($1, $2, $3)",
       {std::to_string(stored.number), stored.release, stored.sealed}});
  desk.writes.changes.push_back({"DELETE FROM replies", {}});
  desk.writes.forget_replies = true;
  Withdraw(*release, withdrawal, std::move(stored));
  return Done(Json{{"release", release->facts.id},
                   {"attribute", withdrawal.attribute},
                   {"choice", withdrawal.choice},
                   {"withdrawals", release->withdrawals.size()}}
                  .dump(),
              201);
}

}  // namespace gauze::server
