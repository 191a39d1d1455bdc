import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { day } from "../../parts/format";
import { approvals, approve, signer, takeBack, type Item } from "../../project/signoff";
import { follow } from "../../shell/route";

/** One point: the question, where to look, and who has answered it. */
export function SignOffItem({ item }: { item: Item }) {
  const approval = approvals()[item.id];
  const remark = useSignal("");
  const id = useId();
  const submit = (event: Event): void => {
    event.preventDefault();
    if (signer.value.trim() === "") {
      document.getElementById("signer")?.focus();
      return;
    }
    void approve(item.id, remark.value).then(() =>
      // On to the next open point, or to the key.
      requestAnimationFrame(() => document.querySelector<HTMLElement>(".approve input, #key")?.focus()),
    );
  };
  return (
    <li class="card item" data-done={approval !== undefined}>
      <div class="card-head">
        <h2>
          {approval && (
            <span class="good" aria-hidden="true">
              ✓{" "}
            </span>
          )}
          {item.title}
        </h2>
        <a href={item.at} onClick={follow}>
          Look at {item.where}
        </a>
      </div>
      <p>{item.question}</p>
      {approval ? (
        <p class="approved">
          <strong>{approval.name}</strong>, {day(approval.at)}
          {approval.remark && `: ${approval.remark}`}{" "}
          <button type="button" class="small" onClick={() => void takeBack(item.id)}>
            Take back<span class="aloud">: {item.title}</span>
          </button>
        </p>
      ) : (
        <form class="approve" onSubmit={submit}>
          <label for={`${id}-remark`} class="aloud">
            Remark on {item.title}
          </label>
          <input
            id={`${id}-remark`}
            type="text"
            autocomplete="off"
            placeholder="Remark (optional)"
            value={remark.value}
            onInput={(event) => (remark.value = event.currentTarget.value)}
          />
          <button type="submit">
            Approve<span class="aloud">: {item.title}</span>
          </button>
        </form>
      )}
    </li>
  );
}
