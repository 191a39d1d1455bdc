import { count, share } from "../../parts/format";
import { Meter } from "../../parts/Meter";
import { Name } from "../../parts/Name";
import { RoleMark } from "../../parts/RoleMark";
import type { Profile, ProfileColumn } from "../../project/profile";
import { ByRows } from "./ByRows";

function Missing({ column }: { column: ProfileColumn }) {
  if (column.missing === 0) return <span class="soft">none</span>;
  return (
    <span class="with-meter">
      <span>{share(column.missing_share)}</span>
      <Meter share={column.missing_share} tone="orange" />
    </span>
  );
}

function Distinct({ column, rows }: { column: ProfileColumn; rows: number }) {
  return (
    <>
      {column.exact ? "" : "about "}
      {count(column.distinct)}
      {column.distinct === rows && <span class="soft sub">all different</span>}
    </>
  );
}

const MANY = 15; // columns: more than that scroll by themselves, so that what follows is not far away

/** Every column with what was counted in it. No value is shown. */
export function ProfileTable({ profile }: { profile: Profile }) {
  return (
    <div
      class={profile.columns.length > MANY ? "wide long" : "wide"}
      tabIndex={0}
      role="region"
      aria-label="Columns of the table"
    >
      <table class="profile">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col" class="number">
              Missing
            </th>
            <th scope="col" class="number">
              Values
            </th>
            <th scope="col">Values by rows</th>
            <th scope="col">Looks like</th>
          </tr>
        </thead>
        <tbody>
          {profile.columns.map((column) => (
            <tr key={column.name}>
              <th scope="row">
                <Name of={column.name} />
                <span class="soft sub">{column.type}</span>
              </th>
              <td class="number">
                <Missing column={column} />
              </td>
              <td class="number">
                <Distinct column={column} rows={profile.rows} />
              </td>
              <td>
                <ByRows column={column} rows={profile.rows} />
              </td>
              <td class="reason">
                {column.suggested ? (
                  <>
                    <RoleMark role={column.suggested.role} />
                    {column.suggested.confidence < 0.5 && <span class="badge caution">look closely</span>}
                    <span class="soft sub">{column.suggested.reason}</span>
                  </>
                ) : (
                  <span class="soft">nothing known</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
