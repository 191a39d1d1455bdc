import { bytes, count, duration, list, sentence, share } from "../../parts/format";
import { JobView } from "../../parts/JobView";
import { Says } from "../../parts/Says";
import { latest } from "../../server/jobs";

interface Plan {
  planned: { rows: number; mode: string; why?: string; memory_bytes: number; disk_bytes: number; seconds: number };
  largest?: { k?: number; l?: Record<string, Record<string, number>> };
  drives_the_loss?: { column: string; loss: number } | null;
}

/** What the promises allow at most, for those who want to promise more. */
function Limits({ plan }: { plan: Plan }) {
  const diverse = Object.entries(plan.largest?.l ?? {}).map(
    ([column, kinds]) =>
      `${column} ${Object.entries(kinds)
        .map(([kind, l]) => `${count(Math.floor(l))} (${kind})`)
        .join(", ")}`,
  );
  return (
    <p>
      {plan.largest?.k !== undefined && `The largest k that this table allows is ${count(plan.largest.k)}. `}
      {diverse.length > 0 && `The largest l: ${list(diverse)}. `}
      {plan.drives_the_loss &&
        `Most detail is lost in ${plan.drives_the_loss.column} (${share(plan.drives_the_loss.loss)}): a better hierarchy would help there first.`}
    </p>
  );
}

/** Memory, disk and time that a run will need, before it is started. */
export function PlanView() {
  const job = latest<Plan>("plan");
  const plan = job?.result;
  return (
    <section aria-labelledby="plan-heading">
      <h2 id="plan-heading">Plan</h2>
      {job && <JobView job={job} what="Planning" />}
      {plan && (
        <>
          <dl class="figures">
            <div>
              <dt>Rows</dt>
              <dd class="value">{count(plan.planned.rows)}</dd>
            </div>
            <div>
              <dt>Memory</dt>
              <dd class="value">{bytes(plan.planned.memory_bytes)}</dd>
            </div>
            <div>
              <dt>Disk</dt>
              <dd class="value">{bytes(plan.planned.disk_bytes)}</dd>
            </div>
            <div>
              <dt>Time</dt>
              <dd class="value">{duration(plan.planned.seconds)}</dd>
            </div>
          </dl>
          <Says page="scale/">
            These are estimates for this computer, from the size of the table and a small part of it.{" "}
            {plan.planned.why && sentence(plan.planned.why)}
          </Says>
          <Limits plan={plan} />
        </>
      )}
    </section>
  );
}
