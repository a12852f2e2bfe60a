#!/usr/bin/env node
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { styleText } from "node:util";
import { closeOnSignal, createProgram, port, startProgram } from "@chainkit/command";
import { repositoryRoot } from "@chainkit/spec";
import { stopLine, verdict } from "./report.ts";
import { type AreaOperations, readAreas, type Stop, type TourTarget, tour } from "./tour.ts";

/** Where the calls are written that succeed on the local chain, for the contract tests; each `start` has its own. */
const knownFileOf = (url: string) =>
  join(repositoryRoot, `dist/known-values-${new URL(url).port}.json`);

interface Options {
  readonly once?: true;
  readonly apiPort?: number;
  readonly docsPort?: number;
  readonly target?: string;
}

async function start({ once, target, apiPort: api, docsPort: docs }: Options): Promise<void> {
  // Imported lazily, so that invalid options fail before the servers' modules load.
  const { agentConfiguration, NAMESPACE, serve } = await import("./serve.ts");
  if (!target) {
    console.log("Starting a local chain …");
  }
  const setClose = closeOnSignal();
  const served = await serve({ api, docs }, target);
  setClose(served.close);

  const areas = await readAreas();
  console.log(`Calling every operation at ${served.api.url}`);
  const stops = await callEverything(areas, served.api);
  if (once) {
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
      console.log(`\n${styleText("underline", stop.area)}`);
    }
    console.log(stopLine(stop, width));
    stops.push(stop);
  }
  console.log(`\n${verdict(stops)}`);
  return stops;
}

const program = createProgram({
  usage: "start",
  description:
    "Serves a local chain with explorer, API and docs, and calls every operation through the generated clients. " +
    "Operations that the service does not implement yet are called on the mock.",
})
  .option("--once", "exit after the calls: 0 if all succeeded, 1 otherwise")
  .option(
    "--api-port <n>",
    "TCP port of the API (default: 4010, or a free port if it is in use)",
    port("--api-port"),
  )
  .option(
    "--docs-port <n>",
    "TCP port of the docs (default: 8080, or a free port if it is in use)",
    port("--docs-port"),
  )
  .option("--target <url>", "call a running deployment instead, with the examples of the contract")
  .action(start);

await startProgram("start", program);
