import { capital, spoken } from "../../parts/format";
import { Says } from "../../parts/Says";
import { isObject } from "../../project/attributes";
import { catalog, edit, policyDocument } from "../../project/project";
import { presetOf } from "../../project/promises";
import type { JsonObject } from "../../server/types";

function fieldNames(): string[] {
  const sections = catalog.value.schema["properties"];
  const about = isObject(sections) ? sections["about"] : undefined;
  const fields = isObject(about) ? about["properties"] : undefined;
  return isObject(fields) ? Object.keys(fields) : [];
}

function setField(document: JsonObject, name: string, text: string): void {
  const about = isObject(document["about"]) ? document["about"] : {};
  if (text.trim() === "") delete about[name];
  else about[name] = text.trim();
  if (Object.keys(about).length > 0) document["about"] = about;
  else delete document["about"];
}

/** The head of the report: what the release is, and who answers for it. Its fields are those of the policy's schema. */
export function AboutForm() {
  const about = policyDocument.value["about"];
  const stated = isObject(about) ? about : {};
  const names = fieldNames();
  const preset = catalog.value.presets.find((one) => one.name === presetOf(policyDocument.value));
  const lacking = (preset?.stated ?? []).filter((name) => stated[name] === undefined);
  if (names.length === 0) return null;
  return (
    <section aria-labelledby="about-heading">
      <h2 id="about-heading">About the release</h2>
      <details open={lacking.length > 0}>
        <summary>
          {Object.keys(stated).length} of {names.length} stated
          {lacking.length > 0 && `; the preset asks for ${lacking.map(spoken).join(", ")}`}
        </summary>
        <div class="form">
          {names.map((name) => (
            <div class="field" key={name}>
              <label for={`about-${name}`}>{capital(spoken(name))}</label>
              <input
                id={`about-${name}`}
                type="text"
                placeholder={name === "date" ? "2026-01-31" : ""}
                maxLength={400}
                value={typeof stated[name] === "string" ? stated[name] : ""}
                onChange={(event) => {
                  const text = event.currentTarget.value;
                  void edit(`about: ${spoken(name)}`, (document) => setField(document, name, text));
                }}
              />
            </div>
          ))}
        </div>
      </details>
      <Says page="policy/#about">
        The head of the report, so that somebody can sign it. It is published with the release, word for word.
      </Says>
    </section>
  );
}
