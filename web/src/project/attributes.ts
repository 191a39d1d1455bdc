// The section `attributes` of a policy: what each column is.
import type { Json, JsonObject } from "../server/types";

export interface Attribute {
  name: string;
  role: string;
  type: string;
  hierarchy: Json;
}

export const UNDECIDED = "undecided";

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function attributesOf(document: JsonObject): Attribute[] {
  const section = document["attributes"];
  if (!isObject(section)) return [];
  return Object.entries(section).map(([name, entry]) => {
    const fields = isObject(entry) ? entry : {};
    return {
      name,
      role: String(fields["role"] ?? UNDECIDED),
      type: String(fields["type"] ?? "text"),
      hierarchy: fields["hierarchy"] ?? null,
    };
  });
}

export function columnsWithRole(document: JsonObject, role: string): string[] {
  return attributesOf(document)
    .filter((attribute) => attribute.role === role)
    .map((attribute) => attribute.name);
}

function fieldsOf(document: JsonObject, column: string): JsonObject {
  const section = isObject(document["attributes"]) ? document["attributes"] : (document["attributes"] = {});
  const entry = section[column];
  return isObject(entry) ? entry : (section[column] = {});
}

export function setRole(document: JsonObject, column: string, role: string): void {
  const fields = fieldsOf(document, column);
  fields["role"] = role;
  // Only what is generalised, or compared along a tree, has one.
  if (role === "identifying" || role === "entity" || role === "insensitive") delete fields["hierarchy"];
}

export function setType(document: JsonObject, column: string, type: string): void {
  fieldsOf(document, column)["type"] = type;
}

export function setHierarchy(document: JsonObject, column: string, hierarchy: Json): void {
  const fields = fieldsOf(document, column);
  if (hierarchy === null) delete fields["hierarchy"];
  else fields["hierarchy"] = hierarchy;
}

/** A hierarchy as a policy writes it, on one line: a file, or a builder with its parameters. */
export function hierarchyText(hierarchy: Json): string {
  if (hierarchy === null) return "";
  if (!isObject(hierarchy)) return String(hierarchy);
  return Object.entries(hierarchy)
    .map(([builder, parameters]) => `${builder}${parameterText(parameters)}`)
    .join(", ");
}

function parameterText(parameters: Json): string {
  if (parameters === null) return "";
  if (!isObject(parameters)) return `: ${String(parameters)}`;
  const text = Object.entries(parameters).map(([name, value]) => `${name} ${String(value)}`);
  return text.length === 0 ? "" : `: ${text.join(", ")}`;
}
