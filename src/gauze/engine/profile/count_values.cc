#include "gauze/engine/profile/count_values.h"

#include <algorithm>

#include "gauze/base/stop.h"

namespace gauze {
namespace {

// Keys are counted in piles, by their hash, so that the table of a pile stays in the cache.
constexpr unsigned kPileBits = 8;

std::size_t PileOf(std::uint64_t key) { return Mix(key, 0x91) >> (64 - kPileBits); }

void AddValue(std::uint64_t rows, ValueCounts& counts) {
  ++counts.distinct;
  counts.alone += static_cast<std::uint64_t>(rows == 1);
  std::size_t band = rows == 1 ? 0 : 1;
  for (std::uint64_t above = 10; rows >= above && band + 1 < counts.by_rows.size(); above *= 10) {
    ++band;
  }
  ++counts.by_rows[band];
  counts.agreement += static_cast<double>(rows) * static_cast<double>(rows);
}

// With few values everywhere: places of threads become codes.
void CountFew(SeenRows& seen, std::size_t column,
              const std::vector<std::optional<std::uint64_t>>& watched, ValueCounts& counts) {
  KeyPlaces all;
  std::vector<std::uint64_t> rows;
  std::vector<std::vector<std::uint32_t>> code_of(seen.parts.size());  // by place and one, 0 first
  for (std::size_t p = 0; p < seen.parts.size(); ++p) {
    const SeenColumn& part = seen.parts[p].columns[column];
    code_of[p].push_back(0);
    for (std::size_t place = 0; place < part.rows.size(); ++place) {
      const std::uint32_t code = all.Put(part.places.keys()[place]);
      if (code == rows.size()) rows.push_back(0);
      rows[code] += part.rows[place];
      code_of[p].push_back(code + 1);
    }
  }
  for (const std::uint64_t of_value : rows) AddValue(of_value, counts);
  for (std::size_t i = 0; i < watched.size(); ++i) {
    const std::uint32_t place = watched[i] ? all.Find(*watched[i]) : KeyPlaces::kFree;
    if (place != KeyPlaces::kFree) counts.watched[i] = rows[place];
  }
  if (!seen.kept) return;
  counts.codes = ColumnCodes(static_cast<std::uint32_t>(all.size()) + 1);
  for (std::size_t p = 0; p < seen.parts.size(); ++p) {
    for (SeenBlock& block : seen.parts[p].blocks) {
      for (const std::uint16_t place : block.places[column]) counts.codes.Add(code_of[p][place]);
      std::vector<std::uint16_t>().swap(block.places[column]);
    }
  }
}

// Calls use(key, what) for every key: with the number of its row where rows are kept, otherwise
// with how many rows it stands for.
template <typename Use>
void ForEachKey(const SeenRows& seen, std::size_t column, const Use& use) {
  std::uint64_t row = 0;
  for (const SeenPart& part : seen.parts) {
    const SeenColumn& of_part = part.columns[column];
    if (!seen.kept) {
      for (std::size_t place = 0; place < of_part.rows.size(); ++place) {
        const std::uint64_t key = of_part.places.keys()[place];
        if (IsKept(key, seen.level)) use(key, of_part.rows[place]);
      }
    }
    for (const SeenBlock& block : part.blocks) {
      StopIfAsked();
      for (const std::uint16_t place : block.places[column]) {
        use(place == 0 ? SeenBlock::kMissingKey : of_part.places.keys()[place - 1U], row++);
      }
      for (const std::uint64_t key : block.keys[column]) use(key, seen.kept ? row++ : 1);
    }
  }
}

struct PiledKey {
  std::uint64_t key;
  std::uint64_t what;  // see ForEachKey
};

// All keys, those of a pile together; pile p ends at ends[p].
std::vector<PiledKey> PileUp(const SeenRows& seen, std::size_t column,
                             std::vector<std::size_t>& ends) {
  ends.assign((std::size_t{1} << kPileBits) + 1, 0);
  ForEachKey(seen, column,
             [&](std::uint64_t key, std::uint64_t /*what*/) { ++ends[PileOf(key) + 1]; });
  for (std::size_t p = 1; p < ends.size(); ++p) ends[p] += ends[p - 1];
  std::vector<PiledKey> piled(ends.back());
  ForEachKey(seen, column, [&](std::uint64_t key, std::uint64_t what) {
    piled[ends[PileOf(key)]++] = {key, what};
  });
  return piled;
}

void CountMany(SeenRows& seen, std::size_t column,
               const std::vector<std::optional<std::uint64_t>>& watched, ValueCounts& counts) {
  std::vector<std::size_t> ends;
  const std::vector<PiledKey> piled = PileUp(seen, column, ends);
  for (SeenPart& part : seen.parts) {
    for (SeenBlock& block : part.blocks) {
      std::vector<std::uint16_t>().swap(block.places[column]);
      std::vector<std::uint64_t>().swap(block.keys[column]);
    }
  }
  std::vector<std::uint32_t> codes(seen.kept ? piled.size() : 0);
  std::uint32_t next = 1;
  KeyPlaces places;
  std::vector<std::uint64_t> rows;
  std::size_t begin = 0;
  for (std::size_t pile = 0; pile + 1 < ends.size(); begin = ends[pile++]) {
    places.Clear();
    rows.clear();
    for (std::size_t i = begin; i < ends[pile]; ++i) {
      const auto [key, what] = piled[i];
      if (key == SeenBlock::kMissingKey) continue;  // code 0
      const std::uint32_t place = places.Put(key);
      if (place == rows.size()) rows.push_back(0);
      rows[place] += seen.kept ? 1 : what;
      if (seen.kept) codes[what] = next + place;
    }
    next += static_cast<std::uint32_t>(places.size());
    for (const std::uint64_t of_value : rows) AddValue(of_value, counts);
    for (std::size_t i = 0; i < watched.size(); ++i) {
      if (!watched[i] || PileOf(*watched[i]) != pile) continue;
      const std::uint32_t place = places.Find(*watched[i]);
      if (place != KeyPlaces::kFree) counts.watched[i] = rows[place];
    }
  }
  if (seen.kept) counts.codes = ColumnCodes(next, std::move(codes));
}

// One value in so many was looked at.
void ScaleUp(std::uint64_t one_in, ValueCounts& counts) {
  counts.exact = one_in == 1;
  counts.distinct *= one_in;
  counts.alone *= one_in;
  counts.agreement *= static_cast<double>(one_in);
  for (std::uint64_t& values : counts.by_rows) values *= one_in;
}

}  // namespace

ValueCounts CountValues(SeenRows& seen, std::size_t column,
                        const std::vector<std::optional<std::uint64_t>>& watched) {
  ValueCounts counts{.watched = std::vector<std::uint64_t>(watched.size())};
  std::uint64_t present = 0;
  const bool few = std::ranges::none_of(
      seen.parts, [&](const SeenPart& part) { return part.columns[column].wide; });
  if (few) {
    CountFew(seen, column, watched, counts);
  } else {
    CountMany(seen, column, watched, counts);
    ScaleUp(std::uint64_t{1} << seen.level, counts);
  }
  for (const SeenPart& part : seen.parts) {
    for (const SeenBlock& block : part.blocks) present += block.rows;
    present -= part.columns[column].missing;
  }
  const auto cells = static_cast<double>(present);
  counts.agreement /= std::max(1.0, cells * cells);
  return counts;
}

}  // namespace gauze
