import type { Figures } from "./measures/index.ts";
import { peers } from "./peers.ts";

/** Peers of which a ratio is told; the first is the baseline. */
const baseline = "openapi-fetch";

/** How a peer stands to the baseline: over 1 is more calls, or more bytes. */
const ratio = ({ byPeer }: Figures, name: string): number =>
  (byPeer.get(name) ?? Number.NaN) / (byPeer.get(baseline) ?? Number.NaN);

const shown = (figure: number): string =>
  figure >= 100 ? Math.round(figure).toLocaleString("en") : figure.toFixed(1);

/** One table of ratios to the baseline, the baseline's own figures in its row. */
export function table(all: readonly Figures[]): string {
  const head = ["", ...all.map(({ title, better }) => `${title} (${better} is better)`)];
  const rows = peers.map(({ name, pages }) => [
    name,
    ...all.map((figures) => {
      const mark = figures.title.startsWith("listing") && !pages ? "*" : "";
      const value = `${ratio(figures, name).toFixed(2)}${mark}`;
      const own = figures.byPeer.get(name) ?? Number.NaN;
      return name === baseline ? `${value} = ${shown(own)} ${figures.unit}` : value;
    }),
  ]);
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return [
    ...lines,
    "",
    "\\* without paging of its own: the loop over cursors is written by hand",
  ].join("\n");
}

/** The goals, and whether this run meets them. */
export function goals(
  byMeasure: ReadonlyMap<string, Figures>,
  decode: number | undefined,
): string[] {
  const told: string[] = [];
  const tell = (met: boolean, what: string) => told.push(`${met ? "met    " : "NOT met"}  ${what}`);
  const stub = byMeasure.get("stub");
  if (stub) {
    const own = ratio(stub, "chainkit");
    tell(own >= 0.85, `at least 0.85 × ${baseline} on the stub: ${own.toFixed(2)}`);
  }
  const full = peers.filter((peer) => peer.full && peer.name !== "chainkit");
  for (const { title, better, byPeer } of byMeasure.values()) {
    const own = byPeer.get("chainkit") ?? Number.NaN;
    for (const { name } of full) {
      const other = byPeer.get(name) ?? Number.NaN;
      const met = better === "more" ? own >= other : own <= other;
      tell(
        met,
        `${title}: ${name} has the same features and is at ${(other / own).toFixed(2)} of us`,
      );
    }
  }
  if (decode !== undefined) {
    told.push(
      `info     with the search for lossy integers, decoding has ${decode.toFixed(2)} of JSON.parse's speed`,
    );
  }
  return told;
}
