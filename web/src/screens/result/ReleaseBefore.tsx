import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { capital, count, spoken } from "../../parts/format";
import { Says } from "../../parts/Says";
import type { Manifest } from "../../project/evidence";
import { latest } from "../../server/jobs";
import { ask } from "../../server/request";

interface Manifests {
  now: Manifest | null;
  before: Manifest | null;
}

interface Line {
  name: string;
  before: number;
  now: number;
}

function lines({ rows, suppressed_rows, classes, measures }: Manifest): [string, number][] {
  const numbers = Object.entries(measures).filter(([, value]) => typeof value === "number");
  return [["released rows", rows], ["suppressed rows", suppressed_rows], ["classes", classes], ...numbers];
}

function compared(before: Manifest, now: Manifest): Line[] {
  const old = new Map(lines(before));
  return lines(now).flatMap(([name, value]) => {
    const was = old.get(name);
    return was === undefined ? [] : [{ name, before: was, now: value }];
  });
}

/** "ncp" is NCP, "attribute_loss.age" is Attribute loss: age. */
function title(name: string): string {
  return /^[a-z]{2,4}$/.test(name) ? name.toUpperCase() : capital(spoken(name.replace(".", ": ")));
}

function number(value: number): string {
  return Number.isInteger(value) ? count(value) : value.toPrecision(4);
}

function change({ before, now }: Line): string {
  if (before === now) return "the same";
  const difference = `${now > before ? "+" : "−"}${number(Math.abs(now - before))}`;
  if (before === 0) return difference;
  return `${difference} (${now > before ? "+" : "−"}${((100 * Math.abs(now - before)) / Math.abs(before)).toFixed(1)} %)`;
}

/** The release beside the one that it has replaced, by what the manifests of both say. */
export function ReleaseBefore() {
  const manifests = useSignal<Manifests | null>(null);
  const run = latest("run", (job) => job.state === "done");
  useEffect(() => {
    ask<Manifests>("GET", "/api/manifests").then(
      (answer) => (manifests.value = answer),
      () => undefined,
    );
  }, [run?.id]);
  const { now, before } = manifests.value ?? {};
  if (!now || !before) return null;
  return (
    <section aria-labelledby="before-heading">
      <h2 id="before-heading">Compared with the release before</h2>
      <div class="wide" tabIndex={0} role="region" aria-label="Figures of both releases">
        <table class="sets">
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col" class="number">
                Before
              </th>
              <th scope="col" class="number">
                Now
              </th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {compared(before, now).map((line) => (
              <tr key={line.name}>
                <th scope="row">{title(line.name)}</th>
                <td class="number">{number(line.before)}</td>
                <td class="number">{number(line.now)}</td>
                <td class={line.before === line.now ? "soft" : ""}>{change(line)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Says page="measures/">
        The release that this one has replaced, when it was last run in this studio. Somebody who has both can compare
        them, too: if they were given to the same people, use a ledger.
      </Says>
    </section>
  );
}
