import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { count, counted, sentence, share } from "../../parts/format";
import { JobView } from "../../parts/JobView";
import { Meter } from "../../parts/Meter";
import { RowTable } from "../../parts/RowTable";
import { Says } from "../../parts/Says";
import { latest, startJob } from "../../server/jobs";

interface Originals {
  values: { value: string | null; rows: number }[];
  /** Of different values, also of those that are not listed. */
  count: number;
}

interface Explanation {
  row: number;
  class: number;
  class_rows: number;
  labels: Record<string, { released: string | null; loss: number; originals?: Originals }>;
  path: string[];
}

/** Lines of the path that are about one column begin with its name. */
function why(explanation: Explanation, column: string): string {
  const line = explanation.path.find((one) => one.startsWith(`${column}: `));
  return line ? sentence(line.slice(column.length + 2)) : "";
}

const FEW = 8;

/** The values of the class's rows before they were generalised, and how many rows have each. */
function InTheSource({ originals: { values, count: different } }: { originals: Originals }) {
  return (
    <ul class="originals">
      {values.slice(0, FEW).map(({ value, rows }) => (
        <li key={value}>
          {value ?? <span class="missing">missing</span>} <span class="soft">×{count(rows)}</span>
        </li>
      ))}
      {different > FEW && <li class="soft">and {counted(different - FEW, "other value")}</li>}
    </ul>
  );
}

function Explained({ explanation }: { explanation: Explanation }) {
  const columns = Object.entries(explanation.labels);
  const steps = explanation.path.filter((line) => !columns.some(([column]) => line.startsWith(`${column}: `)));
  return (
    <div class="card">
      <h3>
        Row {count(explanation.row)} is one of {counted(explanation.class_rows, "row")} in class{" "}
        {count(explanation.class)}
      </h3>
      <div class="wide" tabIndex={0} role="region" aria-label="Why each cell is as it is">
        <table class="sets explained">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">In the source</th>
              <th scope="col">Released as</th>
              <th scope="col" colSpan={2}>
                Detail lost
              </th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(([column, label]) => (
              <tr key={column}>
                <th scope="row">{column}</th>
                <td>{label.originals && <InTheSource originals={label.originals} />}</td>
                <td class="released">{label.released ?? <span class="missing">missing</span>}</td>
                <td class="bar">
                  <Meter share={label.loss} />
                </td>
                <td class="number">{share(label.loss)}</td>
                <td class="reason">{why(explanation, column)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <details>
        <summary>How the class came about ({counted(steps.length, "step")})</summary>
        <ol>
          {steps.map((step) => (
            <li key={step}>{sentence(step)}</li>
          ))}
        </ol>
      </details>
    </div>
  );
}

/** Any row of the release: the class it hides in, and why each of its cells is as coarse as it is. */
export function ExplainRow() {
  const chosen = useSignal<number | null>(null);
  const answer = useRef<HTMLDivElement>(null);
  const job = latest<Explanation>("explain");
  const explain = (row: number): void => {
    chosen.value = row;
    void startJob("explain", { row: row + 1 }).then(() => answer.current?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <section aria-labelledby="explain-heading">
      <h2 id="explain-heading">Why is a row as it is?</h2>
      <RowTable of="release" label="Rows of the release" chosen={chosen.value} onChoose={explain} />
      <Says page="cli/">
        Choose the number of a row to see its class before and after, and what decided each of its cells. The values of
        the source are shown on this screen only.
      </Says>
      <div ref={answer} aria-live="polite">
        {job && <JobView job={job} what="Looking" always />}
        {job?.result && <Explained explanation={job.result} />}
      </div>
    </section>
  );
}
