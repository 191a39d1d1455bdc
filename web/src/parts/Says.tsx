import type { ComponentChildren } from "preact";

/** The link to a page of the manual, which the program serves itself. */
export function Docs({ page, children }: { page: string; children: ComponentChildren }) {
  return (
    <a class="docs" href={`/docs/${page}`} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

/** One sentence under a chart or a number: how to read it, and where more is said. */
export function Says({
  page,
  more = "More in the manual",
  children,
}: {
  page?: string;
  more?: string;
  children: ComponentChildren;
}) {
  return (
    <p class="says">
      {children} {page !== undefined && <Docs page={page}>{more}</Docs>}
    </p>
  );
}
