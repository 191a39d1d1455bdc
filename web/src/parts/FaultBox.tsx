import type { Fault } from "../server/types";
import { sentence } from "./format";

/** What went wrong, where, and what to do: as the program told it. */
export function FaultBox({ fault, role = "alert" }: { fault: Fault; role?: "alert" | "note" }) {
  return (
    <div class="fault" role={role}>
      <p>
        <strong>{sentence(fault.message)}</strong>
      </p>
      {fault.place && (
        <p class="soft">
          <code>{fault.place}</code>
        </p>
      )}
      {fault.hint && <p>{sentence(fault.hint)}</p>}
    </div>
  );
}
