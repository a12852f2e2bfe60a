/** Bar of a chart. */
export interface Bar {
  readonly label: string;
  readonly ratio: number;
}

const ROW = 24;
const [LABELS, BARS, NUMBERS] = [520, 260, 70];
const WIDTH = LABELS + BARS + NUMBERS;
const HEAD = 40;
/** Ratios outside of this range are clipped. */
const [MIN, MAX] = [0.01, 100];

/**
 * Draws ratios as horizontal bars on a logarithmic scale: to the right of the line in the middle are
 * ratios above 1, to the left those below.
 *
 * @returns SVG document that follows the reader's colour scheme.
 */
export function barChart(title: string, bars: readonly Bar[]): string {
  const height = HEAD + bars.length * ROW + 10;
  const middle = place(1);
  const rows = bars.map(({ label, ratio }, at) => {
    const y = HEAD + at * ROW;
    const [left, right] = [Math.min(middle, place(ratio)), Math.max(middle, place(ratio))];
    return [
      `<text x="${LABELS - 8}" y="${y + 16}" text-anchor="end">${escaped(label)}</text>`,
      `<rect x="${round(left)}" y="${y + 5}" width="${round(Math.max(1, right - left))}" height="14" rx="2"/>`,
      `<text x="${LABELS + BARS + 8}" y="${y + 16}">${shown(ratio)}</text>`,
    ].join("\n  ");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
  <style>
    text { font: 13px system-ui, sans-serif; fill: #24292f }
    rect { fill: #4f7cac }
    line { stroke: #8c959f }
    @media (prefers-color-scheme: dark) { text { fill: #d0d7de } rect { fill: #7aa7d6 } }
  </style>
  <text x="${LABELS}" y="20" font-weight="600" text-anchor="middle">${escaped(title)}</text>
  <line x1="${round(middle)}" y1="${HEAD - 6}" x2="${round(middle)}" y2="${height - 6}"/>
  ${rows.join("\n  ")}
</svg>
`;
}

function place(ratio: number): number {
  const within = Math.min(MAX, Math.max(MIN, ratio));
  return LABELS + (BARS * Math.log(within / MIN)) / Math.log(MAX / MIN);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function shown(ratio: number): string {
  return ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
