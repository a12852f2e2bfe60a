import { runContract } from "@chainkit/contract-tests";
import { expect, onTestFinished, test } from "vitest";
import { mineVariedBlock } from "../../src/dev/chain.ts";
import { DEV_DEPLOYMENTS, devKnown, devValues } from "../../src/dev/values.ts";
import { createToken } from "../../src/service/tokens.ts";
import { openManagement, openReader } from "../../src/store/open.ts";
import { startServe } from "../support/command.ts";
import { until } from "../support/ingest.ts";
import { createDatabase } from "../support/postgres/database.ts";
import { quietChain } from "../support/quiet-chain.ts";
import { times } from "../support/thorough.ts";

/**
 * The suite is part of every run over SQLite, whose responses the other tests compare with those of PostgreSQL. It is run over a
 * database each night, and over a given one.
 */
const isChosen = times(0, 1) > 0 || process.env.CHAINKIT_TEST_DATABASE !== undefined;

test.runIf(isChosen)("an API process on PostgreSQL conforms to the contract", async () => {
  const chain = await quietChain();
  await mineVariedBlock(chain.send, chain.accounts);
  const { url } = await createDatabase();
  const place = { kind: "postgres", url, schema: "chain_ethereum" } as const;
  const args = ["--database", url, "--rate-anonymous", "0"];
  const limits = ["--rate-token", "0"];
  const node = ["--chain", `ethereum=${chain.rpcUrl}`, "--from", "0"];
  await startServe([...args, "--role", "follow", ...node]);
  const { url: target } = await startServe([...args, ...limits, "--role", "api"]);
  await until("it is ready", async () => (await fetch(`${target}/readyz`)).status === 200);
  const reader = await openReader(place);
  onTestFinished(() => reader.close());
  await until("it is settled", async () => {
    return (await reader.followerStatus())?.settled === (await reader.tip())?.hash;
  });
  const management = await openManagement({ ...place, schema: "chainkit" });
  onTestFinished(() => management.close());
  for (const { name, version } of DEV_DEPLOYMENTS) {
    await management.addDeployment(name, version);
  }
  const report = await runContract({
    target,
    token: await createToken(management, "ci", "management"),
    options: { graphNs: "dev" },
    known: devKnown(await devValues("ethereum", reader, chain.accounts)),
    strict: true,
  });
  expect(report.results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  expect(report.results.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(500);
});
