import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { FileField } from "../../parts/FileField";
import { count, counted, sentence, share } from "../../parts/format";
import { JobView } from "../../parts/JobView";
import { Says } from "../../parts/Says";
import { studio } from "../../project/project";
import { ended, latest, startJob } from "../../server/jobs";
import { BeginLedger } from "./BeginLedger";
import { Releases, type ReleaseLine } from "./Releases";
import { Waiting } from "./Waiting";

interface Status {
  method: unknown;
  releases: number;
  came?: number;
  released?: number;
  classes?: number;
  waiting?: number;
  sealed?: boolean;
  loss?: number;
  waiting_since?: { since: number; rows: number }[];
  why?: string;
}

function read(): void {
  void startJob("ledger_status");
  void startJob("ledger_log");
}

/** Releases over time, who waits and what they lack, and the next batch. */
export function LedgerScreen() {
  const batch = useSignal("");
  const isLedger = studio.value?.open?.kind === "ledger";
  useEffect(() => {
    if (isLedger && !latest("ledger_status")) read();
  }, [isLedger]);
  if (!isLedger) return <BeginLedger />;
  const job = latest<Status>("ledger_status");
  const status = latest<Status>("ledger_status", (one) => one.result !== null)?.result;
  const appending = latest("append");
  const log = latest<ReleaseLine[]>("ledger_log", (one) => one.result !== null)?.result;
  const append = async (event: Event): Promise<void> => {
    event.preventDefault();
    const done = await ended((await startJob("append", { batch: batch.value })).id);
    if (done.state === "done") read();
  };
  return (
    <>
      <h1 tabIndex={-1}>Ledger</h1>
      <p class="lead">
        {status
          ? `${counted(status.releases, "release")}, ${count(status.released ?? 0)} rows released, ${count(status.waiting ?? 0)} waiting.`
          : "Reading the ledger."}
        {status?.sealed && " It is sealed: nothing can follow."}
      </p>
      {job && <JobView job={job} what="Reading the ledger" always />}
      {status && (
        <>
          <dl class="figures">
            <div>
              <dt>Rows that came</dt>
              <dd class="value">{count(status.came ?? 0)}</dd>
            </div>
            <div>
              <dt>Released</dt>
              <dd class="value">{count(status.released ?? 0)}</dd>
            </div>
            <div>
              <dt>Classes</dt>
              <dd class="value">{count(status.classes ?? 0)}</dd>
            </div>
            <div>
              <dt>Detail lost</dt>
              <dd class="value">{share(status.loss ?? 0)}</dd>
            </div>
          </dl>
          <Says page="ledger/">All releases together, as somebody sees them who has kept every one.</Says>
          {log && log.length > 0 && <Releases lines={log} />}
          <Waiting
            waiting={status.waiting_since ?? []}
            why={status.why ? sentence(status.why) : ""}
            releases={status.releases}
          />
        </>
      )}
      <section aria-labelledby="append-heading">
        <h2 id="append-heading">Append a batch</h2>
        <form onSubmit={(event) => void append(event)}>
          <div class="field">
            <label for="batch">File with the new records</label>
            <FileField
              id="batch"
              value={batch.value}
              name={(path) => path}
              onChange={(path) => (batch.value = path ?? "")}
            />
          </div>
          <button
            type="submit"
            class="primary"
            disabled={batch.value === "" || appending?.state === "running" || status?.sealed === true}
          >
            Append
          </button>
        </form>
        {appending && <JobView job={appending} what="Appending" always />}
      </section>
    </>
  );
}
