import { Icon } from "../parts/Icon";
import { follow, route } from "./route";
import { shownSteps, type Standing } from "./steps";

const SPOKEN: Record<Standing, string> = {
  done: "done",
  busy: "in progress",
  you: "needs you",
  problem: "has a problem",
  open: "open",
};

function Mark({ standing, number }: { standing: Standing; number: number }) {
  return (
    <span class="mark" data-standing={standing} aria-hidden="true">
      {standing === "done" ? <Icon name="check" /> : standing === "problem" ? "!" : number}
    </span>
  );
}

/** The steps from table to signed release, as links; each says how far it is. */
export function Rail() {
  return (
    <nav class="rail" aria-label="Steps">
      <ol>
        {shownSteps().map((step, at) => {
          const [standing, words] = step.standing();
          const here = route.value === step.path;
          return (
            <li key={step.path}>
              <a href={step.path} onClick={follow} {...(here ? { "aria-current": "page" as const } : {})}>
                <Mark standing={standing} number={at + 1} />
                <span class="step">
                  <span class="name">{step.name}</span>
                  <span class="words" data-standing={standing}>
                    <span class="aloud">{SPOKEN[standing]}: </span>
                    {words}
                  </span>
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
