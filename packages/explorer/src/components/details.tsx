import type { ReactNode } from "react";

interface DetailsProps {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
  readonly className?: string;
}

/** Names and values. Rows without a value are left out. */
export function Details({ rows, className = "" }: DetailsProps) {
  const shown = rows.filter(([, value]) => Boolean(value));
  return (
    <dl className={`facts ${className}`}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
