import { sentence } from "../../parts/format";
import { Outdated } from "../../parts/Outdated";
import { Says } from "../../parts/Says";
import { policy } from "../../project/project";
import { evidence } from "../../project/released";
import { ITEMS, openItems, recordText, signer } from "../../project/signoff";
import { follow } from "../../shell/route";
import { BundleForm } from "./BundleForm";
import { SignOffItem } from "./SignOffItem";

function recordAddress(): string {
  return `data:application/json;charset=utf-8,${encodeURIComponent(recordText())}`;
}

function NotYet({ why, to, name }: { why: string; to: string; name: string }) {
  return (
    <>
      <h1 tabIndex={-1}>Sign off</h1>
      <p>{why}</p>
      <p>
        <a class="button" href={to} onClick={follow}>
          Go to {name}
        </a>
      </p>
    </>
  );
}

/** What a person must have looked at, and then one signed file. */
export function SignOffScreen() {
  const found = evidence();
  if (!policy.value?.release) return <NotYet why="There is no release to sign yet." to="/run" name="Run" />;
  if (!found)
    return (
      <NotYet why="The report on this release has not been written yet. Read it first." to="/result" name="Result" />
    );
  const left = openItems();
  const remaining = found.not_protected ?? [];
  return (
    <>
      <h1 tabIndex={-1}>Sign off</h1>
      <p class="lead">
        {left === 0
          ? "Everything has been looked at. The release can be signed."
          : `${left} of ${ITEMS.length} points are open. Somebody has to have looked at each before the release is signed.`}
      </p>
      <Outdated />
      <div class="field">
        <label for="signer">Your name</label>
        <input
          id="signer"
          type="text"
          autocomplete="off"
          value={signer.value}
          onInput={(event) => (signer.value = event.currentTarget.value)}
        />
        <p class="field-help">It stands beside each point that you approve, with the date.</p>
      </div>
      <ul class="plain items">
        {ITEMS.map((item) => (
          <SignOffItem key={item.id} item={item} />
        ))}
      </ul>
      {remaining.length > 0 && (
        <details>
          <summary>What is not protected ({remaining.length})</summary>
          <ul>
            {remaining.map((one) => (
              <li key={one}>{sentence(one)}</li>
            ))}
          </ul>
        </details>
      )}
      <p class="says">
        What is approved here is kept beside the policy, with every name and time, also of what was taken back.{" "}
        <a href={recordAddress()} download="sign-off.json">
          Save it as a file
        </a>{" "}
        to give it to others.
      </p>
      <BundleForm open={left > 0} />
      <Says page="bundle/">
        A bundle is one signed file with the whole release. Anybody who has it can check, without asking you and without
        a network, that it is what you released and that its promises hold.
      </Says>
    </>
  );
}
