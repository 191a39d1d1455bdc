import { useSignal } from "@preact/signals";
import { JobView } from "../../parts/JobView";
import { NextStep } from "../../parts/NextStep";
import { Says } from "../../parts/Says";
import { hasFigures, type Candidate, type Comparison } from "../../project/comparison";
import { edit, policy } from "../../project/project";
import { latest, startJob } from "../../server/jobs";
import { NoPolicy } from "../open/NoPolicy";
import { CandidateTable } from "./CandidateTable";
import { Scatter } from "./Scatter";
import { SweepForm } from "./SweepForm";
import { adoptValues, sweepable, type Sweep } from "./sweeps";

/** Several numbers tried at once: what each would cost and what risk it leaves. */
export function TradeOffScreen() {
  const chosen = useSignal<string | null>(null);
  if (!policy.value) return <NoPolicy />;
  const job = latest<Comparison>("sweep");
  const candidates = job?.result?.candidates ?? [];
  const drawn = candidates.filter(hasFigures);
  const numbers = sweepable();

  const start = (sweeps: Sweep[]): void => {
    void startJob("sweep", { sweeps: sweeps.map((sweep) => `${sweep.parameter}=${sweep.values.join(",")}`) });
  };
  const adopt = (candidate: Candidate): void => {
    chosen.value = candidate.name;
    void edit(`adopted ${candidate.name}`, (document) => adoptValues(document, candidate.values ?? {}));
  };
  return (
    <>
      <h1 tabIndex={-1}>Trade-off</h1>
      <p class="lead">
        More protection costs detail. Try several numbers at once, look at what each costs, and adopt the one that is
        right for the recipients.
      </p>
      {numbers.length === 0 ? (
        <p>The policy promises nothing that has a number. Add a promise first.</p>
      ) : (
        <SweepForm numbers={numbers} onStart={start} isRunning={job?.state === "running"} />
      )}
      {job && <JobView job={job} what="Trying each of them" always />}
      {candidates.length > 0 && (
        <>
          <section aria-labelledby="frontier-heading">
            <h2 id="frontier-heading">Loss against risk</h2>
            <Scatter candidates={drawn} chosen={chosen.value} onAdopt={adopt} />
            <Says page="choosing/">
              Each point is a release that was tried on the whole table. Left is less lost, low is less risk. A hollow
              point is dominated: another one is better in both. Choose a point to put its numbers into the policy; undo
              takes it back.
            </Says>
          </section>
          <CandidateTable candidates={candidates} chosen={chosen.value} onAdopt={adopt} />
          {chosen.value !== null && <NextStep to="/run" name="Run" />}
        </>
      )}
    </>
  );
}
