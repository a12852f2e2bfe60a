import { parseArgs } from "node:util";
import type { Mode } from "./mode.ts";

/** Each mode loads its own modules: all of them take longer to load than some measures take. */
const modes = {
  clients: () => import("./clients.ts"),
  service: () => import("./service/index.ts"),
  peers: () => import("./indexers/index.ts"),
};

async function help(): Promise<string> {
  const names = async (load: () => Promise<{ readonly mode: Mode }>) =>
    (await load()).mode.names.join(",");
  return `Measures the clients against their peers, or another part, and prints ratios within one run.

Usage: bench [options]

  --service          the service
  --peers            indexers of the same chain
  --only <names>     selected measures only, of the
                     clients: ${await names(modes.clients)}
                     service: ${await names(modes.service)}
                     indexers: ${await names(modes.peers)}
  --quick            fewer and shorter rounds
  --json             the figures as JSON
  --soak [minutes]   with --service: its memory over a long time as well (10 minutes)
  --provider <name>  with --soak: a limit of calls in front of the node, such as "limited"
  --help             show this help`;
}

const readFlags = () =>
  parseArgs({
    args: withMinutes(process.argv.slice(2)),
    options: {
      service: { type: "boolean", default: false },
      peers: { type: "boolean", default: false },
      only: { type: "string" },
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      soak: { type: "string" },
      provider: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });

async function main(): Promise<void> {
  const { values } = readFlags();
  if (values.help) {
    return console.log(await help());
  }
  const chosen = (["service", "peers"] as const).find((name) => values[name]);
  const { mode } = await modes[chosen ?? "clients"]();
  const soak = values.soak === undefined ? undefined : Number(values.soak);
  const named = values.only?.split(",");
  const unknown = named?.find((name) => !mode.names.includes(name));
  if (unknown !== undefined) {
    return refuse(`unknown measure ${unknown}; expected one of ${mode.names.join(", ")}`);
  }
  if (values.provider !== undefined) {
    const { PROVIDERS } = await import("./service/limited-provider.ts");
    if (!PROVIDERS.includes(values.provider)) {
      return refuse(`unknown provider ${values.provider}; expected one of ${PROVIDERS.join(", ")}`);
    }
  }
  const { quick, json, provider } = values;
  await mode.run({ quick, json, provider, only: named, soak });
}

function refuse(why: string): void {
  console.error(why);
  process.exitCode = 2;
}

/** Adds the default minutes of `--soak`, because `parseArgs` has no optional values. */
function withMinutes(args: readonly string[]): string[] {
  return args.flatMap((arg, at) =>
    arg === "--soak" && !/^\d+(\.\d+)?$/.test(args[at + 1] ?? "") ? [arg, "10"] : [arg],
  );
}

await main().catch((error: Error) => refuse(error.message));
