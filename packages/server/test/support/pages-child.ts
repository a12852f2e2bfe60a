// A thread that reads pages of balances over and over while others write.
import { parentPort, workerData } from "node:worker_threads";
import type { Hex } from "../../src/chain/records.ts";
import { openReader } from "../../src/store/open.ts";

const { file, owners } = workerData as { file: string; owners: readonly Hex[] };
const reader = await openReader({ kind: "sqlite", file });
const seen = new Map<Hex, Set<string>>(owners.map((owner) => [owner, new Set()]));
let isStopping = false;
parentPort?.once("message", () => {
  isStopping = true;
});

async function read(): Promise<void> {
  for (const [owner, pages] of seen) {
    const page = await reader.listErc20Balances(owner, undefined, undefined, 1_000);
    pages.add(page.map(({ contract, raw }) => `${contract} ${raw}`).join());
  }
  if (isStopping) {
    await reader.close();
    parentPort?.postMessage(seen);
    return;
  }
  setTimeout(read, 2);
}
await read();
