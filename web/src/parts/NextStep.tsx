import { follow } from "../shell/route";

/** The link at the foot of a screen that has done its part. */
export function NextStep({ to, name, children }: { to: string; name: string; children?: string }) {
  return (
    <p class="next">
      {children && <span>{children}</span>}
      <a class="button primary" href={to} onClick={follow}>
        Next: {name}
      </a>
    </p>
  );
}
