// The section `protect` of a policy, and the preset, which is the least that it must hold.
import type { Json, JsonObject } from "../server/types";
import { isObject } from "./attributes";

export interface Promised {
  model: string;
  parameters: JsonObject;
}

export function promisesOf(document: JsonObject): Promised[] {
  const section = document["protect"];
  if (!Array.isArray(section)) return [];
  return section.flatMap((entry) => {
    if (!isObject(entry)) return [];
    const [first] = Object.entries(entry);
    return first ? [{ model: first[0], parameters: isObject(first[1]) ? first[1] : {} }] : [];
  });
}

export function setPromises(document: JsonObject, promises: Promised[]): void {
  document["protect"] = promises.map((promise) => ({ [promise.model]: promise.parameters }));
}

export function changePromise(document: JsonObject, index: number, parameters: JsonObject): void {
  setPromises(
    document,
    promisesOf(document).map((promise, at) => (at === index ? { ...promise, parameters } : promise)),
  );
}

export function presetOf(document: JsonObject): string | null {
  return typeof document["preset"] === "string" ? document["preset"] : null;
}

export function setPreset(document: JsonObject, preset: string | null): void {
  if (preset === null) delete document["preset"];
  else document["preset"] = preset;
}

/** "k_anonymity: k 5 → 10": what an edit has done, for undo. */
export function changeLabel(model: string, before: JsonObject, after: JsonObject): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const texts = changed.map((name) => `${name} ${valueText(before[name])} → ${valueText(after[name])}`);
  return `${model}: ${texts.join(", ") || "nothing changed"}`;
}

function valueText(value: Json | undefined): string {
  if (value === undefined) return "not set";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** "k = 5, l = 3": a promise's parameters on one line. */
export function parametersText(parameters: JsonObject): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name} = ${valueText(value)}`)
    .join(", ");
}
