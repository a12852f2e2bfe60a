import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { IngestEvent } from "../src/ingest/events.ts";
import { followInThread } from "../src/ingest/thread.ts";
import { openReader } from "../src/store/open.ts";
import { latestBlock, until } from "./support/ingest.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { temporaryFolder } from "./support/support.ts";

function inThread(file: string, url: string, restartMs = 100) {
  const events: IngestEvent[] = [];
  const order = {
    store: { kind: "sqlite", file },
    urls: [url],
    from: 0,
    pollMs: 20,
    fetchMetadata: false,
    verification: "ethereum",
    maxReorg: 64,
  } as const;
  const follower = followInThread("ethereum", order, (event) => events.push(event), restartMs);
  onTestFinished(() => follower.stop());
  return { follower, events };
}

/** Nice values of the threads of this process. */
function niceOfThreads(): number[] {
  return readdirSync("/proc/self/task").map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    // The 19th field; the second is a name in brackets.
    return Number(stat.slice(stat.lastIndexOf(")")).split(" ")[17]);
  });
}

test("reports and replaces a failed thread", async () => {
  const chain = await quietChain();
  const folder = join(temporaryFolder(), "later");
  const file = join(folder, "chain.sqlite");
  const { follower, events } = inThread(file, chain.rpcUrl);
  await until("it has failed", () => follower.status().trouble !== undefined);
  expect(follower.status().trouble).toMatch(/^ingest thread failed: .*unable to open/);
  expect(events.some(({ kind }) => kind === "trouble")).toBe(true);

  mkdirSync(folder);
  await until("another one follows", () => follower.status().settled !== undefined);
  expect(follower.status().trouble).toBeUndefined();
});

test("blocks and reorganisations written by the thread are readable and announced", async () => {
  const chain = await quietChain();
  const file = join(temporaryFolder(), "chain.sqlite");
  const reader = await openReader({ kind: "sqlite", file });
  onTestFinished(() => reader.close());
  const { follower, events } = inThread(file, chain.rpcUrl);
  const tip = async () => (await latestBlock(chain.send)).hash;
  await until("all is read", async () => (await reader.tip())?.hash === (await tip()));
  if (process.platform === "linux") {
    // Requests of the main thread go first.
    expect(Math.max(...niceOfThreads())).toBeGreaterThan(getPriority());
  }
  // Blocks are announced after they are readable.
  const expected = ((await reader.tip())?.number ?? 0) + 1;
  const added = () => events.filter(({ kind }) => kind === "block").length;
  await until("all are announced", () => added() >= expected);
  expect(added()).toBe(expected);

  await chain.send("anvil_reorg", 4, []);
  await until("the new ones are read", async () => (await reader.tip())?.hash === (await tip()));
  expect(events.filter(({ kind }) => kind === "reorg")).toMatchObject([{ depth: 4 }]);
  await follower.stop();
  const count = events.length;
  await chain.act();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(events).toHaveLength(count);
});

test("can be stopped while no thread runs", async () => {
  const { follower } = inThread(
    join(temporaryFolder(), "not there", "chain.sqlite"),
    "http://[::1]:9",
    60_000,
  );
  await until("it has failed", () => follower.status().trouble !== undefined);
  await new Promise((resolve) => setTimeout(resolve, 30));
  await follower.stop();
});
