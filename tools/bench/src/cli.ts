import { parseArgs } from "node:util";

// Each mode loads its own modules: all of them take longer to load than some measures take.
const clients = () => import("./clients.ts");
const service = () => import("./service/index.ts");

const help =
  async () => `Measures the clients against their peers, or the service, and prints ratios within one run.

Usage: bench [options]

  --quick            fewer and shorter rounds
  --only <names>     selected measures only: ${(await clients()).clientMeasures.join(",")}
  --json             the figures as JSON
  --record           adds the ratios to figures/history.jsonl, and draws them
  --features         compares the features of the clients instead
  --consumers        compares what generators make of our contract
  --docs             compares pages of the docs with those of redocly build-docs
  --service          measures the service; --only takes
                     ${Object.keys((await service()).serviceMeasures).join(",")}
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

async function main(): Promise<void> {
  if (values.help) {
    return console.log(await help());
  }
  if (values.service) {
    return runService();
  }
  if (values.postgres) {
    const { measurePostgres } = await import("./postgres/index.ts");
    return measurePostgres(values);
  }
  if (values.growth !== undefined) {
    const { measureGrowth } = await import("./postgres/growth.ts");
    return measureGrowth(Number(values.growth), values.record);
  }
  if (values.sealed) {
    const { sealedRange } = await import("./postgres/sealed.ts");
    return console.log(await sealedRange(values.quick ? 20 : 1_000));
  }
  if (values.docs) {
    const { measureDocs } = await import("./docs/index.ts");
    return measureDocs(values);
  }
  if (values.consumers) {
    const { consumerTable } = await import("./consumers/table.ts");
    return console.log(await consumerTable());
  }
  if (values.features) {
    const { featureTable } = await import("./features.ts");
    console.log(await featureTable());
    // A peer may still be waiting for its retry.
    process.exit();
  }
  const { clientMeasures, measureClients } = await clients();
  const chosen = choose(clientMeasures, clientMeasures);
  return chosen && measureClients(chosen, values);
}

async function runService(): Promise<void> {
  const { measureService, PROVIDERS, serviceMeasures, usualServiceMeasures } = await service();
  const soak = values.soak === undefined ? [] : ["soak"];
  const chosen = choose(Object.keys(serviceMeasures), usualServiceMeasures);
  const { quick, json, provider, record } = values;
  if (provider !== undefined && !PROVIDERS.includes(provider)) {
    return refuse(`unknown provider ${provider}; expected one of ${PROVIDERS.join(", ")}`);
  }
  const minutes = values.soak === undefined ? undefined : Number(values.soak);
  const against = values.against && { checkout: values.against, rounds: Number(values.rounds) };
  return (
    chosen &&
    measureService({
      ...{ chosen: [...chosen, ...soak], quick, json, provider, record, soak: minutes },
      ...(against && { against }),
    })
  );
}

/** Returns the measures of `--only`; undefined, with an error printed, if it names one that there is not. */
function choose(known: readonly string[], usual: readonly string[]): readonly string[] | undefined {
  const chosen = values.only?.split(",") ?? usual;
  const unknown = chosen.find((name) => !known.includes(name));
  if (unknown === undefined) {
    return chosen;
  }
  refuse(`there is no measure ${unknown}; there are ${known.join(", ")}`);
  return undefined;
}

function refuse(why: string): void {
  console.error(why);
  process.exitCode = 2;
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
