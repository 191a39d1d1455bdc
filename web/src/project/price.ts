// What a policy would cost, tried on a sample while somebody changes numbers.
import { signal } from "@preact/signals";
import { cancelJob, ended, startJob } from "../server/jobs";
import { faultOf } from "../server/request";
import type { Fault, JsonObject } from "../server/types";
import type { Candidate, Comparison } from "./comparison";

const PAUSE = 250; // milliseconds without a keystroke

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
let timer: number | undefined;
let running: string | null = null;

async function ask(document: JsonObject, text: string): Promise<void> {
  if (running) void cancelJob(running);
  try {
    const job = await startJob("price", { document });
    running = job.id;
    const done = await ended<Comparison>(job.id);
    // Somebody went on writing: their price is being asked for.
    if (text !== asked) return;
    running = null;
    const candidate = done.result?.candidates[0] ?? null;
    const before = candidate && price.value.candidate ? price.value.candidate : price.value.before;
    price.value = { busy: false, candidate: candidate ?? price.value.candidate, before, fault: done.error, command: done.command };
  } catch (error) {
    if (text === asked) price.value = { ...price.value, busy: false, fault: faultOf(error) };
  }
}

/** Asks for the price of a policy that need not be saved. The earlier question is given up. */
export function askForPrice(document: JsonObject): void {
  const text = JSON.stringify(document);
  if (text === asked) return;
  asked = text;
  clearTimeout(timer);
  price.value = { ...price.value, busy: true };
  timer = window.setTimeout(() => void ask(document, text), PAUSE);
}

export function forgetPrice(): void {
  asked = "";
  price.value = { busy: false, candidate: null, before: null, fault: null, command: "" };
}
