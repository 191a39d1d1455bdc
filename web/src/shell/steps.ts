// The eight screens in their order, and how far each of them is.
import type { ComponentType } from "preact";
import { attributesOf, UNDECIDED } from "../project/attributes";
import { openingJob, profile, profileJob } from "../project/profile";
import { policy, policyDocument, studio } from "../project/project";
import { promisesOf, presetOf } from "../project/promises";
import { evidence, isOutdated, reportJob, sinceRun } from "../project/released";
import { openItems } from "../project/signoff";
import { counted } from "../parts/format";
import { latest } from "../server/jobs";
import { ColumnsScreen } from "../screens/columns/ColumnsScreen";
import { DataScreen } from "../screens/data/DataScreen";
import { LedgerScreen } from "../screens/ledger/LedgerScreen";
import { PromisesScreen } from "../screens/promises/PromisesScreen";
import { ResultScreen } from "../screens/result/ResultScreen";
import { RunScreen } from "../screens/run/RunScreen";
import { SignOffScreen } from "../screens/signoff/SignOffScreen";
import { TradeOffScreen } from "../screens/tradeoff/TradeOffScreen";

export type Standing = "done" | "busy" | "you" | "problem" | "open";

export interface Step {
  path: string;
  name: string;
  screen: ComponentType;
  /** How far it is, and that in a few words. */
  standing: () => [Standing, string];
}

function dataStanding(): [Standing, string] {
  const opening = openingJob();
  if (opening) return opening.state === "running" ? ["busy", "being read"] : ["problem", "cannot be read"];
  const job = profileJob();
  const found = profile();
  if (found) return ["done", counted(found.rows, "row")];
  if (job?.state === "failed") return ["problem", "cannot be read"];
  return job?.state === "running" ? ["busy", "being read"] : ["open", "not read yet"];
}

function columnsStanding(): [Standing, string] {
  const attributes = attributesOf(policyDocument.value);
  const left = attributes.filter((attribute) => attribute.role === UNDECIDED).length;
  if (policy.value?.document === null) return ["problem", "policy cannot be read"];
  return left > 0 ? ["you", `${left} to decide`] : ["done", counted(attributes.length, "column")];
}

function promisesStanding(): [Standing, string] {
  const promises = promisesOf(policyDocument.value).length;
  const undecided = columnsStanding()[0] === "you";
  if (promises === 0 && !presetOf(policyDocument.value)) return ["you", "none yet"];
  // A policy with undecided roles has that as its problem, which Columns shows.
  if (!undecided && (policy.value?.problems.length ?? 0) > 0)
    return ["problem", counted(policy.value?.problems.length ?? 0, "problem")];
  return ["done", counted(promises, "promise")];
}

function tradeOffStanding(): [Standing, string] {
  const sweep = latest("sweep");
  if (sweep?.state === "running") return ["busy", "being tried"];
  return sweep?.state === "done" ? ["done", "tried"] : ["open", "optional"];
}

function runStanding(): [Standing, string] {
  const run = latest("run");
  if (run?.state === "running") return ["busy", run.progress?.stage || "running"];
  if (run?.state === "failed") return ["problem", "refused"];
  if (isOutdated()) return ["you", "policy has changed"];
  if (policy.value?.release) return ["done", "released"];
  const ready = columnsStanding()[0] === "done" && promisesStanding()[0] === "done";
  return ready ? ["you", "ready"] : ["open", "not yet"];
}

function resultStanding(): [Standing, string] {
  if (!policy.value) return ["you", "to look at"];
  if (reportJob()?.state === "running") return ["busy", "being written"];
  if (evidence()) return ["done", "to read"];
  return policy.value?.release ? ["you", "to look at"] : ["open", "not yet"];
}

function signOffStanding(): [Standing, string] {
  if (sinceRun("bundle")?.state === "done") return ["done", "signed"];
  if (!policy.value?.release) return ["open", "not yet"];
  if (!evidence()) return ["open", "read the result first"];
  const left = openItems();
  return left > 0 ? ["you", `${left} to look at`] : ["you", "to sign"];
}

function ledgerStanding(): [Standing, string] {
  const isLedger = studio.value?.open?.kind === "ledger" || "ledger" in policyDocument.value;
  return isLedger ? ["done", "in use"] : ["open", "optional"];
}

export const STEPS: Step[] = [
  { path: "/data", name: "Data", screen: DataScreen, standing: dataStanding },
  { path: "/columns", name: "Columns", screen: ColumnsScreen, standing: columnsStanding },
  { path: "/promises", name: "Promises", screen: PromisesScreen, standing: promisesStanding },
  { path: "/trade-off", name: "Trade-off", screen: TradeOffScreen, standing: tradeOffStanding },
  { path: "/run", name: "Run", screen: RunScreen, standing: runStanding },
  { path: "/result", name: "Result", screen: ResultScreen, standing: resultStanding },
  { path: "/sign-off", name: "Sign off", screen: SignOffScreen, standing: signOffStanding },
  { path: "/ledger", name: "Ledger", screen: LedgerScreen, standing: ledgerStanding },
];

/** The steps that make sense for what is open: something that was made elsewhere has no data and no promises to decide. */
export function shownSteps(): Step[] {
  const kind = studio.value?.open?.kind;
  if (kind === "policy") return STEPS;
  const only = kind === "ledger" ? "/ledger" : kind === "table" ? "/data" : "/result";
  return STEPS.filter((step) => step.path === only);
}
