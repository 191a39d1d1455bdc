// What a policy would cost, tried on a sample while somebody changes numbers.
import { signal } from "@preact/signals";
import { cancelJob, ended, startJob } from "../server/jobs";
import type { Fault, JsonObject } from "../server/types";
import { hasFigures, type Candidate, type Comparison } from "./comparison";

const PAUSE = 180; // milliseconds between keystrokes of somebody who goes on typing

export interface Price {
  busy: boolean;
  candidate: Candidate | null;
  /** The price before, to compare with. */
  before: Candidate | null;
  fault: Fault | null;
  command: string;
}

export const price = signal<Price>({ busy: false, candidate: null, before: null, fault: null, command: "" });

let asked = "";
let askedAt = -Infinity;
let timer: number | undefined;
let running: string | null = null;

async function ask(document: JsonObject, text: string): Promise<void> {
  if (running) void cancelJob(running);
  const job = await startJob("price", { document });
  running = job.id;
  const done = await ended<Comparison>(job.id);
  // Somebody went on writing: their price is being asked for.
  if (text !== asked) return;
  running = null;
  const tried = done.result?.candidates[0] ?? null;
  const candidate = tried && hasFigures(tried) ? tried : null;
  price.value = {
    busy: false,
    candidate: candidate ?? price.value.candidate,
    before: candidate ? price.value.candidate : price.value.before,
    fault: done.error ?? tried?.reason ?? null,
    command: done.command,
  };
}

/** Asks for the price of a policy that need not be saved: at once, and after a pause while somebody types. The earlier question is given up. */
export function askForPrice(document: JsonObject): void {
  const text = JSON.stringify(document);
  if (text === asked) return;
  asked = text;
  clearTimeout(timer);
  price.value = { ...price.value, busy: true };
  const now = performance.now();
  timer = window.setTimeout(() => void ask(document, text), now - askedAt < 2 * PAUSE ? PAUSE : 0);
  askedAt = now;
}

export function forgetPrice(): void {
  asked = "";
  price.value = { busy: false, candidate: null, before: null, fault: null, command: "" };
}
