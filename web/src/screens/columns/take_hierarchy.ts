import { hierarchyText, setHierarchy } from "../../project/attributes";
import { edit } from "../../project/project";
import type { Json } from "../../server/types";

/** Gives a column its hierarchy: a file, a builder with its parameters, or null for none. */
export function takeHierarchy(column: string, hierarchy: Json): void {
  const what = hierarchy === null ? "no hierarchy" : hierarchyText(hierarchy);
  void edit(`${column}: ${what}`, (document) => setHierarchy(document, column, hierarchy));
}
