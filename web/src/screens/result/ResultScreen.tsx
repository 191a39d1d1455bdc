import { useEffect } from "preact/hooks";
import { JobView } from "../../parts/JobView";
import { NextStep } from "../../parts/NextStep";
import { Outdated } from "../../parts/Outdated";
import { policy, studio } from "../../project/project";
import { reportJob } from "../../project/released";
import { startJob } from "../../server/jobs";
import { follow } from "../../shell/route";
import { Attacks } from "./Attacks";
import { ExplainRow } from "./ExplainRow";
import { ForeignResult } from "./ForeignResult";
import { LossByColumn } from "./LossByColumn";
import { ReleaseBefore } from "./ReleaseBefore";
import { ReportFrame } from "./ReportFrame";
import { RiskFigures } from "./RiskFigures";
import { Verdict } from "./Verdict";

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
    if (release && reportJob() === null) void startJob("report");
  }, [release]);
  if (!policy.value && studio.value?.open)
    return <ForeignResult target={studio.value.open.path} kind={studio.value.open.kind} />;
  if (!release) return <NothingYet />;
  const job = reportJob();
  const evidence = job?.result;
  return (
    <>
      <h1 tabIndex={-1}>Result</h1>
      <p class="lead">
        The release in <code>{release}</code>, seen by those who answer for it. These figures compare it with the
        original: keep them to yourself.
      </p>
      <Outdated />
      {job && <JobView job={job} what="Writing the report and trying every attack" always />}
      {evidence && (
        <>
          <Verdict evidence={evidence} />
          <RiskFigures evidence={evidence} />
          {evidence.loss && <LossByColumn losses={evidence.loss} />}
          <ReleaseBefore />
          <Attacks tried={evidence.attacks ?? []} />
          <ExplainRow />
          <ReportFrame id={job.id} />
          <NextStep to="/sign-off" name="Sign off" />
        </>
      )}
    </>
  );
}
