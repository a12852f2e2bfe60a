import type { DecodeCost } from "./measures/decoding.ts";
import type { Found } from "./measures/index.ts";
import { peers } from "./peers.ts";
import type { Bar } from "./svg.ts";

const baseline = "openapi-fetch";
/** Noise: two runs of the same code differ by this much. */
const noise = 0.03;

const figure = ({ byPeer }: Found, name: string): number => byPeer.get(name) ?? Number.NaN;

/** Ratio of a peer to the baseline: above 1 is more calls, or more bytes. */
const ratio = (found: Found, name: string): number => figure(found, name) / figure(found, baseline);

const shown = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(1);

/** Formats a table of ratios to the baseline, with the figures of the baseline in the last row. */
export function table(all: readonly Found[]): string {
  const head = ["", ...all.map(({ title, better }) => `${title} (${better} is better)`)];
  const rows = peers.map(({ name, pages }) => [
    name,
    ...all.map((found) => `${ratio(found, name).toFixed(2)}${found.pages && !pages ? " ¹" : ""}`),
  ]);
  const absolute = all.map((found) => `${shown(figure(found, baseline))} ${found.unit}`);
  const lines = [head, head.map(() => "---"), ...rows, [`1.00 (${baseline}) is`, ...absolute]];
  const byHand = "¹ has no paging of its own: the loop over cursors is written by hand.";
  return [
    ...lines.map((row) => `| ${row.join(" | ")} |`),
    ...(all.some(({ pages }) => pages) ? ["", byHand] : []),
  ].join("\n");
}

/** Ratios of our client to the baseline. */
export function ownRatios(byMeasure: ReadonlyMap<string, Found>): Bar[] {
  return [...byMeasure.values()].map((found) => ({
    label: `${found.title} (${found.better} is better)`,
    ratio: ratio(found, "chainkit"),
  }));
}

/** Describes the cost of detecting integers that would be rounded. */
export const decodeSentence = ({ parseMicros, ratio: times }: DecodeCost): string =>
  `Decoding 100 rows takes ${times.toFixed(2)} times as long as JSON.parse alone ` +
  `(${parseMicros.toFixed(0)} µs), for the search for integers that would be rounded.`;

/** Formats the goals and whether this run meets them. */
export function goals(byMeasure: ReadonlyMap<string, Found>): string[] {
  const told: string[] = [];
  const tell = (met: boolean, what: string) => told.push(`${met ? "met    " : "NOT met"} ${what}`);
  const stub = byMeasure.get("stub");
  if (stub) {
    const own = ratio(stub, "chainkit");
    tell(own >= 0.85, `at least 0.85 × ${baseline} on the stub: ${own.toFixed(2)}`);
  }
  const full = peers.filter((peer) => peer.full && peer.name !== "chainkit");
  for (const found of byMeasure.values()) {
    for (const { name } of full) {
      const other = figure(found, name) / figure(found, "chainkit");
      const more = found.better === "more";
      const met = more ? other <= 1 + noise : other >= 1 - noise;
      const times = `${other.toFixed(2)} × ours`;
      tell(met, `no peer with our features is better: ${found.title}: ${name} has ${times}`);
    }
  }
  return told;
}
