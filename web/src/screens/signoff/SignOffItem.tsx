import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { approvals, setApproval, type Item } from "../../project/signoff";
import { follow } from "../../shell/route";

// Whoever approves one point mostly approves the next one, too.
let lastName = "";

function today(): string {
  return new Date().toLocaleDateString("en-CA");
}

/** One point: the question, where to look, and who has answered it. */
export function SignOffItem({ item }: { item: Item }) {
  const approval = approvals()[item.id];
  const name = useSignal(lastName);
  const remark = useSignal("");
  const id = useId();
  const approve = (event: Event): void => {
    event.preventDefault();
    lastName = name.value;
    setApproval(item.id, { name: name.value, date: today(), remark: remark.value });
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
          <strong>{approval.name}</strong>, {approval.date}
          {approval.remark && `: ${approval.remark}`}{" "}
          <button
            type="button"
            class="small"
            aria-label={`Take back the approval of ${item.title}`}
            onClick={() => setApproval(item.id, null)}
          >
            Take back
          </button>
        </p>
      ) : (
        <form class="approve" onSubmit={approve}>
          <div class="field">
            <label for={`${id}-name`}>Name</label>
            <input
              id={`${id}-name`}
              type="text"
              required
              autocomplete="off"
              value={name.value}
              onFocus={() => (name.value ||= lastName)}
              onInput={(event) => (name.value = event.currentTarget.value)}
            />
          </div>
          <div class="field grow">
            <label for={`${id}-remark`}>
              Remark <span class="soft">(optional)</span>
            </label>
            <input
              id={`${id}-remark`}
              type="text"
              autocomplete="off"
              value={remark.value}
              onInput={(event) => (remark.value = event.currentTarget.value)}
            />
          </div>
          <button type="submit" aria-label={`Approve: ${item.title}`}>
            Approve
          </button>
        </form>
      )}
    </li>
  );
}
