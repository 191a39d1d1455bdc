/** One letter for each role, on the focused row of the list of columns. */
export const ROLE_KEYS: Record<string, string> = {
  i: "identifying",
  e: "entity",
  q: "quasi_identifying",
  s: "sensitive",
  n: "insensitive",
  c: "choice",
  t: "quasi_sensitive",
  u: "undecided",
};
