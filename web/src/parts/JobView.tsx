import { cancelJob, startJob } from "../server/jobs";
import type { Job } from "../server/types";
import { Command } from "./Command";
import { capital, count, duration, share } from "./format";
import { FaultBox } from "./FaultBox";

function progressText(job: Job): string {
  const progress = job.progress;
  if (!progress || progress.stage === "") return "Starting";
  if (progress.unit === "" && progress.share !== null) return `${capital(progress.stage)}: ${share(progress.share)}`;
  const counted = progress.total > 0 ? `: ${count(progress.done)} of ${count(progress.total)} ${progress.unit}` : "";
  return `${capital(progress.stage)}${counted}`;
}

/** How far a job is, with a way to stop it; what went wrong; and the command line that ran. Nothing of it once it is done, unless `always`. */
export function JobView({ job, what, always = false }: { job: Job; what: string; always?: boolean }) {
  if (job.state === "done") return always ? <Command text={job.command} /> : null;
  return (
    <div class="job">
      {job.state === "running" && (
        <div class="job-line">
          <span class="job-what">{what}</span>
          <progress {...(job.progress?.share == null ? {} : { value: job.progress.share })} max={1} aria-label={what} />
          <button type="button" onClick={() => void cancelJob(job.id)}>
            Cancel
          </button>
          <span class="soft" aria-live="polite">
            {progressText(job)}
          </span>
        </div>
      )}
      {job.state === "cancelled" && (
        <div class="job-line">
          <span>Cancelled after {duration(job.seconds)}. Nothing was left behind.</span>
          <button type="button" onClick={() => void startJob(job.action, job.options)}>
            Start again
          </button>
        </div>
      )}
      {job.state === "failed" && job.error && (
        <>
          <FaultBox fault={job.error} />
          <button type="button" onClick={() => void startJob(job.action, job.options)}>
            Try again
          </button>
        </>
      )}
      {job.command && <Command text={job.command} />}
    </div>
  );
}
