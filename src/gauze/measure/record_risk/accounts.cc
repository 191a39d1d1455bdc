#include "gauze/measure/record_risk/accounts.h"

namespace gauze::risk {

void Accounts::ShareKnown(std::size_t item, Mask known, double plain, double weighted) {
  Share* shares = shares_.data() + item * index_.attributes();
  for (; known != 0; known &= known - 1) {
    Share& share = shares[std::countr_zero(known)];
    share.plain += plain;
    share.weighted += weighted;
  }
}

void Accounts::ShareOpen(std::size_t item, std::uint32_t tuple, Mask open, double plain,
                         double weighted) {
  Share* shares = shares_.data() + item * index_.attributes();
  for (Mask left = open; left != 0; left &= left - 1) {
    const auto position = static_cast<std::size_t>(std::countr_zero(left));
    const double part = index_.odds(position) / (1 + index_.odds(position));
    shares[position].plain += part * plain;
    shares[position].weighted += part * weighted;
  }
  // A set that holds a position lacks its weight outside.
  for (const Weight& weight : index_.weights(tuple)) {
    if ((open >> weight.position & 1) == 0) continue;
    const double odds = index_.odds(weight.position);
    shares[weight.position].weighted -= odds / (1 + odds) * weight.kept * plain;
  }
}

void Accounts::Absorb(std::size_t item, Mask known, double outside, const Accounts& merged,
                      std::size_t merged_item) {
  const Sums& sums = merged.sums_[merged_item];
  Sums& mine = sums_[item];
  mine.plain.Add(sums.plain.lo, sums.plain.hi);
  mine.weighted.Add(sums.weighted.lo + outside * sums.plain.lo,
                    sums.weighted.hi + outside * sums.plain.hi);
  if (!has_shares()) return;
  const double plain = sums.plain.middle();
  ShareKnown(item, known, plain, sums.weighted.middle() + outside * plain);
  for (std::size_t position = 0; position < index_.attributes(); ++position) {
    const Share& theirs = merged.share(merged_item, position);
    Share& share = shares_[item * index_.attributes() + position];
    share.plain += theirs.plain;
    share.weighted += theirs.weighted + outside * theirs.plain;
  }
}

}  // namespace gauze::risk
