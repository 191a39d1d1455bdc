import { count, counted } from "../../parts/format";
import { Meter } from "../../parts/Meter";
import { Says } from "../../parts/Says";

function ago(releases: number): string {
  return releases === 0 ? "the last one" : `${counted(releases, "release")} before the last`;
}

/** Rows that no class can take yet: since when, and what they lack. */
export function Waiting({
  waiting,
  why,
  releases,
}: {
  waiting: { since: number; rows: number }[];
  why: string;
  releases: number;
}) {
  const most = Math.max(1, ...waiting.map((one) => one.rows));
  return (
    <section aria-labelledby="waiting-heading">
      <h2 id="waiting-heading">Who waits</h2>
      {waiting.length === 0 ? (
        <p>Nobody waits.</p>
      ) : (
        <table class="sets">
          <thead>
            <tr>
              <th scope="col">Since release</th>
              <th scope="col" colSpan={2}>
                Rows
              </th>
            </tr>
          </thead>
          <tbody>
            {waiting.map((one) => (
              <tr key={one.since}>
                <th scope="row">
                  {count(one.since)}
                  <span class="soft sub">{ago(releases - 1 - one.since)}</span>
                </th>
                <td class="bar">
                  <Meter share={one.rows / most} tone="orange" />
                </td>
                <td class="number">{count(one.rows)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {why && <p>{why}</p>}
      <Says page="ledger/#waiting">
        Nothing forces a record out: it is released as soon as enough others have come that are like it.
      </Says>
    </section>
  );
}
