const WIDTH = 176;
const HEIGHT = 36;
const LOWEST = 2;

/** Bars that fill the picture; fewer begin at its end, where the newest is. */
const FULL = 20;

/** Bars, oldest first; the newest stands out. Read to a screen reader as one picture. */
export function Bars({ values, label }: { values: readonly number[]; label: string }) {
  const step = WIDTH / Math.max(values.length, FULL);
  const start = WIDTH - values.length * step;
  const top = Math.max(...values, 1);
  const bars = values.map((value, at) => {
    const height = Math.max(LOWEST, Math.round((value / top) * HEIGHT));
    return { x: start + at * step + 1, height, isNewest: at === values.length - 1 };
  });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {bars.map(({ x, height, isNewest }) => (
        <rect
          key={x}
          className={isNewest ? "spark-new" : "spark"}
          x={x}
          y={HEIGHT - height}
          width={Math.max(1, step - 2)}
          height={height}
          rx="1.5"
        />
      ))}
    </svg>
  );
}

/** A share from 0 to 100 as a thin bar; its number stands beside it. */
export function Meter({ percent }: { percent: number }) {
  return (
    <svg className="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className="track" width="100" height="4" />
      <rect className="fill" width={percent} height="4" />
    </svg>
  );
}
