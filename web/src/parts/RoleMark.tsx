import { capital, spoken } from "./format";

/** A role as a small square and its name: told by colour and by word. */
export function RoleMark({ role }: { role: string }) {
  return (
    <span class="role" data-role={role}>
      {capital(spoken(role))}
    </span>
  );
}
