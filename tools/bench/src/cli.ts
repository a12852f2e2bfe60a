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
}

async function bench(options: Options): Promise<void> {
  const chosen = (["service", "peers"] as const).find((name) => options[name]);
  const { mode } = await modes[chosen ?? "clients"]();
  const only = options.only?.split(",");
  for (const measure of only ?? []) {
    if (!mode.names.includes(measure)) {
      const expected = `expected one of ${mode.names.join(", ")}`;
      throw new UsageError(
        `unknown measure ${measure}; ${expected}`,
        didYouMean(measure, mode.names),
      );
    }
  }
  await mode.run({ ...options, only });
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
  .action(bench);

if (process.argv.some((arg) => /^(-h|--help)$/.test(arg))) {
  const lines = Object.entries(modes).map(async ([name, load]) => {
    const { mode } = await load();
    return `  ${name.padEnd(9)}${mode.names.join(",")}`;
  });
  program.addHelpText("after", `\nMeasures:\n${(await Promise.all(lines)).join("\n")}`);
}
await startProgram("bench", program);
