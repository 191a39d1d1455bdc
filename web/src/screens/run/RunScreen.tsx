import { useEffect } from "preact/hooks";
import { Command } from "../../parts/Command";
import { counted, duration, share } from "../../parts/format";
import { FaultBox } from "../../parts/FaultBox";
import { JobView } from "../../parts/JobView";
import { NextStep } from "../../parts/NextStep";
import { policy, reload } from "../../project/project";
import { noteRun } from "../../project/released";
import type { Manifest } from "../../project/evidence";
import { ended, latest, startJob } from "../../server/jobs";
import { NoPolicy } from "../open/NoPolicy";
import { AboutForm } from "./AboutForm";
import { PlanView } from "./PlanView";
import { RunLog } from "./RunLog";

/** What came out, in one sentence. */
function outcome(manifest: Manifest): string {
  const broken = manifest.promises.filter((promise) => !promise.holds).length;
  const kept =
    broken > 0
      ? `${broken} of ${counted(manifest.promises.length, "promise")} broken`
      : `${counted(manifest.promises.length, "promise")} verified in the written file`;
  const left = manifest.suppressed_rows > 0 ? `, ${counted(manifest.suppressed_rows, "row")} left out` : "";
  return `${counted(manifest.rows, "row")} released in ${counted(manifest.classes, "class", "classes")}${left}; ${kept}; ${share(manifest.measures["ncp"] ?? 0)} of the detail was lost.`;
}

function isKept(manifest: Manifest): boolean {
  return manifest.promises.every((promise) => promise.holds);
}

/** Plan, start, watch, stop. */
export function RunScreen() {
  const ready = policy.value !== null && policy.value.problems.length === 0;
  useEffect(() => {
    if (ready) void startJob("plan");
  }, [policy.value?.revision, ready]);
  if (!policy.value) return <NoPolicy />;
  const run = latest<Manifest>("run");
  const isRunning = run?.state === "running";
  const start = async (): Promise<void> => {
    noteRun();
    await ended((await startJob("run")).id);
    await reload();
  };
  return (
    <>
      <h1 tabIndex={-1}>Run</h1>
      <p class="lead">
        The table is read, generalised, written, read again and verified. Only then is the release put in its place; if
        anything fails or you cancel, nothing is left behind.
      </p>
      {policy.value.problems.map((problem) => (
        <FaultBox key={problem.message} fault={problem} />
      ))}
      <AboutForm />
      {ready && <PlanView />}
      <section aria-labelledby="run-heading">
        <h2 id="run-heading">Release</h2>
        {!isRunning && (
          <>
            <p class="buttons">
              <button type="button" class="primary" disabled={!ready} onClick={() => void start()}>
                {policy.value.release ? "Release again" : "Make the release"}
              </button>
              {policy.value.release && (
                <span class="soft">
                  It replaces the one in <code>{policy.value.release}</code> in one step.
                </span>
              )}
            </p>
            {!run && <Command text={`gauze run ${policy.value.path}`} />}
          </>
        )}
        {run && <JobView job={run} what="Making the release" always />}
        {run?.state === "done" && run.result && (
          <div class="outcome" role="status">
            <p class={isKept(run.result) ? "good" : "bad"}>
              <strong>
                {isKept(run.result) ? "✓" : "✗"} {outcome(run.result)}
              </strong>
            </p>
            <p class="soft">It took {duration(run.seconds)}.</p>
          </div>
        )}
        {run && <RunLog job={run} />}
      </section>
      {run?.state === "done" && <NextStep to="/result" name="Result" />}
    </>
  );
}
