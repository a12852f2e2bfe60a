import type { ReactNode } from "react";

/** Names and values. Rows without a value are left out. */
export function Details({
  rows,
}: {
  rows: readonly (readonly [name: string, value: ReactNode])[];
}) {
  const shown = rows.filter(([, value]) => value !== undefined && value !== null && value !== "");
  return (
    <dl>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
