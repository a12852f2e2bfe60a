import { expect, it, vi } from "vitest";
import { chainkit } from "../src/indexers/chainkit.ts";
import { readChain } from "../src/indexers/indexer.ts";
import { takenBy } from "../src/indexers/taken.ts";
import { createContext, QUICK } from "../src/service/context.ts";
import { ingest } from "../src/service/measures/ingest.ts";
import { soak } from "../src/service/measures/soak.ts";

it.runIf(process.platform === "linux")("runs the service behind a local node", async () => {
  vi.stubEnv("CHAINKIT_MAINNET", "/nowhere");
  const effort = { ...QUICK, nodeBlocks: 9, perBlock: 12, soakMinutes: 0.05, soakSample: 0.5 };
  const context = await createContext(effort);
  const chain = await readChain(context);
  const folder = await context.folder();
  expect(await takenBy(chainkit, "SQLite", chain, folder, 10)).toEqual({
    "wall s": expect.closeTo(10, -1.3),
    "processor s": expect.closeTo(5, -1),
    "memory MB": expect.closeTo(500, -3),
    "disk MB": expect.closeTo(0.5, 0),
    "transaction µs": expect.closeTo(49_000, -5),
    "page of 100 µs": expect.closeTo(49_000, -5),
  });
  const served = await ingest(context);
  expect(served.map(({ values }) => values)).toEqual([{ perSecond: expect.closeTo(1_000, -3.3) }]);
  const [memory] = await soak(context);
  expect(memory?.values).toEqual({
    rss: expect.closeTo(500, -3),
    heap: expect.closeTo(50, -2),
    blocks: expect.closeTo(50, -1.6),
    reorgs: 1,
  });
  const reads = (memory?.detail ?? "").matchAll(/(\d+) × (200|400|404|503)/g);
  expect(reads.reduce((all, [, count]) => all + Number(count), 0)).toBe(600);
  await context.close();
  await expect(fetch(chain.url)).rejects.toThrow();
});
