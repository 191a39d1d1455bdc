// What `gauze compare` and a sweep answer: one candidate for each policy that was tried.
import type { Fault } from "../server/types";

export interface Candidate {
  name: string;
  values?: Record<string, string>;
  promises: string[];
  holds: boolean;
  rows_in: number;
  suppressed_rows: number;
  classes: number;
  smallest_class: number;
  loss: { ncp: number };
  risk: { highest: number; mean: number };
  measures: Record<string, number>;
  seconds: number;
  dominated_by: string | null;
  /** Why it could not be tried. */
  reason?: Fault;
}

export interface Comparison {
  axes: Record<"risk" | "loss", { measure: string; means: string }>;
  candidates: Candidate[];
  notes: string[];
}

/** A candidate that could be tried has figures; others only say why not. */
export function hasFigures(candidate: Candidate): boolean {
  return typeof candidate.loss?.ncp === "number" && typeof candidate.risk?.highest === "number";
}
