import { ask, faultOf, Refusal } from "./request";
import type { Fault, Rows } from "./types";

const PAGE = 100; // rows of a request
const KEPT = 30; // pages
const PAUSE = 30; // milliseconds
const SOON = 300; // milliseconds until rows that are being made ready are asked for again

/** Rows as far as they are known; a cell of a row that is still on its way is undefined. */
export interface Slices {
  columns: string[];
  total: number;
  /** They are being made ready, which may take a while for a long table. */
  isSoon: boolean;
  /** Why they cannot be read. */
  fault: Fault | null;
  cell: (row: number, column: number) => string | null | undefined;
}

interface Reader {
  show: (from: number, count: number) => void;
}

/** Reads pages of rows as they are looked at, and tells `told` whenever more is known. */
export function slices(of: "source" | "release", told: (slices: Slices) => void): Reader {
  const pages = new Map<number, Rows>();
  const asked = new Set<number>();
  let columns: string[] = [];
  let total = 0;
  let isSoon = false;
  let fault: Fault | null = null;
  let wanted: number[] = [];
  let pause: number | undefined;

  const tell = (): void =>
    told({
      columns,
      total,
      isSoon,
      fault,
      cell: (row, column) => pages.get(Math.floor(row / PAGE))?.rows[row % PAGE]?.[column],
    });

  const read = async (page: number): Promise<void> => {
    if (pages.has(page) || asked.has(page)) return;
    asked.add(page);
    try {
      const rows = await ask<Rows>("GET", `/api/rows?of=${of}&from=${page * PAGE}&count=${PAGE}`);
      ({ columns, total } = rows);
      isSoon = false;
      fault = null;
      pages.set(page, rows);
      // The oldest go first; a Map keeps the order in which pages came.
      for (const old of pages.keys()) if (pages.size > KEPT && !wanted.includes(old)) pages.delete(old);
    } catch (error) {
      isSoon = error instanceof Refusal && error.status === 202;
      fault = isSoon ? null : faultOf(error);
      if (isSoon) setTimeout(() => void read(page), SOON);
    } finally {
      asked.delete(page);
    }
    tell();
  };

  return {
    show: (from, count) => {
      const first = Math.floor(from / PAGE);
      const last = Math.floor((from + count - 1) / PAGE);
      wanted = Array.from({ length: last - first + 1 }, (_, at) => first + at);
      // While somebody drags the bar, only what is in view at the end of each pause is read.
      pause ??= window.setTimeout(
        () => {
          pause = undefined;
          for (const page of wanted) void read(page);
          // What will be looked at next, if scrolling goes on.
          const next = (wanted.at(-1) ?? 0) + 1;
          if (total > next * PAGE) void read(next);
        },
        pages.size === 0 ? 0 : PAUSE,
      );
    },
  };
}
