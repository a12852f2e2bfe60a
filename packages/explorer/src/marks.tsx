/** 32-bit FNV-1a: colours and patterns need spread, not security. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text.toLowerCase()) {
    value = Math.imul(value ^ char.charCodeAt(0), 0x01000193) >>> 0;
  }
  return value;
}

const hueOf = (text: string) => hash(text) % 360;
const GRID = 5;
const CELL = 4;
const SQUARE = "h4v4h-4z";

/** Picture of an address: a mirrored grid in two tones of one hue. */
export function Identicon({ address }: { address: string }) {
  const hue = hueOf(address);
  const bits = hash(`${address}:cells`);
  const isSet = (bit: number) => ((bits >>> bit) & 1) === 1;
  const paths = { light: "", dark: "" };
  for (let column = 0; column < GRID; column++) {
    for (let row = 0; row < GRID; row++) {
      const bit = Math.min(column, GRID - 1 - column) * GRID + row;
      if (isSet(bit)) {
        paths[isSet(16 + bit) ? "dark" : "light"] +=
          `M${column * CELL + 2} ${row * CELL + 2}${SQUARE}`;
      }
    }
  }
  return (
    <svg className="identicon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill={`hsl(${hue} 60% 50%)`} fillOpacity=".18" />
      <path d={paths.light} fill={`hsl(${hue} 48% 58%)`} />
      <path d={paths.dark} fill={`hsl(${hue} 48% 46%)`} />
    </svg>
  );
}

/** Up to three letters of a token's symbol, on a tint of its contract's hue. */
export function Monogram({ symbol, contract }: { symbol: string; contract: string }) {
  const letters = symbol.replace(/[^\p{L}\p{N}]/gu, "").slice(0, 3) || "?";
  return (
    <svg className="monogram" width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={`hsl(${hueOf(contract)} 60% 50%)`} fillOpacity=".2" />
      <text x="16" y="20" textAnchor="middle">
        {letters}
      </text>
    </svg>
  );
}

/** Stands in for the image of an NFT: interlocked links, turned and coloured by collection and token. */
export function Placeholder({ collection, token }: { collection: string; token: string }) {
  const hue = hueOf(collection);
  const seed = hash(`${collection}/${token}`);
  const other = `hsl(${(hue + ((seed >>> 4) % 50)) % 360} 45% 62%)`;
  const ring = { width: 44, height: 44, rx: 13, fill: "none", strokeWidth: 11 };
  return (
    <svg className="placeholder" viewBox="0 0 120 120" aria-hidden="true">
      <rect width="120" height="120" fill={`hsl(${hue} 45% 50%)`} fillOpacity=".14" />
      <g transform={`rotate(${(seed % 8) * 45} 60 60)`}>
        <rect x="44" y="44" {...ring} stroke={other} />
        <rect x="26" y="26" {...ring} stroke={`hsl(${hue} 45% 48%)`} />
        <path d="M70 44h5a13 13 0 0 1 13 13" fill="none" stroke={other} strokeWidth="11" />
      </g>
    </svg>
  );
}

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
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {values.map((value, at) => {
        const height = Math.max(LOWEST, Math.round((value / top) * HEIGHT));
        return (
          <rect
            key={at}
            className={at === values.length - 1 ? "spark-new" : "spark"}
            x={start + at * step + 1}
            y={HEIGHT - height}
            width={Math.max(1, step - 2)}
            height={height}
            rx="1.5"
          />
        );
      })}
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
