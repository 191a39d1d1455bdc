/** A share of a whole as a bar. The number stands beside it in text, so the bar itself is not read aloud. */
export function Meter({ share, tone = "blue" }: { share: number; tone?: "blue" | "orange" | "green" | "purple" }) {
  const width = Math.max(0, Math.min(1, share));
  return (
    <span class={`meter ${tone}`} aria-hidden="true">
      <span style={{ width: `${100 * width}%` }} />
    </span>
  );
}
