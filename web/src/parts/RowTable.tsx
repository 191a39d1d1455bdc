import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { slices, type Slices } from "../server/rows";
import { FaultBox } from "./FaultBox";
import { count, sentence } from "./format";

const ROW = 28; // pixels, as .rows tr in tables.css
// Browsers cannot scroll higher than some 17 million pixels. Above this, the bar's way stands for more rows than pixels.
const TALLEST = 8_000_000;
const SHOWN = 16;

interface Props {
  of: "source" | "release";
  label: string;
  /** The row that is marked, from 0, and what happens when another is chosen. */
  chosen?: number | null;
  onChoose?: (row: number) => void;
}

/**
 * A table of any length: a real <table> of the rows in view, under a scroll bar for all of them. It knows where each row stands
 * (aria-rowindex) and can be moved through by keyboard.
 */
export function RowTable({ of, label, chosen = null, onChoose }: Props) {
  const first = useSignal(0);
  const data = useSignal<Slices | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const reader = useRef(slices(of, (got) => (data.value = got)));
  useEffect(() => {
    reader.current.show(first.value, SHOWN);
  }, [first.value]);

  const total = data.value?.total ?? 0;
  const last = Math.max(0, total - SHOWN);
  const height = Math.min(TALLEST, total * ROW);
  /** How far the bar can go, in pixels. */
  const way = (): number => Math.max(1, (scroller.current?.scrollHeight ?? 0) - (scroller.current?.clientHeight ?? 0));
  const move = (to: number): void => {
    first.value = Math.max(0, Math.min(last, Math.round(to)));
    if (scroller.current) scroller.current.scrollTop = (first.value / Math.max(1, last)) * way();
  };
  const onScroll = (): void => {
    const at = Math.round(((scroller.current?.scrollTop ?? 0) / way()) * last);
    // A position that was set by `move` is rounded by the browser, and must not move the rows again.
    if (Math.abs(at - first.value) > Math.ceil(last / way())) first.value = Math.max(0, Math.min(last, at));
  };
  const onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    const rows = event.deltaY / (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 1 : ROW);
    const to = first.value + (Math.abs(rows) < 1 ? Math.sign(rows) : rows);
    if (to > 0 && to < last) event.preventDefault();
    move(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: SHOWN - 2,
      PageUp: 2 - SHOWN,
      Home: -total,
      End: total,
    };
    const step = steps[event.key];
    if (step === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    move(first.value + step);
  };

  if (data.value?.fault && total === 0) return <FaultBox fault={data.value.fault} />;
  const columns = data.value?.columns ?? [];
  const until = Math.min(total, first.value + SHOWN);
  return (
    <div class="row-table">
      <div
        ref={scroller}
        class="rows-scroll"
        tabIndex={0}
        role="region"
        aria-label={`${label}. Use the arrow keys to move through them.`}
        onScroll={onScroll}
        onWheel={onWheel}
        onKeyDown={onKeyDown}
      >
        <div class="rows-space" style={{ height: `${height + ROW}px` }}>
          <table class="rows" aria-label={label} aria-rowcount={total + 1} aria-busy={data.value === null}>
            <thead>
              <tr aria-rowindex={1}>
                <th scope="col" class="number">
                  Row
                </th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: Math.max(0, until - first.value) }, (_, at) => first.value + at).map((row) => (
                <tr key={row} aria-rowindex={row + 2} data-chosen={row === chosen}>
                  <th scope="row" class="number">
                    {onChoose ? (
                      <button
                        type="button"
                        class="link"
                        aria-label={`Explain row ${row + 1}`}
                        onClick={() => onChoose(row)}
                      >
                        {count(row + 1)}
                      </button>
                    ) : (
                      count(row + 1)
                    )}
                  </th>
                  {columns.map((column, at) => (
                    <Cell key={column} text={data.value?.cell(row, at)} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <p class="rows-foot">
        <span class="soft">{place(first.value, until, data.value)}</span>
        <label>
          Go to row
          <input type="number" min={1} max={total} onChange={(event) => move(Number(event.currentTarget.value) - 1)} />
        </label>
      </p>
    </div>
  );
}

function place(first: number, until: number, data: Slices | null): string {
  if (data?.fault) return sentence(data.fault.message);
  if (!data || data.total === 0) return data?.isSoon ? "Rows are being made ready" : "Reading rows";
  return `Rows ${count(first + 1)} to ${count(until)} of ${count(data.total)}`;
}

function Cell({ text }: { text: string | null | undefined }) {
  if (text === undefined) return <td class="soft">…</td>;
  if (text === null) return <td class="missing">missing</td>;
  return <td title={text}>{text}</td>;
}
