import type { Fault } from "./types";

/** The server said no. `fault` is what to show; `status` is for the few cases that are handled. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly fault: Fault,
    readonly problems: Fault[] = [],
  ) {
    super(fault.message);
  }
}

interface ProblemBody {
  title?: string;
  detail?: string;
  hint?: string;
  place?: string;
  problems?: Fault[];
}

const GONE: Fault = {
  message: "the studio does not answer",
  hint: "it was stopped, or ended because nobody used it: start gauze studio again, and open the address that it prints",
};

/** One request; the body of the answer. Throws a Refusal for everything that is not a success. */
export async function ask<Answer>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<Answer> {
  const init: RequestInit = { method, cache: "no-store", credentials: "same-origin" };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "Content-Type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refusal(0, GONE);
  }
  const text = await response.text();
  if (response.status === 202 && method === "GET")
    throw new Refusal(202, { message: "this is still being made ready" });
  if (response.ok) return (text === "" ? null : JSON.parse(text)) as Answer;
  throw refusal(response.status, text);
}

function refusal(status: number, text: string): Refusal {
  let body: ProblemBody = {};
  try {
    body = JSON.parse(text) as ProblemBody;
  } catch {
    // Not from our own endpoints: the status has to do.
  }
  const message = body.detail ?? body.title ?? `the studio answered with ${status}`;
  return new Refusal(status, { message, hint: body.hint ?? null, place: body.place ?? null }, body.problems ?? []);
}

/** What to show for anything that was thrown. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Refusal) return error.fault;
  return { message: error instanceof Error ? error.message : String(error) };
}
