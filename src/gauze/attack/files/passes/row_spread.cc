#include "gauze/attack/files/passes/row_spread.h"

#include <algorithm>

#include "gauze/base/stop.h"

namespace gauze {

RowSpread::RowSpread(std::vector<Class> classes, std::vector<std::uint64_t> room)
    : classes_(std::move(classes)), room_(std::move(room)), uses_(room_.size()) {
  for (std::uint32_t one = 0; one < classes_.size(); ++one) {
    placed_.emplace_back(classes_[one].cells.size());
    for (std::uint32_t place = 0; place < classes_[one].cells.size(); ++place) {
      uses_[classes_[one].cells[place]].push_back({one, place});
    }
  }
  steps_.resize(classes_.size());
  seen_in_.resize(classes_.size());
  looked_at_in_.resize(room_.size());
  for (std::uint32_t one = 0; one < classes_.size() && possible_; ++one) {
    StopIfAsked();
    possible_ = Place(one, classes_[one].rows) == classes_[one].rows;
  }
}

// Takes the class's rows out of the chosen cells and looks for other room; what finds none must
// be there. Each row that comes back takes one of the class's cells, so no way needs fewer.
std::uint64_t RowSpread::Fewest(std::uint32_t one, const std::vector<std::uint32_t>& chosen) {
  std::uint64_t rows = 0;
  barred_.assign(classes_[one].cells.size(), false);
  for (const std::uint32_t place : chosen) {
    barred_[place] = true;
    rows += placed_[one][place];
    room_[classes_[one].cells[place]] += placed_[one][place];
    placed_[one][place] = 0;
  }
  const std::uint64_t fewest = rows - Place(one, rows);
  barred_.clear();
  Place(one, fewest);
  return fewest;
}

// How many of the rows found room.
std::uint64_t RowSpread::Place(std::uint32_t one, std::uint64_t rows) {
  std::uint64_t done = 0;
  while (done < rows) {
    const std::uint64_t some = PlaceSome(one, rows - done);
    if (some == 0) break;
    done += some;
  }
  return done;
}

// Finds, breadth first, a class that has a cell with room, and makes everybody on the way to it
// move on by one cell.
std::uint64_t RowSpread::PlaceSome(std::uint32_t one, std::uint64_t rows) {
  ++search_;
  reached_ = {one};
  seen_in_[one] = search_;
  for (std::size_t next = 0; next < reached_.size(); ++next) {
    const std::uint32_t at = reached_[next];
    for (std::uint32_t place = 0; place < classes_[at].cells.size(); ++place) {
      if (at == one && !barred_.empty() && barred_[place]) continue;
      const std::uint32_t cell = classes_[at].cells[place];
      if (looked_at_in_[cell] == search_) continue;
      looked_at_in_[cell] = search_;
      if (room_[cell] > 0) return Shift(at, place, rows);
      for (const Use use : uses_[cell]) {
        if (seen_in_[use.one] == search_ || placed_[use.one][use.place] == 0) continue;
        seen_in_[use.one] = search_;
        steps_[use.one] = {at, place, use.place};
        reached_.push_back(use.one);
      }
    }
  }
  return 0;
}

std::uint64_t RowSpread::Shift(std::uint32_t last, std::uint32_t place, std::uint64_t rows) {
  const std::uint32_t first = reached_.front();
  std::uint64_t most = std::min(rows, room_[classes_[last].cells[place]]);
  for (std::uint32_t at = last; at != first; at = steps_[at].from) {
    most = std::min(most, placed_[at][steps_[at].moved]);
  }
  room_[classes_[last].cells[place]] -= most;
  for (std::uint32_t at = last; at != first; at = steps_[at].from) {
    placed_[at][place] += most;
    placed_[at][steps_[at].moved] -= most;
    place = steps_[at].into;
  }
  placed_[first][place] += most;
  return most;
}

}  // namespace gauze
