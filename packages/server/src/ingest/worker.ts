// The thread in which one chain is written, so that no answer of the service has to wait for it.
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { UNDO_BLOCKS } from "../chain/profiles.ts";
import { runMetadataQueue } from "../metadata/queue.ts";
import { createRpcClient } from "../source/json-rpc.ts";
import { openWriter } from "../store/open.ts";
import type { IngestEvent } from "./events.ts";
import { follow } from "./follow.ts";
import type { IngestOrder } from "./thread.ts";

const GRACE_MS = 2_000;
const USAGE_MS = 1_000;

const {
  store: location,
  urls,
  rpc: rpcOptions,
  fetchMetadata,
  gateways,
  ...options
} = workerData as IngestOrder;
const store = await openWriter(location, { undoBlocks: UNDO_BLOCKS });
const tell = (event: IngestEvent) => parentPort?.postMessage(event);
const stops: (() => Promise<void>)[] = [];
if (urls.length > 0) {
  const onFailure = (host: string, reason: string) => tell({ kind: "node left", host, reason });
  const isWebSocket = (url: string) => /^wss?:/i.test(url);
  const rpc = createRpcClient(
    urls.filter((url) => !isWebSocket(url)),
    onFailure,
    rpcOptions,
  );
  stops.push(follow(store, rpc, { ...options, tell }, urls.find(isWebSocket)).stop);
  const report = () => tell({ kind: "rpc usage", calls: rpc.takeUsage(), rate: rpc.rate() });
  setInterval(report, USAGE_MS).unref();
}
if (fetchMetadata) {
  stops.push(runMetadataQueue(store, gateways && { gateways }));
}
// The only message there is: to stop. What waits for a node that does not answer is left: whatever is
// written is written in one piece.
parentPort?.once("message", async () => {
  await Promise.race([Promise.all(stops.map((stop) => stop())), wait(GRACE_MS)]);
  await store.close();
  // Ends the thread, not the process, whatever connection may still be open.
  process.exit();
});
