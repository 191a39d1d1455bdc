// Numbers as people read them. The same forms as in the report.

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export function count(value: number): string {
  return whole.format(value);
}

export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** 24.1 %; one decimal below 99.95 %, never 100 % for less than all nor 0 % for more than nothing. */
export function share(value: number): string {
  if (value <= 0) return "0 %";
  if (value >= 1) return "100 %";
  if (value < 0.001) return "less than 0.1 %";
  if (value > 0.999) return "more than 99.9 %";
  return `${(100 * value).toFixed(1).replace(/\.0$/, "")} %`;
}

export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let at = 0;
  let rest = value;
  while (rest >= 1000 && at + 1 < units.length) {
    rest /= 1000;
    ++at;
  }
  return `${rest >= 100 || at === 0 ? rest.toFixed(0) : rest.toFixed(1)} ${units[at] ?? ""}`;
}

export function duration(seconds: number): string {
  if (seconds < 1) return "less than a second";
  if (seconds < 60) return counted(Math.round(seconds), "second");
  if (seconds < 3600) return counted(Math.round(seconds / 60), "minute");
  return `${(seconds / 3600).toFixed(1)} hours`;
}

/** The day of a time, where this browser is: 2026-01-31. */
export function day(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? "" : time.toLocaleDateString("en-CA");
}

export function list(words: string[]): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}

/** The first few, and how many more there are. */
export function few(words: string[], most = 4): string {
  return words.length <= most + 1 ? list(words) : `${words.slice(0, most).join(", ")} and ${words.length - most} more`;
}

/** A name of a policy as text on a screen: quasi-identifying, k-anonymity, count missing. */
export function spoken(name: string): string {
  return name.replace(/^(quasi|[a-z]{1,2})_/, "$1-").replaceAll("_", " ");
}

/** With a capital first, but for symbols: k stays k, and k-anonymity is spelled like this everywhere. */
export function capital(text: string): string {
  return /^[a-z]([^\w\s]|$)/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** A message of the program as a sentence. Names of models and parameters, with which some begin, keep their spelling. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const first = trimmed.split(/\s/, 1)[0] ?? "";
  const isName = first.includes("_") || (first.length === 1 && first !== "a");
  const begun = isName ? trimmed : capital(trimmed);
  return /[.!?:]$/.test(begun) ? begun : `${begun}.`;
}
