// Strokes on a grid of 16; the colour is that of the text beside.
const PATHS = {
  check: "M3 8.5l3.2 3.2L13 4.8",
  undo: "M6 3L2.5 6.5 6 10M2.5 6.5H10a3.5 3.5 0 010 7H7",
  redo: "M10 3l3.5 3.5L10 10M13.5 6.5H6a3.5 3.5 0 000 7h3",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  right: "M6 3l5 5-5 5",
  down: "M3 6l5 5 5-5",
  plus: "M8 3v10M3 8h10",
  folder: "M1.5 4.5v8h13v-7h-7l-1.5-2h-4.5z",
  table: "M2 3h12v10H2zM2 6.5h12M2 10h12M6.5 3v10",
  page: "M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3",
  seal: "M8 1.5l5.5 2v4.5c0 3-2.2 5.3-5.5 6.5-3.3-1.2-5.5-3.5-5.5-6.5V3.5zM5.5 8l2 2 3-3.5",
  text: "M2.5 4h11M2.5 8h7M2.5 12h9",
  keyboard: "M1.5 4h13v8h-13zM4 6.5h.5M7 6.5h.5M10 6.5h.5M12 6.5h.5M5 9.5h6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
