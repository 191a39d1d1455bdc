import { capital } from "../../parts/format";
import { Says } from "../../parts/Says";
import type { Profile } from "../../project/profile";

/** The identifiers of HIPAA's Safe Harbor list that columns seem to hold. */
export function SafeHarbor({ identifiers }: { identifiers: NonNullable<Profile["safe_harbor"]> }) {
  const found = identifiers.filter((identifier) => identifier.columns.length > 0);
  return (
    <section aria-labelledby="harbor-heading">
      <h2 id="harbor-heading">Identifiers of HIPAA Safe Harbor</h2>
      {found.length === 0 ? (
        <p>None of the eighteen was recognised in a column.</p>
      ) : (
        <ul class="harbor">
          {found.map((identifier) => (
            <li key={identifier.number}>
              <strong>{identifier.columns.join(", ")}</strong>
              <span class="soft">
                {capital(identifier.identifier)} (no. {identifier.number})
              </span>
            </li>
          ))}
        </ul>
      )}
      <Says page="roles/">
        What was not recognised may be there all the same: the list says what was found, not that nothing else is there.
      </Says>
    </section>
  );
}
