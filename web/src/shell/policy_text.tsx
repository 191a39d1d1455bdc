import type { ComponentChildren } from "preact";

/** A line of YAML with its comment and its key marked. Colour helps to read; nothing depends on it. */
export function coloured(line: string): ComponentChildren {
  const comment = /(^|\s)#.*$/.exec(line);
  const code = comment ? line.slice(0, comment.index) : line;
  const key = /^(\s*(?:- )?)([\w.-]+|"[^"]*")(:)(?=\s|$)/.exec(code);
  return (
    <>
      {key ? (
        <>
          {key[1]}
          <span class="key">{key[2]}</span>
          {code.slice((key[1] ?? "").length + (key[2] ?? "").length)}
        </>
      ) : (
        code
      )}
      {comment && <span class="comment">{comment[0]}</span>}
      {"\n"}
    </>
  );
}

/** Lines of `after` that are not in `before`, by the longest common run of lines; from 0. */
export function changedLines(before: string, after: string): Set<number> {
  const changed = new Set<number>();
  if (before === after || before === "") return changed;
  const old = before.split("\n");
  const now = after.split("\n");
  // length[i][j]: the longest common subsequence of old from i on and now from j on. Policies are short.
  const length = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; --i) {
    for (let j = now.length - 1; j >= 0; --j) {
      const row = length[i];
      if (row) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  let i = 0;
  for (let j = 0; j < now.length; ++j) {
    while (i < old.length && old[i] !== now[j] && at(i + 1, j) >= at(i, j + 1)) ++i;
    if (i < old.length && old[i] === now[j]) ++i;
    else changed.add(j);
  }
  return changed;
}
