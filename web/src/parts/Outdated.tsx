import { isOutdated } from "../project/released";
import { follow } from "../shell/route";

/** On screens that speak of the release: it is not what the policy says now. */
export function Outdated() {
  if (!isOutdated()) return null;
  return (
    <div class="callout" role="note">
      <p>
        The policy was changed after this release was made. What you see here is about the release as it is;{" "}
        <a href="/run" onClick={follow}>
          run the policy again
        </a>{" "}
        for one that agrees with it.
      </p>
    </div>
  );
}
