import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { go } from "./route";

interface Stop {
  path: string;
  title: string;
  text: string;
}

const STOPS: Stop[] = [
  {
    path: "/data",
    title: "Look at the table",
    text: "Every column with what was counted in it, and which few columns together tell people apart. Nothing leaves this computer.",
  },
  {
    path: "/columns",
    title: "Say what each column is",
    text: "Accept what is suggested, or decide yourself: a letter on the keyboard for each role. Whatever you do is written into the policy on the right, and can be undone.",
  },
  {
    path: "/promises",
    title: "Promise something",
    text: "Add promises from the list. While you change a number, its price is counted on a sample: how much detail is lost, and what risk is left.",
  },
  {
    path: "/trade-off",
    title: "Choose among several",
    text: "If you do not know which number is right, try some at once and adopt a point of the picture.",
  },
  {
    path: "/run",
    title: "Make the release",
    text: "It is written, read again and verified before it is put in its place. You can stop it at any time, and nothing is left behind.",
  },
  {
    path: "/result",
    title: "Read what came out",
    text: "What holds, what risk remains although it does, what attackers would achieve, and why each row is as it is.",
  },
  {
    path: "/sign-off",
    title: "Sign it",
    text: "A list of what a person must have looked at, and then one signed file for the recipients.",
  },
];

/** Which stop is shown; null: no tour. */
const at = signal<number | null>(null);

function move(to: number | null): void {
  at.value = to;
  const stop = to === null ? undefined : STOPS[to];
  if (stop) go(stop.path);
}

export function startTour(): void {
  move(0);
}

/** One minute through the steps: a card beside the screen, which goes on working meanwhile. */
export function Tour() {
  const heading = useRef<HTMLHeadingElement>(null);
  const place = at.value;
  useEffect(() => {
    if (place === null) return;
    // After the screen has taken the focus for itself.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [place]);
  const stop = place === null ? undefined : STOPS[place];
  if (place === null || !stop) return null;
  const isLast = place === STOPS.length - 1;
  return (
    <section class="tour" aria-labelledby="tour-heading" onKeyDown={(event) => event.key === "Escape" && move(null)}>
      <h2 id="tour-heading" ref={heading} tabIndex={-1}>
        {stop.title}
      </h2>
      <p>{stop.text}</p>
      <div class="buttons">
        <span class="soft">
          {place + 1} of {STOPS.length}
        </span>
        {place > 0 && (
          <button type="button" onClick={() => move(place - 1)}>
            Back
          </button>
        )}
        <button type="button" class="primary" onClick={() => move(isLast ? null : place + 1)}>
          {isLast ? "Done" : "Next"}
        </button>
        {!isLast && (
          <button type="button" class="quiet" onClick={() => move(null)}>
            End the tour
          </button>
        )}
      </div>
    </section>
  );
}
