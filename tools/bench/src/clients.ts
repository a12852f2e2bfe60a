import { type Bodies, makeBodies } from "./data.ts";
import { shown } from "./figures.ts";
import { generatePeers } from "./generate.ts";
import { type ClientMeasure, measures } from "./measures/index.ts";
import { defineMode, type Measure } from "./mode.ts";
import { peers } from "./peers.ts";
import { ratioTable } from "./report.ts";
import type { Effort } from "./rounds.ts";

interface Resources {
  readonly effort: Effort;
  readonly bodies: Bodies;
}

const BASELINE = "openapi-fetch";
/** Two runs of the same code differ by this much. */
const NOISE = 0.03;

/** Clients, compared with their peers. */
export const mode = defineMode<Resources>({
  measures: Object.fromEntries(
    Object.entries(measures).map(([name, measure]) => [name, compare(measure)]),
  ),
  async open({ quick }) {
    await generatePeers();
    // Short rounds: a disturbance then affects only a few of them, and not the median.
    const effort = quick
      ? { rounds: 7, millis: 30, processRounds: 1 }
      : { rounds: 25, millis: 60, processRounds: 9 };
    return { effort, bodies: await makeBodies(quick ? 10 : 100) };
  },
  format: (figures) =>
    ratioTable(
      figures,
      peers.map(({ name }) => name),
      BASELINE,
    ),
});

/** Compares our client with the baseline and with the peers that have its features. */
function compare({ title, unit, better, goal, measure }: ClientMeasure): Measure<Resources> {
  return async ({ effort, bodies }) => {
    const byPeer = await measure(effort, bodies);
    const of = (name: string) => byPeer.get(name) ?? Number.NaN;
    const own = of("chainkit");
    const ratio = own / of(BASELINE);
    const rivals = peers.filter((peer) => peer.full && peer.name !== "chainkit");
    return [
      {
        what: `${title} (${better} is better)`,
        ratio,
        values: Object.fromEntries(byPeer),
        text: `${shown(of(BASELINE))} ${unit}`,
        aim: [
          ...(goal ? [goal(ratio)] : []),
          ...rivals.map(({ name }) => {
            const times = of(name) / own;
            const met = better === "more" ? times <= 1 + NOISE : times >= 1 - NOISE;
            const what = `no peer with our features is better: ${title}: ${name} has ${shown(times)} × ours`;
            return { what, met };
          }),
        ],
      },
    ];
  };
}
