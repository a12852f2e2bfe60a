#!/usr/bin/env node
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readKnown } from "./known/read.ts";
import { junit } from "./report/junit.ts";
import { failureText, summaryText } from "./report/text.ts";
import { runContract } from "./run.ts";

const HELP = `Checks whether a deployment of the chainkit APIs keeps their contract.

Usage: npx @chainkit/contract-tests [options]

  --target <url>    base URL of the deployment (default: Prism, started for the run)
  --prism           the target is Prism: it returns examples and accepts any token
  --token <token>   bearer token that the target accepts (default: $CHAINKIT_TOKEN)
  --graph-ns <ns>   the {graph_ns} segment of the management paths
  --known <file>    YAML or JSON: calls that succeed at the target, by operation id. Those listed
                    for removeSubgraph are really removed
  --seed <n>        seed of the random choices (default: random; printed)
  --timeout <ms>    timeout per request (default: 10000)
  --deadline <s>    time limit of the run (default: 300)
  --junit <file>    write the results as JUnit XML
  --json <file>     write the results as JSON
  --help            show this help

Exit codes: 0 the contract is kept, 1 it is broken, 2 it could not be tested.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      target: { type: "string" },
      prism: { type: "boolean" },
      token: { type: "string" },
      "graph-ns": { type: "string" },
      known: { type: "string" },
      seed: { type: "string" },
      timeout: { type: "string" },
      deadline: { type: "string" },
      junit: { type: "string" },
      json: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const token = values.token ?? process.env.CHAINKIT_TOKEN;
  const seed = readNumber("--seed", values.seed);
  const timeoutMs = readNumber("--timeout", values.timeout);
  const deadline = readNumber("--deadline", values.deadline);
  const report = await runContract({
    ...(values.target === undefined ? {} : { target: values.target }),
    ...(values.prism === undefined ? {} : { prism: values.prism }),
    ...(token === undefined ? {} : { token }),
    ...(values["graph-ns"] === undefined ? {} : { options: { graphNs: values["graph-ns"] } }),
    ...(values.known === undefined ? {} : { known: await readKnown(values.known) }),
    ...(seed === undefined ? {} : { seed }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(deadline === undefined ? {} : { deadlineMs: deadline * 1000 }),
    onResult: (result) => {
      if (result.outcome === "failed") {
        console.log(failureText(result));
      }
    },
  });
  console.log(summaryText(report));
  if (values.junit !== undefined) {
    await writeFile(values.junit, junit(report));
  }
  if (values.json !== undefined) {
    await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  process.exitCode = report.ok ? 0 : 1;
}

function readNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  if (!/^\d+$/.test(text)) {
    throw new Error(`${option} must be a non-negative integer; received "${text}"`);
  }
  return Number(text);
}

main().catch((error: Error) => {
  console.error(`chainkit-contract: ${error.message}`);
  process.exitCode = 2;
});
