import { useEffect } from "preact/hooks";
import { JobView } from "../../parts/JobView";
import { NextStep } from "../../parts/NextStep";
import type { Evidence } from "../../project/evidence";
import { policy, studio } from "../../project/project";
import { jobs, latest, startJob } from "../../server/jobs";
import { follow } from "../../shell/route";
import { Attacks } from "./Attacks";
import { ExplainRow } from "./ExplainRow";
import { ForeignResult } from "./ForeignResult";
import { LossByColumn } from "./LossByColumn";
import { ReportFrame } from "./ReportFrame";
import { RiskFigures } from "./RiskFigures";
import { Verdict } from "./Verdict";

/** A report is about the release that the last run has made, and not about an earlier one. */
function isReportNeeded(): boolean {
  const of = (action: string): number =>
    jobs.peek().findLastIndex((job) => job.action === action && (action === "report" || job.state === "done"));
  return of("report") < 0 || of("report") < of("run");
}

function NothingYet() {
  return (
    <>
      <h1 tabIndex={-1}>Result</h1>
      <p>There is no release yet.</p>
      <p>
        <a class="button" href="/run" onClick={follow}>
          Go to Run
        </a>
      </p>
    </>
  );
}

/** What was released, and what it tells those who try to learn more from it. */
export function ResultScreen() {
  const release = policy.value?.release ?? null;
  useEffect(() => {
    if (release && isReportNeeded()) void startJob("report");
  }, [release]);
  if (!policy.value && studio.value?.open)
    return <ForeignResult target={studio.value.open.path} kind={studio.value.open.kind} />;
  if (!release) return <NothingYet />;
  const job = latest<Evidence>("report");
  const evidence = job?.result;
  return (
    <>
      <h1 tabIndex={-1}>Result</h1>
      <p class="lead">
        The release in <code>{release}</code>, seen by those who answer for it. These figures compare it with the
        original: keep them to yourself.
      </p>
      {job && <JobView job={job} what="Writing the report and trying every attack" always />}
      {evidence && (
        <>
          <Verdict evidence={evidence} />
          <RiskFigures evidence={evidence} />
          {evidence.loss && <LossByColumn losses={evidence.loss} />}
          <Attacks tried={evidence.attacks ?? []} />
          <ExplainRow />
          <ReportFrame id={job.id} />
          <NextStep to="/sign-off" name="Sign off" />
        </>
      )}
    </>
  );
}
