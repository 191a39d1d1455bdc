import { Fragment } from "preact";

/** A name of a column, which may be broken after an underscore and nowhere else. */
export function Name({ of }: { of: string }) {
  const parts = of.split(/(?<=[_.-])/);
  return (
    <>
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
