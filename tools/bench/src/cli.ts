import { parseArgs } from "node:util";
import { consumerTable } from "./consumers/table.ts";
import { makeBodies } from "./data.ts";
import { measureDocs } from "./docs/index.ts";
import { featureTable } from "./features.ts";
import { generatePeers } from "./generate.ts";
import { decodeCost } from "./measures/decoding.ts";
import { type Found, measures } from "./measures/index.ts";
import { growthBars, growthTable, simulateGrowth } from "./postgres/growth.ts";
import { measurePostgres } from "./postgres/index.ts";
import { sealedRange } from "./postgres/sealed.ts";
import { record } from "./record.ts";
import { decodeSentence, goals, ownRatios, table } from "./report.ts";
import { measureService, serviceMeasures, usualServiceMeasures } from "./service/index.ts";
import { PROVIDERS } from "./service/limited-provider.ts";

const names = [...Object.keys(measures), "decode"];
const HELP = `Measures the clients against their peers, or the service, and prints ratios within one run.

Usage: bench [options]

  --quick            fewer and shorter rounds
  --only <names>     selected measures only: ${names.join(",")}
  --json             the figures as JSON
  --record           adds the ratios to figures/history.jsonl, and draws them
  --features         compares the features of the clients instead
  --consumers        compares what generators make of our contract
  --docs             compares pages of the docs with those of redocly build-docs
  --service          measures the service; --only takes
                     ${Object.keys(serviceMeasures).join(",")}
  --against <folder> with --service: compares the service of another checkout, installed and built, with
                     this one, in turn
  --rounds <n>       with --against: how often each is measured (3)
  --postgres         compares the stores: PostgreSQL to SQLite
  --growth [minutes] writes to PostgreSQL at ten times the rate of the busiest chain (10 minutes)
  --sealed           tries a sealed range of blocks: a read-only file with an existence filter
  --soak [minutes]   with --service: its memory over a long time as well (10 minutes)
  --help             show this help`;

const { values } = parseArgs({
  args: withMinutes(process.argv.slice(2)),
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    json: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    features: { type: "boolean", default: false },
    consumers: { type: "boolean", default: false },
    docs: { type: "boolean", default: false },
    service: { type: "boolean", default: false },
    against: { type: "string" },
    rounds: { type: "string", default: "3" },
    postgres: { type: "boolean", default: false },
    growth: { type: "string" },
    sealed: { type: "boolean", default: false },
    soak: { type: "string" },
    provider: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});

async function measureAll(chosen: readonly string[]): Promise<void> {
  // Short rounds: a disturbance then affects only a few of them, and not the median.
  const effort = values.quick
    ? { rounds: 7, millis: 30, processRounds: 3 }
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

async function main(): Promise<void> {
  if (values.help) {
    return console.log(HELP);
  }
  const known = values.service ? Object.keys(serviceMeasures) : names;
  const usual = values.service ? usualServiceMeasures : names;
  const soak = values.soak === undefined ? [] : ["soak"];
  const chosen = [...(values.only?.split(",") ?? usual), ...soak];
  const unknown = chosen.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    console.error(`there is no measure ${unknown}; there are ${known.join(", ")}`);
    process.exitCode = 2;
    return;
  }
  if (values.provider !== undefined && !PROVIDERS.includes(values.provider)) {
    console.error(`unknown provider ${values.provider}; expected one of ${PROVIDERS.join(", ")}`);
    process.exitCode = 2;
    return;
  }
  if (values.service) {
    const { quick, json, provider, record: isRecorded } = values;
    const minutes = values.soak === undefined ? undefined : Number(values.soak);
    const against = values.against && { checkout: values.against, rounds: Number(values.rounds) };
    return measureService({
      ...{ chosen, quick, json, provider, record: isRecorded, soak: minutes },
      ...(against && { against }),
    });
  }
  if (values.postgres) {
    return measurePostgres(values);
  }
  if (values.growth !== undefined) {
    const lines = await simulateGrowth(Number(values.growth));
    console.log(growthTable(lines));
    if (values.record) {
      console.log((await record("growth", growthBars(lines))).join("\n"));
    }
    return;
  }
  if (values.sealed) {
    return console.log(await sealedRange(values.quick ? 20 : 1_000));
  }
  if (values.docs) {
    return measureDocs(values);
  }
  if (values.consumers) {
    return console.log(await consumerTable());
  }
  await generatePeers();
  if (!values.features) {
    return measureAll(chosen);
  }
  console.log(await featureTable());
  // A peer may still be waiting for its retry.
  process.exit();
}

/** Adds the default minutes of `--soak` and `--growth`, because `parseArgs` has no optional values. */
function withMinutes(args: readonly string[]): string[] {
  return args.flatMap((arg, at) =>
    ["--soak", "--growth"].includes(arg) && !/^\d+(\.\d+)?$/.test(args[at + 1] ?? "")
      ? [arg, "10"]
      : [arg],
  );
}

await main();
