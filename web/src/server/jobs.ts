import { computed, signal } from "@preact/signals";
import { ask, faultOf } from "./request";
import type { Job, JsonObject } from "./types";

/** Every job that this page has heard of, oldest first. */
const known = signal<Job[]>([]);
/** What is open. */
const project = signal("");

/** Those that are about what is open. */
export const jobs = computed(() => known.value.filter((job) => job.project === project.value));

const waiting = new Map<string, ((job: Job) => void)[]>();
const followed = new Set<string>();

function put(job: Job): void {
  const before = known.value.find((one) => one.id === job.id);
  // Events carry no result; one that is known is kept.
  const full = { ...job, result: job.result ?? before?.result ?? null };
  known.value = before ? known.value.map((one) => (one.id === job.id ? full : one)) : [...known.value, full];
}

async function finish(id: string): Promise<void> {
  const job = await ask<Job | { job: Job }>("GET", `/api/jobs/${id}`).catch(
    (error: unknown): Job => ({ ...jobWithId(id), state: "failed", error: faultOf(error) }),
  );
  const whole = "job" in job ? job.job : job;
  put(whole);
  for (const tell of waiting.get(id) ?? []) tell(whole);
  waiting.delete(id);
}

function jobWithId(id: string): Job {
  const job = known.value.find((one) => one.id === id);
  if (!job) throw new Error(`job ${id} is not known`);
  return job;
}

function follow(job: Job): void {
  if (followed.has(job.id)) return;
  followed.add(job.id);
  if (job.state !== "running") {
    void finish(job.id);
    return;
  }
  if (streams < MOST_STREAMS) listen(job.id);
  else poll(job.id);
}

// A browser has six connections to a server, and a stream of events takes one for as long as its job runs.
const MOST_STREAMS = 3;
const POLL = 500; // milliseconds
let streams = 0;

function listen(id: string): void {
  const events = new EventSource(`/api/jobs/${id}/events`);
  ++streams;
  const end = (): void => {
    events.close();
    --streams;
    void finish(id);
  };
  events.addEventListener("progress", (event) => put(JSON.parse((event as MessageEvent<string>).data) as Job));
  events.addEventListener("end", end);
  // The browser connects again by itself, unless the server has ended.
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) end();
  });
}

function poll(id: string): void {
  setTimeout(async () => {
    const job = await ask<Job>("GET", `/api/jobs/${id}`).catch(() => null);
    if (job?.state !== "running") return finish(id);
    put(job);
    poll(id);
  }, POLL);
}

/**
 * Takes over what the server tells of its jobs, after the page was opened again or something else was. Of those that ended, the
 * result of the last of each kind is asked for; prices are out of date by then.
 */
export function adopt(all: Job[], open: string): void {
  project.value = open;
  const ours = all.filter((job) => job.project === open);
  const kind = (job: Job): string => `${job.action} ${JSON.stringify(job.options)}`;
  const last = new Map(ours.map((job) => [kind(job), job.id]));
  for (const job of ours) {
    if (!known.value.some((one) => one.id === job.id)) put(job);
    if (job.state === "running" || (job.state === "done" && job.action !== "price" && last.get(kind(job)) === job.id))
      follow(job);
  }
}

let refused = 0;

/** A job that the server did not start, so that what it said stands where the job would have been shown. */
function notStarted(action: string, options: JsonObject, error: unknown): Job {
  const id = `refused ${++refused}`;
  return {
    id,
    action,
    options,
    project: project.value,
    command: "",
    state: "failed",
    began: "",
    seconds: 0,
    progress: null,
    result: null,
    error: faultOf(error),
  };
}

/** Starts a job and returns it at once; `ended` waits for it. */
export async function startJob(action: string, options: JsonObject = {}): Promise<Job> {
  try {
    const answer = await ask<Job | { job: Job }>("POST", "/api/jobs", { action, options });
    const job = "job" in answer ? answer.job : answer;
    put(job);
    follow(job);
    return job;
  } catch (error) {
    const job = notStarted(action, options, error);
    put(job);
    return job;
  }
}

// Few may run at a time: jobs that nobody waits for are started one after the other.
let quiet: Promise<unknown> = Promise.resolve();

export function startQuietly(action: string, options: JsonObject): void {
  quiet = quiet.then(async () => ended((await startJob(action, options)).id));
}

export function ended<Result = unknown>(id: string): Promise<Job<Result>> {
  const job = jobWithId(id);
  if (job.state !== "running" && (job.result !== null || job.state !== "done"))
    return Promise.resolve(job as Job<Result>);
  return new Promise((resolve) => {
    waiting.set(id, [...(waiting.get(id) ?? []), (done) => resolve(done as Job<Result>)]);
  });
}

export async function cancelJob(id: string): Promise<void> {
  await ask("DELETE", `/api/jobs/${id}`).catch(() => undefined);
}

/** The job of this kind that was started last; reading it in a component follows it. */
export function latest<Result = unknown>(
  action: string,
  where: (job: Job) => boolean = () => true,
): Job<Result> | null {
  return (jobs.value.findLast((job) => job.action === action && where(job)) as Job<Result> | undefined) ?? null;
}

/** The last of this kind that ended well. */
export function latestDone<Result = unknown>(
  action: string,
  where: (job: Job) => boolean = () => true,
): Job<Result> | null {
  return latest<Result>(action, (job) => job.state === "done" && job.result !== null && where(job));
}
