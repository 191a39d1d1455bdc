import { count, share } from "../../parts/format";
import { Says } from "../../parts/Says";
import type { Evidence } from "../../project/evidence";

function Figure({ name, before, after }: { name: string; before?: string | undefined; after: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class="value">{after}</span>
        {before !== undefined && <span class="change soft">was {before}</span>}
      </dd>
    </div>
  );
}

/** Chances of finding a person, before and after, and the thresholds that others use. */
export function RiskFigures({ evidence }: { evidence: Evidence }) {
  const { before, after, thresholds } = evidence.risk ?? {};
  return (
    <section aria-labelledby="risk-heading">
      <h2 id="risk-heading">How likely is it that somebody is found?</h2>
      <dl class="figures">
        <Figure
          name="Rows"
          after={count(evidence.about.rows)}
          before={evidence.about.suppressed_rows > 0 ? count(evidence.about.rows_in) : undefined}
        />
        <Figure name="Classes" after={count(evidence.about.classes)} />
        {after && <Figure name="Highest risk" after={share(after.highest)} before={before && share(before.highest)} />}
        {after && <Figure name="Mean risk" after={share(after.mean)} before={before && share(before.mean)} />}
        {after && (
          <Figure
            name="Alone in their class"
            after={count(after.unique_rows)}
            before={before && count(before.unique_rows)}
          />
        )}
      </dl>
      <Says page="measures/#prosecutor_risk">
        The risk is the chance of picking the right row of a person whose quasi-identifying columns are known.
      </Says>
      {thresholds && thresholds.length > 0 && (
        <>
          <ul class="plain thresholds">
            {thresholds.map((threshold) => (
              <li key={threshold.name} class={threshold.after_meets ? "good" : "soft"}>
                {threshold.after_meets ? "✓ meets" : "– above"} {share(threshold.limit)}{" "}
                <span class="soft">({threshold.name})</span>
              </li>
            ))}
          </ul>
          <Says page="presets/">
            Thresholds that others use, for comparison. None of them makes a release lawful by itself.
          </Says>
        </>
      )}
    </section>
  );
}
