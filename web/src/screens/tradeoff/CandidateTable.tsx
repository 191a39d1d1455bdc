import { count, sentence, share } from "../../parts/format";
import { hasFigures, type Candidate } from "../../project/comparison";

interface Props {
  candidates: Candidate[];
  chosen: string | null;
  onAdopt: (candidate: Candidate) => void;
}

/** The same figures as numbers, with those that could not be tried and why. */
export function CandidateTable({ candidates, chosen, onAdopt }: Props) {
  return (
    <section aria-labelledby="candidates-heading">
      <h2 id="candidates-heading">The numbers</h2>
      <div class="wide" tabIndex={0} role="region" aria-label="What was tried">
        <table>
          <thead>
            <tr>
              <th scope="col">Tried</th>
              <th scope="col" class="number">
                Detail lost
              </th>
              <th scope="col" class="number">
                Highest risk
              </th>
              <th scope="col" class="number">
                Classes
              </th>
              <th scope="col" class="number">
                Smallest
              </th>
              <th scope="col" class="number">
                Rows left out
              </th>
              <th scope="col">Adopt</th>
            </tr>
          </thead>
          <tbody>
            {candidates.map((candidate) => (
              <tr key={candidate.name} data-chosen={candidate.name === chosen}>
                <th scope="row">{candidate.name}</th>
                {hasFigures(candidate) ? (
                  <>
                    <td class="number">{share(candidate.loss.ncp)}</td>
                    <td class="number">{share(candidate.risk.highest)}</td>
                    <td class="number">{count(candidate.classes)}</td>
                    <td class="number">{count(candidate.smallest_class)}</td>
                    <td class="number">{count(candidate.suppressed_rows)}</td>
                    <td>
                      <button
                        type="button"
                        class="small"
                        aria-label={`Adopt ${candidate.name}`}
                        onClick={() => onAdopt(candidate)}
                      >
                        {candidate.name === chosen ? "Adopted" : "Adopt"}
                      </button>
                      {candidate.dominated_by !== null && (
                        <span class="soft sub">{candidate.dominated_by} is better in both</span>
                      )}
                    </td>
                  </>
                ) : (
                  <td colSpan={6} class="soft">
                    {sentence(candidate.reason?.message ?? "it could not be tried")}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
