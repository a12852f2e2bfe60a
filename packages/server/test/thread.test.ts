import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { followInThread, type IngestOrder } from "../src/ingest/thread.ts";
import { openChain } from "../src/service/chains.ts";
import { openDeployment } from "../src/service/open-deployment.ts";
import { startService } from "../src/service/start.ts";
import { SETTINGS, temporaryFolder } from "./support/support.ts";

test("a thread that fails while it is stopped has stopped", async () => {
  const file = join(temporaryFolder(), "missing", "chain.sqlite");
  const order: IngestOrder = {
    store: { kind: "sqlite", file },
    ...{ urls: [], fetchMetadata: false, pollMs: 50, maxReorg: 64, from: 0 },
    verification: "ethereum",
  };
  const follower = followInThread("ethereum", order, () => {});
  await expect(follower.stop()).resolves.toBeUndefined();
});

test("a service whose follower cannot be stopped closes its stores all the same", async () => {
  const deployment = openDeployment({ kind: "folder", path: join(temporaryFolder(), "data") });
  const served = await openChain(deployment, "ethereum", {
    ...{ urls: ["http://127.0.0.1:1"], pollMs: 50, fetchMetadata: false, from: undefined },
  });
  const service = await startService(SETTINGS, deployment, [served]);
  const post = vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (
    this: Worker,
  ) {
    void this.terminate();
    throw new Error("the thread is gone");
  });
  onTestFinished(() => post.mockRestore());
  await expect(service.stop()).rejects.toThrow("the thread is gone");
  await expect(served.reader.tip()).rejects.toThrow(/finalized|not open/);
});
