import { sentence, spoken, capital } from "../../parts/format";
import { JobView } from "../../parts/JobView";
import { Docs, Says } from "../../parts/Says";
import type { TriedAttack } from "../../project/evidence";
import { catalog } from "../../project/project";
import { latest, startJob } from "../../server/jobs";
import type { Descriptor } from "../../server/types";

interface Reading {
  holds?: boolean;
  promise?: string;
  reading: string[];
}

function Attack({ attack, tried }: { attack: Descriptor; tried: TriedAttack | undefined }) {
  const job = latest<Reading>("attack", (one) => one.options["name"] === attack.name);
  return (
    <li class="card">
      <div class="card-head">
        <h3>{capital(spoken(attack.name))}</h3>
        <Docs page={attack.docs ?? "attacks/"}>Manual</Docs>
        {tried?.not_tried === undefined && (
          <button
            type="button"
            class="small"
            disabled={job?.state === "running"}
            onClick={() => void startJob("attack", { name: attack.name, options: {} })}
          >
            {job ? "Run it again" : "Run it on everybody"}
            <span class="aloud">: {spoken(attack.name)}</span>
          </button>
        )}
      </div>
      <p class="soft">{sentence(attack.summary)}</p>
      {tried?.sentence && !job?.result && <p class={tried.holds === false ? "bad" : ""}>{sentence(tried.sentence)}</p>}
      {tried?.not_tried && <p>It does not apply: {tried.not_tried}.</p>}
      {job?.result && (
        <>
          {job.result.reading.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </>
      )}
      {job && <JobView job={job} what="Trying" always />}
    </li>
  );
}

/** What adversaries achieve who have the release and what they know. The report tries each on a sample of people. */
export function Attacks({ tried }: { tried: TriedAttack[] }) {
  const attacks = catalog.value.attacks.filter((attack) => !attack.several);
  const applies = (attack: Descriptor): boolean =>
    tried.find((one) => one.attack === attack.name)?.not_tried === undefined;
  const others = attacks.filter((attack) => !applies(attack));
  const card = (attack: Descriptor) => (
    <Attack key={attack.name} attack={attack} tried={tried.find((one) => one.attack === attack.name)} />
  );
  return (
    <section aria-labelledby="attacks-heading">
      <h2 id="attacks-heading">What did adversaries achieve?</h2>
      <ul class="plain cards">{attacks.filter(applies).map(card)}</ul>
      {others.length > 0 && (
        <details>
          <summary>Attacks that do not apply ({others.length})</summary>
          <ul class="plain cards">{others.map(card)}</ul>
        </details>
      )}
      <Says page="attacks/">
        An attack that fails shows nothing about others; one that succeeds shows what somebody can do today.
      </Says>
    </section>
  );
}
