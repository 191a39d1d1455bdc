import { follow } from "../../shell/route";

/** On a screen that is about a policy, when none is open. */
export function NoPolicy() {
  return (
    <>
      <h1 tabIndex={-1}>No table is open</h1>
      <p>This screen is about a table and its policy. What is open now is something that was made elsewhere.</p>
      <p>
        <a class="button" href="/open" onClick={follow}>
          Open a table or a policy
        </a>
      </p>
    </>
  );
}
