import { share } from "../../parts/format";
import { Meter } from "../../parts/Meter";
import { Says } from "../../parts/Says";

/** How much detail each generalised column has lost. */
export function LossByColumn({ losses }: { losses: { attribute: string; ncp: number }[] }) {
  return (
    <section aria-labelledby="loss-heading">
      <h2 id="loss-heading">How much detail was lost?</h2>
      <table class="sets">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col" colSpan={2}>
              Detail lost
            </th>
          </tr>
        </thead>
        <tbody>
          {losses
            .toSorted((a, b) => b.ncp - a.ncp)
            .map((loss) => (
              <tr key={loss.attribute}>
                <th scope="row">{loss.attribute}</th>
                <td class="bar">
                  <Meter share={loss.ncp} />
                </td>
                <td>{share(loss.ncp)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <Says page="measures/#ncp">
        0 % is unchanged, 100 % is *, which stands for anything. A better hierarchy helps most where the bar is longest.
      </Says>
    </section>
  );
}
