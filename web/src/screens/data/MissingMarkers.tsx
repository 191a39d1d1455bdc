import { list, share } from "../../parts/format";
import { Says } from "../../parts/Says";
import type { Profile } from "../../project/profile";
import { edit, policyDocument } from "../../project/project";
import type { JsonObject } from "../../server/types";

const SECTION = "missing_markers";

function markers(document: JsonObject): string[] {
  const section = document[SECTION];
  return Array.isArray(section) ? section.map(String) : [];
}

function mark(spelling: string, isMarker: boolean): void {
  void edit(`${isMarker ? "missing" : "not missing"}: ${spelling}`, (document) => {
    const others = markers(document).filter((one) => one !== spelling);
    document[SECTION] = isMarker ? [...others, spelling] : others;
  });
}

/** Spellings that many tables have for "no value", and in which columns they were found. */
function found(profile: Profile): Map<string, string[]> {
  const columns = new Map<string, string[]>();
  for (const column of profile.columns) {
    for (const looks of column.looks_missing ?? []) {
      const text = `${column.name} (${share(looks.share)})`;
      columns.set(looks.spelling, [...(columns.get(looks.spelling) ?? []), text]);
    }
  }
  return columns;
}

/** What looks like "no value": somebody has to say whether it is. */
export function MissingMarkers({ profile }: { profile: Profile }) {
  const spellings = found(profile);
  const marked = markers(policyDocument.value);
  if (spellings.size === 0) return null;
  return (
    <section aria-labelledby="missing-heading">
      <h2 id="missing-heading">Spellings that look like “no value”</h2>
      <ul class="plain markers">
        {[...spellings].map(([spelling, columns]) => (
          <li key={spelling}>
            <label>
              <input
                type="checkbox"
                checked={marked.includes(spelling)}
                onChange={(event) => mark(spelling, event.currentTarget.checked)}
              />
              <code>{spelling}</code> is missing
            </label>
            <span class="soft">in {list(columns)}</span>
          </li>
        ))}
      </ul>
      <Says page="missing/">
        A cell that is missing is a group of its own and is never mixed up with a value. What is ticked counts as
        missing in every column.
      </Says>
    </section>
  );
}
