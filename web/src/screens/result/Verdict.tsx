import { sentence } from "../../parts/format";
import { Says } from "../../parts/Says";
import type { Evidence, KeptPromise } from "../../project/evidence";

export function PromiseList({ promises }: { promises: KeptPromise[] }) {
  return (
    <ul class="plain kept">
      {promises.map((promise) => (
        <li key={promise.claim}>
          <span class={promise.holds ? "good" : "bad"} aria-hidden="true">
            {promise.holds ? "✓" : "✗"}
          </span>
          <div>
            <code>{promise.claim}</code>
            <p class="soft">
              {sentence(promise.sentence ?? promise.guarantees ?? (promise.holds ? "it holds" : "it does not hold"))}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Do the promises hold, and what remains although they do? */
export function Verdict({ evidence }: { evidence: Evidence }) {
  const broken = evidence.promises.filter((promise) => !promise.holds).length;
  const warnings = evidence.warnings ?? [];
  const all = evidence.promises.length === 1 ? "The promise holds." : `All ${evidence.promises.length} promises hold.`;
  return (
    <section aria-labelledby="verdict-heading">
      <h2 id="verdict-heading" class={broken > 0 ? "bad" : warnings.length > 0 ? "caution" : "good"}>
        {broken > 0
          ? `${broken} of ${evidence.promises.length} promises do not hold. Do not share this release.`
          : warnings.length > 0
            ? `${all} But that is not all there is to know.`
            : all}
      </h2>
      {(evidence.uniqueness || warnings.length > 0) && (
        <div class={`card ${warnings.length > 0 ? "caution-card" : ""}`}>
          <h3>The worst risk that remains</h3>
          {evidence.uniqueness && <p>{sentence(evidence.uniqueness.sentence)}</p>}
          {warnings.length > 0 && (
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{sentence(warning)}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      <PromiseList promises={evidence.promises} />
      <Says page="reading-a-report/">
        Each promise was checked on the released file, by code that does not know how the file was made.
      </Says>
    </section>
  );
}
