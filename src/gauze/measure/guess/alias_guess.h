#pragma once

#include <cstdint>
#include <utility>
#include <vector>

// What somebody makes of a column in which some cells are aliases: which value is behind each
// alias. Values are numbered in any order that sets no value apart; so are aliases.
//
// No alias needs to be broken for that. An alias stands for the same value in every row, so it
// occurs as often as the value does among those who hide it, and beside the same other cells.

namespace gauze {

// Another column of the release, which shows its cells as they are.
struct AliasCompany {
  using Cells = std::vector<std::pair<std::size_t, std::uint64_t>>;  // cell, rows that have it
  std::size_t cells = 0;                                             // different ones
  std::vector<Cells> aliases;  // by alias: beside it, in the release
  std::vector<Cells> values;   // by value: beside it, in the table that is known
};

struct AliasView {
  std::vector<std::uint64_t> alias_rows;  // by alias
  std::vector<std::uint64_t> open_rows;   // by value: rows that show it openly
  std::vector<std::uint64_t> known_rows;  // by value: rows of the table that is known
  // By value: the group of those that share an alias (mode `safe`: under one parent), from 0.
  // Empty: no value shares one (mode `literal`), each has two of its own.
  std::vector<std::size_t> group;
  std::vector<std::uint64_t> named_rows;  // by group: rows that show its name
  std::vector<AliasCompany> company;
};

// By alias: the values that are guessed, each as likely as the others; at least one, if there is
// any value.
using AliasGuesses = std::vector<std::vector<std::size_t>>;

// For somebody who knows only how frequent values are: what a value's open rows leave of its
// expected rows is split between two aliases, in the proportion (the same for all values) that fits
// best, and aliases and shares are matched by rank. A group has one alias, for what its open and
// named rows leave. Aliases with the same number of rows share what
// they are matched with. Fails where people choose by what their value is. O(values log values).
AliasGuesses GuessByRank(const AliasView& view);

// The same for somebody who also knows which other cells values come with: the value, or the group
// of values, whose company is most likely to look like the alias's (columns are taken for
// independent). Where there is no company, all values look alike, and the most frequent is taken.
// O(aliases * values * cells).
AliasGuesses GuessByCompany(const AliasView& view);

// By group: the value with most rows that are hidden, for somebody who reads the group's name.
std::vector<std::size_t> GuessInGroups(const AliasView& view);

// The value with most rows that are hidden, for somebody who does not even look at the aliases.
AliasGuesses GuessBlindly(const AliasView& view);

}  // namespace gauze
