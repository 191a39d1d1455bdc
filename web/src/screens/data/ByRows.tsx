import { count, counted } from "../../parts/format";
import type { ProfileColumn } from "../../project/profile";

const WIDTH = 112;
const HEIGHT = 34;
const GAP = 2;

function range(from: number, to: number): string {
  return from === to ? (from === 1 ? "once" : `${count(from)} times`) : `${count(from)} to ${count(to)} times`;
}

/** How many values occur once, 2 to 9 times, 10 to 99 times and so on, as bars. Decades without a value keep their place. */
export function ByRows({ column, rows }: { column: ProfileColumn; rows: number }) {
  const groups = (column.by_rows ?? []).filter((group) => group.values > 0);
  if (groups.length === 0) return <span class="soft">not counted</span>;
  const decade = (from: number): number => (from === 1 ? 0 : 1 + Math.floor(Math.log10(from)));
  // As many places as a table of this length can have, so that pictures can be compared.
  const places = Math.max(4, decade(rows) + 1);
  const most = Math.max(...groups.map((group) => group.values));
  const width = WIDTH / places;
  const text = groups
    .map(
      (group) =>
        `${counted(group.values, "value")} ${group.values === 1 ? "occurs" : "occur"} ${range(group.from, group.to)}`,
    )
    .join("; ");
  return (
    <svg class="by-rows" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={text}>
      <title>{text}</title>
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} class="base" />
      {groups.map((group) => {
        const height = Math.max(2, ((HEIGHT - 4) * group.values) / most);
        const at = decade(group.from);
        return (
          <rect
            key={group.from}
            class={at === 0 ? "once" : "more"}
            x={at * width + GAP / 2}
            width={width - GAP}
            y={HEIGHT - 1 - height}
            height={height}
            rx="1"
          />
        );
      })}
    </svg>
  );
}
