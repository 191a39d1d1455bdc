#include "gauze/ledger/append/state_json.h"

#include <map>
#include <unordered_map>

#include "gauze/base/json.h"

namespace gauze {
namespace {

Json TupleJson(const CodedTable& coded, std::uint32_t tuple) {
  Json values = Json::array();
  for (std::size_t j = 0; j < coded.table.domains.size(); ++j) {
    const Domain& domain = coded.table.domains[j];
    const Code code = coded.table.columns[j].Get(tuple);
    values.push_back(domain.IsMissing(code) ? Json(nullptr) : Json(domain[code].text));
  }
  return values;
}

// Numbers the tuples that a state names, in the order in which they come.
class Tuples {
 public:
  explicit Tuples(const CodedTable& coded) : coded_(coded) {}

  std::size_t Number(std::uint32_t tuple) {
    const auto [place, fresh] = numbers_.emplace(tuple, listed_.size());
    if (fresh) listed_.push_back(TupleJson(coded_, tuple));
    return place->second;
  }

  Json GroupJson(const ledger::Group& group) {
    Json json = Json::array();
    for (const ledger::Share& share : group) json.push_back({Number(share.tuple), share.rows});
    return json;
  }

  Json Take() { return std::move(listed_); }

 private:
  const CodedTable& coded_;
  std::unordered_map<std::uint32_t, std::size_t> numbers_;
  Json listed_ = Json::array();
};

ledger::Group GroupFrom(const Json& json, const std::vector<std::uint32_t>& tuples) {
  ledger::Group group;
  for (const Json& share : json) {
    group.push_back({tuples.at(share.at(0).get<std::size_t>()), share.at(1)});
  }
  std::ranges::sort(group, {}, &ledger::Share::tuple);
  return group;
}

ledger::State Read(const Json& json, const std::vector<std::uint32_t>& tuples) {
  ledger::State state{.releases = json.at("releases")};
  for (const Json& one : json.at("classes")) {
    ledger::Class& made = state.classes.emplace_back();
    made.members = GroupFrom(one.at("members"), tuples);
    made.since = one.at("since");
    made.origins = one.at("origins").get<std::vector<std::uint32_t>>();
    for (const Json& atom : one.at("atoms")) made.atoms.push_back(GroupFrom(atom, tuples));
  }
  for (const Json& one : json.at("waiting")) {
    state.waiting.push_back({.tuple = tuples.at(one.at(0).get<std::size_t>()),
                             .rows = one.at(1),
                             .since = one.at(2),
                             .place = one.at(3)});
  }
  for (const Json& group : json.at("earlier")) state.earlier.push_back(GroupFrom(group, tuples));
  return state;
}

}  // namespace

Json StateToJson(const ledger::State& state, const CodedTable& coded) {
  Tuples tuples(coded);
  Json classes = Json::array();
  for (const ledger::Class& one : state.classes) {
    Json atoms = Json::array();
    for (const ledger::Group& atom : one.atoms) atoms.push_back(tuples.GroupJson(atom));
    classes.push_back({{"members", tuples.GroupJson(one.members)},
                       {"since", one.since},
                       {"origins", one.origins},
                       {"atoms", std::move(atoms)}});
  }
  Json waiting = Json::array();
  for (const ledger::Waiting& one : state.waiting) {
    waiting.push_back({tuples.Number(one.tuple), one.rows, one.since, one.place});
  }
  Json earlier = Json::array();
  for (const ledger::Group& group : state.earlier) earlier.push_back(tuples.GroupJson(group));
  return {{"releases", state.releases},
          {"classes", std::move(classes)},
          {"waiting", std::move(waiting)},
          {"earlier", std::move(earlier)},
          {"tuples", tuples.Take()}};
}

Result<ledger::State> StateFromJson(const Json& json, const CodedTable& coded) {
  const auto damaged =
      tl::unexpected(Error{ErrorCode::kPromise, "the ledger's state does not match its records", "",
                           "gauze ledger verify shows what is damaged"});
  std::unordered_map<std::string, std::uint32_t> place;
  for (std::uint32_t tuple = 0; tuple < coded.table.tuples(); ++tuple) {
    place.emplace(TupleJson(coded, tuple).dump(), tuple);
  }
  try {
    std::vector<std::uint32_t> tuples;
    for (const Json& values : json.at("tuples")) {
      const auto found = place.find(values.dump());
      if (found == place.end()) return damaged;
      tuples.push_back(found->second);
    }
    return Read(json, tuples);
  } catch (const Json::exception&) {
    return damaged;
  } catch (const std::out_of_range&) {
    return damaged;
  }
}

}  // namespace gauze
