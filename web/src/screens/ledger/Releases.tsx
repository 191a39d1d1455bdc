import { count } from "../../parts/format";
import { Meter } from "../../parts/Meter";
import { Says } from "../../parts/Says";

export interface ReleaseLine {
  release: number;
  batch: number;
  new: number;
  released: number;
  classes: number;
  waiting: number;
  sealed: boolean;
}

/** One line for each release. */
export function Releases({ lines }: { lines: ReleaseLine[] }) {
  const most = Math.max(1, ...lines.map((line) => line.released + line.waiting));
  return (
    <section aria-labelledby="releases-heading">
      <h2 id="releases-heading">Releases</h2>
      <div class="wide" tabIndex={0} role="region" aria-label="Releases over time">
        <table class="sets">
          <thead>
            <tr>
              <th scope="col" class="number">
                Release
              </th>
              <th scope="col" class="number">
                Batch
              </th>
              <th scope="col" class="number">
                New
              </th>
              <th scope="col" colSpan={2}>
                Released
              </th>
              <th scope="col" class="number">
                Waiting
              </th>
              <th scope="col" class="number">
                Classes
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.release}>
                <th scope="row" class="number">
                  {count(line.release)}
                  {line.sealed && <span class="soft sub">sealed</span>}
                </th>
                <td class="number">{count(line.batch)}</td>
                <td class="number">{count(line.new)}</td>
                <td class="bar">
                  <Meter share={line.released / most} />
                </td>
                <td class="number">{count(line.released)}</td>
                <td class="number">{count(line.waiting)}</td>
                <td class="number">{count(line.classes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Says page="ledger/#methods">
        Rows once released stay as they are; a release adds those for which a safe class was found.
      </Says>
    </section>
  );
}
