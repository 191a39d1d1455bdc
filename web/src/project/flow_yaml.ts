import type { Json } from "../server/types";

/** `{interval: {width: 200}}` as a value: what the program writes for a policy on one line. Plain words become texts. */
export function flowYaml(text: string): Json {
  const json = text.replace(/"[^"]*"|[A-Za-z_][\w./-]*/g, (word) =>
    word.startsWith('"') || word === "true" || word === "false" || word === "null" ? word : `"${word}"`,
  );
  try {
    return JSON.parse(json) as Json;
  } catch {
    return text;
  }
}
