import { makeBodies } from "./data.ts";
import { generatePeers } from "./generate.ts";
import { decodeCost } from "./measures/decoding.ts";
import { type Found, measures } from "./measures/index.ts";
import { record } from "./record.ts";
import { decodeSentence, goals, ownRatios, table } from "./report.ts";

/** Names of the measures of the clients, for `--only`. */
export const clientMeasures: readonly string[] = [...Object.keys(measures), "decode"];

/**
 * Measures the clients and prints their ratios.
 *
 * @param chosen Names of the measures.
 */
export async function measureClients(
  chosen: readonly string[],
  values: Readonly<Record<"quick" | "json" | "record", boolean>>,
): Promise<void> {
  await generatePeers();
  // Short rounds: a disturbance then affects only a few of them, and not the median.
  const effort = values.quick
    ? { rounds: 7, millis: 30, processRounds: 1 }
    : { rounds: 25, millis: 60, processRounds: 9 };
  const bodies = await makeBodies(values.quick ? 10 : 100);
  const found = new Map<string, Found>();
  for (const [name, measure] of Object.entries(measures)) {
    if (!chosen.includes(name)) {
      continue;
    }
    console.error(`measuring ${name} …`);
    found.set(name, { ...measure, byPeer: await measure.measure(effort, bodies) });
  }
  const [page = ""] = bodies.pages;
  const decode = chosen.includes("decode") ? await decodeCost(page, effort) : undefined;
  if (values.json) {
    const figures = [...found].map(([name, { title, unit, better, byPeer }]) => [
      name,
      { title, unit, better, byPeer: Object.fromEntries(byPeer) },
    ]);
    console.log(JSON.stringify({ ...Object.fromEntries(figures), ...(decode && { decode }) }));
    return;
  }
  if (found.size > 0) {
    console.log(`${table([...found.values()])}\n`);
  }
  if (decode) {
    console.log(`${decodeSentence(decode)}\n`);
  }
  console.log(goals(found).join("\n"));
  if (values.record) {
    console.log((await record("clients", ownRatios(found))).join("\n"));
  }
}
