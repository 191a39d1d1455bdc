import { Command } from "../../parts/Command";
import { route } from "../../shell/route";

/** In place of a page of the manual, where the program was built without it. */
export function ManualScreen() {
  const page = route.value.replace(/^\/docs\//, "").replace(/\/$/, "");
  return (
    <>
      <h1 tabIndex={-1}>The manual is not part of this program</h1>
      <p>
        The page that you asked for is <code>docs/{page}.md</code> of the sources of Gauze. To read the manual in a
        browser, build it there:
      </p>
      <Command text="make docs" />
    </>
  );
}
