import { useEffect } from "preact/hooks";
import { NextStep } from "../../parts/NextStep";
import { list } from "../../parts/format";
import { FaultBox } from "../../parts/FaultBox";
import { columnsWithRole, UNDECIDED } from "../../project/attributes";
import { askForPrice, forgetPrice } from "../../project/price";
import { policy, policyDocument } from "../../project/project";
import { presetOf, promisesOf } from "../../project/promises";
import { follow } from "../../shell/route";
import { NoPolicy } from "../open/NoPolicy";
import { AddPromise } from "./AddPromise";
import { Method } from "./Method";
import { Presets } from "./Presets";
import { PriceBar } from "./PriceBar";
import { PromiseCard } from "./PromiseCard";

/** What the release must keep, with what it costs beside it. */
export function PromisesScreen() {
  const document = policyDocument.value;
  const undecided = columnsWithRole(document, UNDECIDED).length;
  const promises = promisesOf(document);
  const promised = JSON.stringify(promises);
  const bare = columnsWithRole(document, "sensitive").filter((column) => !promised.includes(JSON.stringify(column)));
  const priced = undecided === 0 && (promises.length > 0 || presetOf(document) !== null);
  useEffect(() => {
    if (priced) askForPrice(document);
    else forgetPrice();
  }, [JSON.stringify(document), priced]);
  if (!policy.value) return <NoPolicy />;
  return (
    <>
      <h1 tabIndex={-1}>Promises</h1>
      <p class="lead">
        The release keeps every promise on this list; before anything is published, the written file is read again and
        each of them is verified.
      </p>
      {undecided > 0 ? (
        <div class="callout">
          <p>
            {undecided === 1 ? "One column is" : `${undecided} columns are`} undecided. Prices can be shown once every
            column has a role.{" "}
            <a href="/columns" onClick={follow}>
              Decide them
            </a>
          </p>
        </div>
      ) : (
        priced && <PriceBar />
      )}
      <section aria-labelledby="promised-heading">
        <h2 id="promised-heading">Promised</h2>
        {promises.length === 0 && (
          <p>
            Nothing is promised yet. Most releases begin with k-anonymity, and add l-diversity for each sensitive
            column.
          </p>
        )}
        <ul class="plain cards">
          {promises.map((promise, at) => (
            <PromiseCard key={`${at} ${promise.model}`} promise={promise} at={at} />
          ))}
        </ul>
        {bare.length > 0 && promises.length > 0 && (
          <p class="caution">
            {list(bare)} {bare.length === 1 ? "is" : "are"} sensitive, and no promise names{" "}
            {bare.length === 1 ? "it" : "them"}: all people of a class may share a value, which is then known.
          </p>
        )}
        <AddPromise />
      </section>
      <Presets />
      <Method />
      {priced && policy.value.problems.map((problem) => <FaultBox key={problem.message} fault={problem} role="note" />)}
      {priced && policy.value.problems.length === 0 && (
        <NextStep to="/run" name="Run">
          To try several numbers at once, go to Trade-off.
        </NextStep>
      )}
    </>
  );
}
