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
  const { provider } = options;
  const chosen = (["service", "peers"] as const).find((name) => options[name]);
  const { mode } = await modes[chosen ?? "clients"]();
  const only = options.only?.split(",");
  for (const measure of only ?? []) {
    assertKnown("measure", measure, mode.names);
  }
  if (provider !== undefined) {
    const { PROVIDERS } = await import("./service/limited-provider.ts");
    assertKnown("provider", provider, PROVIDERS);
  }
  await mode.run({ ...options, only });
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
  .option("--soak <minutes>", "with --service: its memory over so many minutes as well", minutes)
  .option(
    "--provider <name>",
    'with --soak: a limit of calls in front of the node, such as "limited"',
  )
  .action(bench);

if (process.argv.some((arg) => arg === "--help" || arg === "-h")) {
  const lines = Object.entries(modes).map(async ([name, load]) => {
    const { mode } = await load();
    return `  ${name.padEnd(9)}${mode.names.join(",")}`;
  });
  program.addHelpText("after", `\nMeasures:\n${(await Promise.all(lines)).join("\n")}`);
}
await startProgram("bench", program);
