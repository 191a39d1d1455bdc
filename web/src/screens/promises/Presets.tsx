import { sentence } from "../../parts/format";
import { Says } from "../../parts/Says";
import { catalog, edit, policyDocument } from "../../project/project";
import { presetOf, setPreset } from "../../project/promises";

function choose(name: string | null): void {
  void edit(name ? `preset ${name}` : "no preset", (document) => setPreset(document, name));
}

/** A minimum that others know by name. */
export function Presets() {
  const chosen = presetOf(policyDocument.value);
  const presets = catalog.value.presets;
  const preset = presets.find((one) => one.name === chosen);
  return (
    <section aria-labelledby="preset-heading">
      <h2 id="preset-heading">Preset</h2>
      <div class="field">
        <label for="preset">The least that must be promised, by the name of a rule</label>
        <select id="preset" value={chosen ?? ""} onChange={(event) => choose(event.currentTarget.value || null)}>
          <option value="">None</option>
          {presets.map((one) => (
            <option key={one.name} value={one.name}>
              {one.summary}
            </option>
          ))}
        </select>
      </div>
      {preset?.guarantees && <p>{sentence(preset.guarantees)}</p>}
      {preset?.not_covered && <p class="caution">{sentence(preset.not_covered)}</p>}
      <Says page="presets/">
        A preset adds its promise to yours, and a policy that promises less is refused. No number makes a release lawful
        by itself.
      </Says>
    </section>
  );
}
