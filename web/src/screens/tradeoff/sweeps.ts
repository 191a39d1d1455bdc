// Which numbers of a policy can be tried, and how a choice is put into it.
import { isObject } from "../../project/attributes";
import { catalog, policyDocument } from "../../project/project";
import { promisesOf, setPromises } from "../../project/promises";
import type { JsonObject, Parameter } from "../../server/types";

export interface Sweep {
  /** "k_anonymity.k" */
  parameter: string;
  values: number[];
}

export interface Sweepable {
  parameter: string;
  descriptor: Parameter;
  current: number;
}

/** Every number that the policy's promises have. */
export function sweepable(): Sweepable[] {
  return promisesOf(policyDocument.value).flatMap((promise) => {
    const model = catalog.value.models.find((one) => one.name === promise.model);
    return (model?.parameters ?? []).flatMap((descriptor) => {
      const current = Number(promise.parameters[descriptor.name]);
      const isNumber = descriptor.type === "integer" || descriptor.type === "number";
      return isNumber && promise.parameters[descriptor.name] !== undefined && !Number.isNaN(current)
        ? [{ parameter: `${promise.model}.${descriptor.name}`, descriptor, current }]
        : [];
    });
  });
}

/** A first set of values around the one that is set, within what the parameter allows. */
export function startingValues({ descriptor, current }: Sweepable): number[] {
  const factors = [0.5, 1, 1.5, 2, 4];
  const whole = descriptor.type === "integer" || Number.isInteger(current);
  const values = factors.map((factor) =>
    whole ? Math.round(current * factor) : Number((current * factor).toPrecision(3)),
  );
  const least = Math.max(descriptor.minimum ?? -Infinity, whole ? 2 : -Infinity);
  const most = descriptor.maximum ?? Infinity;
  return [...new Set(values.filter((value) => value >= least && value <= most))];
}

export function readValues(text: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter((word) => word !== "" && !Number.isNaN(Number(word)))
    .map(Number);
}

/** Puts a candidate's numbers into the policy. */
export function adoptValues(document: JsonObject, values: Record<string, string>): void {
  const promises = promisesOf(document);
  for (const [parameter, value] of Object.entries(values)) {
    const [model, name] = parameter.split(".");
    const promise = promises.find((one) => one.model === model);
    if (promise && name && isObject(promise.parameters))
      promise.parameters[name] = Number.isNaN(Number(value)) ? value : Number(value);
  }
  setPromises(document, promises);
}
