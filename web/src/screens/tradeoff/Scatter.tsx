import { useRef } from "preact/hooks";
import { share } from "../../parts/format";
import type { Candidate } from "../../project/comparison";
import { ticks } from "./ticks";

const WIDTH = 640;
const HEIGHT = 340;
const LEFT = 64;
const BOTTOM = 46;
const TOP = 14;
const RIGHT = 90; // for the name of the rightmost point

interface Props {
  candidates: Candidate[];
  chosen: string | null;
  onAdopt: (candidate: Candidate) => void;
}

/** Loss and risk of candidates as points. Each is a button: click it, or go to it by the arrow keys and press Enter. */
export function Scatter({ candidates, chosen, onAdopt }: Props) {
  const drawing = useRef<SVGSVGElement>(null);
  if (candidates.length === 0) return null;
  const sorted = candidates.toSorted((a, b) => a.loss.ncp - b.loss.ncp);
  const xTicks = ticks(Math.max(...sorted.map((one) => one.loss.ncp)));
  const yTicks = ticks(Math.max(...sorted.map((one) => one.risk.highest)));
  const x = (value: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * value) / (xTicks.at(-1) ?? 1);
  const y = (value: number): number => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * value) / (yTicks.at(-1) ?? 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const points = [...(drawing.current?.querySelectorAll<SVGGElement>("g.point") ?? [])];
    const at = points.indexOf(event.target as SVGGElement);
    const step =
      event.key === "ArrowRight" || event.key === "ArrowDown"
        ? 1
        : event.key === "ArrowLeft" || event.key === "ArrowUp"
          ? -1
          : 0;
    const candidate = sorted[at];
    if (step !== 0) points[at + step]?.focus();
    else if ((event.key === "Enter" || event.key === " ") && candidate) onAdopt(candidate);
    else return;
    event.preventDefault();
  };
  const frontier = sorted
    .filter((one) => one.dominated_by === null)
    .map((one) => `${x(one.loss.ncp)},${y(one.risk.highest)}`);
  return (
    <svg
      ref={drawing}
      class="scatter"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label="Loss against risk of what was tried"
      onKeyDown={onKeyDown}
    >
      {yTicks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
            {share(tick)}
          </text>
        </g>
      ))}
      {xTicks.map((tick) => (
        <text key={tick} x={x(tick)} y={HEIGHT - BOTTOM + 18} text-anchor="middle">
          {share(tick)}
        </text>
      ))}
      <text class="caption" x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 6} text-anchor="middle">
        Detail lost
      </text>
      <text class="caption" transform={`translate(14 ${(HEIGHT - BOTTOM + TOP) / 2}) rotate(-90)`} text-anchor="middle">
        Highest risk
      </text>
      <polyline class="frontier" points={frontier.join(" ")} />
      {sorted.map((candidate, at) => (
        <g
          key={candidate.name}
          class="point"
          data-dominated={candidate.dominated_by !== null}
          data-chosen={candidate.name === chosen}
          role="button"
          tabindex={at === 0 ? 0 : -1}
          aria-pressed={candidate.name === chosen}
          aria-label={`${candidate.name}: ${share(candidate.loss.ncp)} lost, highest risk ${share(candidate.risk.highest)}. Adopt it`}
          onClick={() => onAdopt(candidate)}
        >
          <circle class="reach" cx={x(candidate.loss.ncp)} cy={y(candidate.risk.highest)} r="14" />
          <circle class="dot" cx={x(candidate.loss.ncp)} cy={y(candidate.risk.highest)} r="6" />
          <text x={x(candidate.loss.ncp) + 11} y={y(candidate.risk.highest) - 7}>
            {shortName(candidate)}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** "k=5, l=3": the models' names stand in the table below. */
function shortName(candidate: Candidate): string {
  const values = Object.entries(candidate.values ?? {});
  if (values.length === 0) return candidate.name;
  return values.map(([name, value]) => `${name.split(".").at(-1) ?? name}=${value}`).join(", ");
}
