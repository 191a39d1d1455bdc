// The section `ledger` of a policy: how records that come later join what was released.
import type { Json, JsonObject, Parameter } from "../server/types";
import { isObject } from "./attributes";
import { catalog } from "./project";

export interface LedgerSection {
  method: string;
  /** Of the method. */
  parameters: JsonObject;
  /** The section without its method. */
  others: JsonObject;
}

/** As the policy has it; a method is written alone, or with its parameters. Without one, it is the first of the list. */
export function ledgerSection(document: JsonObject): LedgerSection {
  const { method, ...others } = isObject(document["ledger"]) ? document["ledger"] : { method: undefined };
  const [entry] = isObject(method) ? Object.entries(method) : [];
  return {
    method: entry?.[0] ?? (typeof method === "string" ? method : (catalog.value.methods[0]?.name ?? "")),
    parameters: isObject(entry?.[1]) ? entry[1] : {},
    others,
  };
}

export function setLedgerSection(document: JsonObject, section: LedgerSection): void {
  document["ledger"] = { method: { [section.method]: section.parameters }, ...section.others };
}

/** What the section has beside its method, from the JSON Schema of policies. Texts in it are names of columns. */
export function ledgerParameters(): Parameter[] {
  const properties = at(catalog.value.schema, "properties", "ledger", "properties");
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]): Parameter[] => {
    if (name === "method" || !isObject(schema)) return [];
    const choices = Array.isArray(schema["enum"]) ? schema["enum"].map(String) : null;
    return [
      {
        name,
        type: choices ? "choice" : schema["type"] === "boolean" ? "boolean" : "attribute",
        description: String(schema["description"] ?? ""),
        ...(choices ? { enum: choices } : {}),
      },
    ];
  });
}

function at(json: Json | undefined, ...path: string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), json);
}
