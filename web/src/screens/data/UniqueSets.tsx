import { count, list, share } from "../../parts/format";
import { Meter } from "../../parts/Meter";
import { Says } from "../../parts/Says";
import type { Profile } from "../../project/profile";

type Sets = NonNullable<Profile["sets"]>;

function below5(set: Sets["best"][number]): string {
  const group = set.small_groups.find((one) => one.fewer_than === 5);
  return group ? share(group.share) : "";
}

/** For one, two, three columns: the set by which the most rows are unique. */
export function UniqueSets({ sets }: { sets: Sets }) {
  return (
    <>
      {sets.alone.length > 0 && (
        <p>
          <strong>{list(sets.alone)}</strong> {sets.alone.length === 1 ? "is" : "are"} enough alone to tell nearly every
          row apart.
        </p>
      )}
      <div class="wide" tabIndex={0} role="region" aria-label="Sets of columns">
        <table class="sets">
          <thead>
            <tr>
              <th scope="col">Known columns</th>
              <th scope="col" colSpan={2}>
                Unique rows
              </th>
              <th scope="col" class="number">
                In groups below 5
              </th>
            </tr>
          </thead>
          <tbody>
            {sets.best.map((set) => (
              <tr key={set.columns.join()}>
                <th scope="row">{set.columns.join(" + ")}</th>
                <td class="bar">
                  <Meter share={set.share} tone="orange" />
                </td>
                <td>
                  {share(set.share)} <span class="soft">({count(set.unique_rows)})</span>
                </td>
                <td class="number">{below5(set)}</td>
              </tr>
            ))}
            {sets.all_share !== undefined && (
              <tr>
                <th scope="row">all {sets.columns} others together</th>
                <td class="bar">
                  <Meter share={sets.all_share} tone="orange" />
                </td>
                <td>
                  {share(sets.all_share)} <span class="soft">({count(sets.all_unique_rows ?? 0)})</span>
                </td>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <Says page="profile/#columns-that-tell-most-rows-apart">
        Somebody who knows these columns of a person finds exactly one row that fits, for so many of the rows; that is
        why a release generalises them.
        {sets.complete === false && " The table is large: these are the best of the sets that were tried."}
      </Says>
    </>
  );
}
