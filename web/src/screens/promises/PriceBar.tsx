import { Command } from "../../parts/Command";
import { count, share } from "../../parts/format";
import { FaultBox } from "../../parts/FaultBox";
import { Says } from "../../parts/Says";
import type { Candidate } from "../../project/comparison";
import { price } from "../../project/price";

interface Figure {
  name: string;
  read: (candidate: Candidate) => number;
  show: (value: number) => string;
  /** Which direction is the better one. */
  better: "less" | "more";
}

const FIGURES: Figure[] = [
  { name: "Detail lost", read: (one) => one.loss.ncp, show: share, better: "less" },
  { name: "Smallest class", read: (one) => one.smallest_class, show: count, better: "more" },
  { name: "Highest risk", read: (one) => one.risk.highest, show: share, better: "less" },
  { name: "Rows left out", read: (one) => one.suppressed_rows, show: count, better: "less" },
];

function Change({ figure, now, before }: { figure: Figure; now: Candidate; before: Candidate | null }) {
  if (!before) return null;
  const [from, to] = [figure.read(before), figure.read(now)];
  if (figure.show(from) === figure.show(to)) return <span class="change soft">as before</span>;
  const better = figure.better === "less" ? to < from : to > from;
  return (
    <span class={`change ${better ? "good" : "caution"}`}>
      {to > from ? "↑" : "↓"} from {figure.show(from)}
    </span>
  );
}

/** What the promises cost, on a sample, while they are being changed. */
export function PriceBar() {
  const { busy, candidate, before, fault, command } = price.value;
  return (
    <>
      <section class="price" aria-labelledby="price-heading" aria-busy={busy}>
        <h2 id="price-heading">
          Price on a sample{candidate && ` of ${count(candidate.rows_in)} rows`}
          <span class="busy" aria-live="polite">
            {busy ? "Being counted" : ""}
          </span>
        </h2>
        {fault && <FaultBox fault={fault} />}
        <dl class="figures" data-stale={busy || fault !== null}>
          {FIGURES.map((figure) => (
            <div key={figure.name}>
              <dt>{figure.name}</dt>
              <dd>
                <span class="value">{candidate ? figure.show(figure.read(candidate)) : "–"}</span>
                {candidate && <Change figure={figure} now={candidate} before={before} />}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <Says page="measures/">
        Detail lost is 0 % for unchanged cells and 100 % where everything is generalised away. The highest risk is the
        chance of picking the right row of a person who hides in the smallest class. The whole table usually loses a
        little less than the sample.
      </Says>
      {command && <Command text={command} />}
    </>
  );
}
