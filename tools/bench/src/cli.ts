import { createProgram, didYouMean, startProgram, UsageError } from "@chainkit/command";

/** Each mode loads its own modules: all of them take longer to load than some measures take. */
const modes = {
  clients: () => import("./clients.ts"),
  service: () => import("./service/index.ts"),
  peers: () => import("./indexers/index.ts"),
};

interface Options {
  readonly service?: true;
  readonly peers?: true;
  readonly only?: string;
  readonly quick?: true;
  readonly json?: true;
  readonly soak?: number;
  readonly provider?: string;
}

async function bench(options: Options): Promise<void> {
  const { quick = false, json = false, soak, provider, only } = options;
  const chosen = (["service", "peers"] as const).find((name) => options[name]);
  const { mode } = await modes[chosen ?? "clients"]();
  const measures = only?.split(",");
  for (const measure of measures ?? []) {
    assertKnown("measure", measure, mode.names);
  }
  if (provider !== undefined) {
    const { PROVIDERS } = await import("./service/limited-provider.ts");
    assertKnown("provider", provider, PROVIDERS);
  }
  await mode.run({ quick, json, provider, only: measures, soak });
}

function assertKnown(kind: string, name: string, known: readonly string[]): void {
  if (!known.includes(name)) {
    const expected = `expected one of ${known.join(", ")}`;
    throw new UsageError(`unknown ${kind} ${name}; ${expected}`, didYouMean(name, known));
  }
}

function minutes(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) {
    throw new UsageError(`--soak must be a number of minutes; received "${text}"`);
  }
  return Number(text);
}

const program = createProgram({
  usage: "bench",
  description:
    "Measures the clients against their peers, or another part, and prints ratios within one run.",
})
  .option("--service", "the service")
  .option("--peers", "indexers of the same chain")
  .option("--only <names>", "selected measures only, with commas between them; see below")
  .option("--quick", "fewer and shorter rounds")
  .option("--json", "the figures as JSON")
  .option(
    "--soak [minutes]",
    "with --service: its memory over a long time as well (default: 10 minutes)",
    minutes,
  )
  .option(
    "--provider <name>",
    'with --soak: a limit of calls in front of the node, such as "limited"',
  )
  .action(({ soak, ...options }: Omit<Options, "soak"> & { soak?: number | true }) =>
    bench({ ...options, ...(soak && { soak: soak === true ? 10 : soak }) }),
  );

if (process.argv.some((arg) => arg === "--help" || arg === "-h")) {
  const lines = Object.entries(modes).map(async ([name, load]) => {
    const { mode } = await load();
    return `  ${name.padEnd(9)}${mode.names.join(",")}`;
  });
  program.addHelpText("after", `\nMeasures:\n${(await Promise.all(lines)).join("\n")}`);
}
await startProgram("bench", program);
