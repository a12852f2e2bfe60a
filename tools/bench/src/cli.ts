import { parseArgs } from "node:util";
import { featureTable } from "./features.ts";
import { generatePeers } from "./generate.ts";
import { decodeRatio } from "./measures/decoding.ts";
import { type Figures, measures } from "./measures/index.ts";
import { goals, table } from "./report.ts";

const help = `Measures the clients against their peers and prints ratios of this one run.

usage: bench [options]

  --quick          fewer and shorter rounds
  --only <names>   some measures only: ${Object.keys(measures).join(", ")}
  --json           the figures as JSON
  --features       tries out what each of them does, instead of measuring
  --help           show this`;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    json: { type: "boolean", default: false },
    features: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

async function main(): Promise<void> {
  const chosen = values.only?.split(",") ?? Object.keys(measures);
  const effort = values.quick
    ? { rounds: 3, millis: 100, pages: 10 }
    : { rounds: 7, millis: 300, pages: 100 };
  await generatePeers();
  if (values.features) {
    console.log(await featureTable());
    // A peer may be asleep for as long as it was told to wait.
    process.exit();
  }
  const found = new Map<string, Figures>();
  for (const name of chosen) {
    const measure = measures[name];
    if (!measure) throw new Error(`there is no measure ${name}; see --help`);
    if (!values.json) console.error(`measuring ${name} …`);
    found.set(name, await measure(effort));
  }
  const decode = values.only ? undefined : await decodeRatio(effort.rounds, effort.millis);
  if (values.json) {
    const figures = [...found].map(([name, { byPeer, ...rest }]) => [
      name,
      { ...rest, byPeer: Object.fromEntries(byPeer) },
    ]);
    console.log(JSON.stringify({ ...Object.fromEntries(figures), decode }));
    return;
  }
  console.log(`${table([...found.values()])}\n\n${goals(found, decode).join("\n")}`);
}

if (values.help) console.log(help);
else await main();
