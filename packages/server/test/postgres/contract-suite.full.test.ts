import { type Known, runContract } from "@chainkit/contract-tests";
import { expect, onTestFinished, test } from "vitest";
import { startDevChain } from "../../src/dev/chain.ts";
import { DEV_DEPLOYMENTS, devKnown, devValues } from "../../src/dev/values.ts";
import { openReader } from "../../src/store/open.ts";
import { run } from "../support/command.ts";
import { untilEnd } from "../support/engines.ts";
import { call } from "../support/in-process.ts";
import { notServed } from "../support/operations.ts";
import { createDatabase } from "../support/postgres/database.ts";

/** The suite is run over SQLite each time, over a database each night, and over a given one. */
const isChosen =
  process.env.CHAINKIT_THOROUGH === "1" || process.env.CHAINKIT_TEST_DATABASE !== undefined;

test.skipIf(!isChosen)(
  "the service conforms to the contract with its data in a database",
  async () => {
    const { url: database } = await createDatabase();
    const chain = await startDevChain();
    onTestFinished(() => chain.close());
    const storage = ["--database", database];
    for (const { name, version } of DEV_DEPLOYMENTS) {
      await call(["subgraph", "add", name, version, ...storage]);
    }
    const { output } = await call(["token", "create", "ci", ...storage]);
    const follow = ["--chain", `ethereum=${chain.rpcUrl}`, "--from", "0", "--graph-ns", "dev"];
    const free = ["--port", "0", "--rate-anonymous", "0", "--rate-token", "0"];
    const service = run(["serve", ...storage, ...follow, ...free]);
    const [, target = ""] = await service.until(/listening at (\S+)/);
    const reader = untilEnd(
      await openReader({ kind: "postgres", url: database, schema: "chain_ethereum" }),
    );
    await expect
      .poll(async () => [(await fetch(`${target}/readyz`)).status, await reader.countDirty()], {
        timeout: 300_000,
      })
      .toEqual([200, 0]);
    const report = await runContract({
      target,
      token: output.match(/ck_\S+/)?.[0] ?? "",
      options: { graphNs: "dev" },
      known: devKnown(await devValues("ethereum", reader, chain.accounts)) as Known,
      exclude: [...notServed],
    });
    const of = (outcome: string) => report.results.filter((each) => each.outcome === outcome);
    console.log(`contract suite: ${of("passed").length} passed, ${of("failed").length} failed`);
    expect(of("failed")).toEqual([]);
    expect(of("passed").length).toBeGreaterThan(400);
  },
  300_000,
);
