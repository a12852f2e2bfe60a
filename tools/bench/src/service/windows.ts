import { type Figure, geometricMean, median, percentile, rising, shown } from "../figures.ts";

/** Latencies of a window, in milliseconds, ascending. */
type Window = () => Promise<readonly number[]>;

const AIM = 2;

/**
 * Compares the 99th percentile of reads under a load with that of the same reads at rest, in windows that
 * take turns: the geometric mean of the ratios of neighbours counts, so that what else the machine does
 * meanwhile affects both, or is as likely to raise a ratio as to lower it.
 *
 * @param what Description of the reads under load.
 * @param rounds Number of pairs of windows.
 * @param note Additional text.
 */
export async function compareWindows(
  what: string,
  rounds: number,
  { loaded, atRest }: Readonly<Record<"loaded" | "atRest", Window>>,
  note: () => string = () => "",
): Promise<Figure> {
  const pairs: { readonly own: number; readonly idle: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const idle = percentile(await atRest(), 0.99);
    pairs.push({ idle, own: percentile(await loaded(), 0.99) });
  }
  const ratios = rising(pairs.map(({ own, idle }) => own / idle));
  const ratio = geometricMean(ratios);
  const [p99, idle] = [median(pairs.map(({ own }) => own)), median(pairs.map((pair) => pair.idle))];
  const [least = ratio, most = ratio] = [ratios[0], ratios.at(-1)];
  return {
    what: `${what}, to idle`,
    ratio,
    values: { p99, idle, least, most, windows: rounds },
    text:
      `p99 ${shown(p99)} to ${shown(idle)} ms; ` +
      `ratios of ${rounds} pairs of windows ${shown(least)} to ${shown(most)}${note()}`,
    aim: { what: `${what} at most ${AIM} × idle: ${shown(ratio)}`, met: ratio <= AIM },
  };
}
