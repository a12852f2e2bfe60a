#!/usr/bin/env node
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { readPort } from "@chainkit/mock/port";
import { repositoryRoot } from "@chainkit/spec";
import { heading, stopLine, verdict } from "./report.ts";
import { exitOnSignal } from "./stop.ts";
import { type AreaOperations, readAreas, type Stop, type TourTarget, tour } from "./tour.ts";

/** Where the calls are written that succeed on the local chain, for the contract tests; each `start` has its own. */
const knownFileOf = (url: string) =>
  join(repositoryRoot, `dist/known-values-${new URL(url).port}.json`);

const HELP = `Serves a local chain with explorer, API and docs, and calls every operation through the generated
clients. Operations that the service does not implement yet are called on the mock.

Usage: start [options]

  --once           exit after the calls: 0 if all succeeded, 1 otherwise
  --api-port <n>   TCP port of the API (default: 4010, or a free port if it is in use)
  --docs-port <n>  TCP port of the docs (default: 8080, or a free port if it is in use)
  --target <url>   call a running deployment instead, with the examples of the contract
  --help           show this help
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      once: { type: "boolean" },
      "api-port": { type: "string" },
      "docs-port": { type: "string" },
      target: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const ports = {
    api: optionalPort("--api-port", values["api-port"]),
    docs: optionalPort("--docs-port", values["docs-port"]),
  };
  // Imported lazily, so that invalid options fail before the servers' modules load.
  const { agentConfiguration } = await import("./agents.ts");
  const { NAMESPACE, serve } = await import("./serve.ts");
  if (!values.target) {
    console.log("Starting a local chain …");
  }
  const closeOnSignal = exitOnSignal();
  const served = await serve(ports, values.target);
  closeOnSignal(served.close);

  const areas = await readAreas();
  console.log(`Calling every operation at ${served.api.url}`);
  const stops = await callEverything(areas, served.api);
  if (values.once) {
    await served.close();
    process.exitCode = stops.some(({ error }) => error) ? 1 : 0;
    return;
  }
  console.log("");
  if (served.api.explorerUrl) {
    console.log(`Explorer  ${served.api.explorerUrl}`);
  }
  console.log(`API       ${served.api.url}`);
  const { source, known, rpcUrl } = served.api;
  // The tour has removed what the samples of tags and removal need.
  const current = await served.api.currentValues?.();
  if (source) {
    console.log(`          token for subgraph management: ${source.token}`);
  }
  const wallet = current?.getErc20Balances?.walletAddress;
  if (wallet) {
    console.log(`          wallet with tokens of 18 decimals, on ethereum: ${wallet}`);
  }
  if (rpcUrl) {
    console.log(`Node      ${rpcUrl}   JSON-RPC, chain id 31337`);
  }
  console.log(`Docs      ${served.docs.url}`);
  for (const { area } of areas) {
    console.log(`          ${served.docs.url}/${area}`);
  }
  console.log(`Examples  ${await served.examples()}`);
  console.log("          a mock with the example data, which the guides call");
  console.log(
    `MCP       for the configuration of an agent, which may write:\n          ${agentConfiguration(served.api.url, source?.token)}`,
  );
  if (source?.token && known) {
    const knownFile = knownFileOf(served.api.url);
    await mkdir(dirname(knownFile), { recursive: true });
    await writeFile(knownFile, `${JSON.stringify(await known(), null, 2)}\n`);
    console.log(`Contract  npx --yes pnpm@12 run contract --target ${served.api.url} \\
            --token ${source.token} \\
            --graph-ns ${NAMESPACE} --known ${relative(repositoryRoot, knownFile)}`);
  }
  console.log("\nPress Ctrl-C to stop.");
}

/** Calls all operations and prints each result as it arrives. */
async function callEverything(
  areas: readonly AreaOperations[],
  target: TourTarget,
): Promise<Stop[]> {
  const ids = areas.flatMap(({ operations }) => operations.map(({ id }) => id));
  const width = Math.max(...ids.map((id) => id.length));
  const stops: Stop[] = [];
  for await (const stop of tour(areas, target)) {
    if (stop.area !== stops.at(-1)?.area) {
      console.log(heading(stop.area));
    }
    console.log(stopLine(stop, width));
    stops.push(stop);
  }
  console.log(`\n${verdict(stops)}`);
  return stops;
}

function optionalPort(option: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : readPort(option, text);
}

main().catch((error: Error) => {
  console.error(`start: ${error.message}`);
  process.exitCode = 1;
});
