// Which release the screens speak of: the one that the last run has made.
import { jobs } from "../server/jobs";
import type { Job } from "../server/types";
import type { Evidence } from "./evidence";
import { policy } from "./project";

/** The last job of this kind, if it is about the last release: started after it was made. */
export function sinceRun<Result>(action: string): Job<Result> | null {
  const found = jobs.value.findLastIndex((job) => job.action === action);
  const run = jobs.value.findLastIndex((job) => job.action === "run" && job.state === "done");
  return found > run ? (jobs.value[found] as Job<Result>) : null;
}

export function reportJob(): Job<Evidence> | null {
  return sinceRun<Evidence>("report");
}

export function evidence(): Evidence | null {
  return reportJob()?.result ?? null;
}

const key = (): string => `gauze released ${policy.value?.path ?? ""}`;

/** Notes the policy's text that a run is about to release. */
export function noteRun(): void {
  sessionStorage.setItem(key(), policy.value?.text ?? "");
}

/** Was the policy changed after the release that this page has seen being made? */
export function isOutdated(): boolean {
  const released = sessionStorage.getItem(key());
  return policy.value?.release != null && released !== null && released !== policy.value.text;
}
