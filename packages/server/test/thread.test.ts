import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { followInThread, type IngestOrder } from "../src/ingest/thread.ts";
import { type OpenChain, openChain } from "../src/service/chains.ts";
import { openStorage } from "../src/service/open-storage.ts";
import { startService } from "../src/service/start.ts";
import { openWriter } from "../src/store/open.ts";
import { untilEnd } from "./support/engines.ts";
import { SETTINGS, temporaryFolder } from "./support/support.ts";

test("a thread that fails while it is stopped has stopped, and says why", async () => {
  const file = join(temporaryFolder(), "missing", "chain.sqlite");
  const order: IngestOrder = {
    store: { kind: "sqlite", file },
    ...{ urls: [], fetchMetadata: false, pollMs: 50, maxReorg: 64, from: 0 },
    verification: "ethereum",
  };
  const follower = followInThread("ethereum", order, () => {});
  await expect(follower.stop()).rejects.toThrow(/^ingest of ethereum failed while it stopped: ./);
});

test("a service whose follower cannot be stopped closes its stores all the same", async () => {
  const storage = openStorage({ kind: "folder", path: join(temporaryFolder(), "data") });
  const order = { urls: ["http://127.0.0.1:1"], pollMs: 50, fetchMetadata: false, from: undefined };
  const open = async (name: string) => (await openChain(storage, name, order)) as OpenChain;
  const served = [await open("ethereum"), await open("polygon")] as const;
  const service = await startService(SETTINGS, storage, served);
  const post = vi.spyOn(Worker.prototype, "postMessage").mockImplementationOnce(function (
    this: Worker,
  ) {
    void this.terminate();
    throw new Error("the thread is gone");
  });
  onTestFinished(() => post.mockRestore());
  vi.spyOn(served[0].reader, "close").mockRejectedValueOnce(new Error("the file is gone"));
  await expect(service.stop()).rejects.toThrow("the thread is gone; the file is gone");
  await expect(served[1].reader.tip()).rejects.toThrow(/finalized|not open/);
  await expect(service.management.listTokens()).rejects.toThrow(/finalized|not open/);
  // The thread of the other chain has ended as well.
  untilEnd(await openWriter(storage.chain("polygon"), { undoBlocks: 10 }));
});
