// Worker thread that writes one chain, so that responses of the service do not wait for it.
import { constants, getPriority, platform, setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { UNDO_BLOCKS } from "../chain/profiles.ts";
import { runMetadataQueue } from "../metadata/queue.ts";
import { createRpcClient } from "../source/json-rpc.ts";
import { openWriter } from "../store/open.ts";
import { developmentCheck } from "./development.ts";
import { runDiscoveries } from "./discover.ts";
import type { IngestEvent, IngestStatus } from "./events.ts";
import { follow } from "./follow.ts";
import { addBeside, type WorkerMessage, type WorkerOrder } from "./thread.ts";

const STOP_TIMEOUT_MS = 1_000;
const USAGE_INTERVAL_MS = 1_000;
const STATUS_INTERVAL_MS = 1_000;
/** Leaves three quarters of a processor to the thread of the requests when both need it. */
const NICE = 5;

const {
  store: location,
  urls,
  webSocketUrl,
  rpc: rpcOptions,
  fetchMetadata,
  discoversWallets,
  gateways,
  holder,
  ...options
} = workerData as WorkerOrder;
// So that requests do not wait for a chain that catches up. On Linux this is the priority of the thread,
// elsewhere that of the process.
if (platform() === "linux") {
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICE));
}
const store = await openWriter(location, { undoBlocks: UNDO_BLOCKS, holder });
let status: IngestStatus | undefined;
const emit = (event: IngestEvent) => {
  if (event.kind === "status") {
    status = event.status;
  }
  parentPort?.postMessage(event);
};
// The thread ends with the reason, and is restarted to wait for the lease.
store.lost?.addEventListener("abort", () => {
  const reason = store.lost?.reason as Error;
  emit({ kind: "lease lost", reason: reason.message });
  setImmediate(() => {
    throw reason;
  });
});
const stops: (() => Promise<void>)[] = [];
let wake = () => {};
let discoveries: ReturnType<typeof runDiscoveries> | undefined;
if (urls.length > 0) {
  const onFailure = (host: string, reason: string, next?: string) =>
    emit({ kind: "node failed", host, reason, next });
  const rpc = createRpcClient(urls, onFailure, rpcOptions);
  const webSocket =
    webSocketUrl === undefined ? undefined : { url: webSocketUrl, headers: rpcOptions?.headers };
  const checkDevelopment = developmentCheck(store, rpc, emit);
  const follower = follow(store, rpc, { ...options, emit, checkDevelopment }, webSocket);
  stops.push(follower.stop);
  wake = follower.wake;
  if (discoversWallets) {
    discoveries = runDiscoveries(location, store, rpc, emit);
    stops.push(discoveries.stop);
  }
  const report = () => emit({ kind: "rpc usage", calls: rpc.takeUsage(), rate: rpc.rate() });
  setInterval(report, USAGE_INTERVAL_MS).unref();
  // A status that cannot be written shows by its age.
  const share = () => status && store.setFollowerStatus(status).catch(() => {});
  setInterval(share, STATUS_INTERVAL_MS).unref();
}
if (fetchMetadata) {
  const onFailure = (reason: string) => emit({ kind: "metadata failed", reason });
  stops.push(runMetadataQueue(store, gateways ? { gateways } : {}, onFailure));
}
const stop = async () => {
  // Requests to a node that does not respond are abandoned, which is safe because every write is one
  // transaction. What fails meanwhile must not keep the store open.
  const timeout = wait(STOP_TIMEOUT_MS, []);
  const results = await Promise.race([Promise.allSettled(stops.map((each) => each())), timeout]);
  const [closed] = await Promise.allSettled([store.close()]);
  const failed = [...results, closed].find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") {
    throw failed.reason;
  }
  // Exits the thread, not the process, even if connections are still open.
  process.exit();
};
parentPort?.on("message", async (message: WorkerMessage) => {
  if (message === "stop") {
    return stop();
  }
  // Who asked is told that it was not read; a disk that is full stalls the chain, too.
  await addBeside(location, message).catch(() => {});
  wake();
  discoveries?.wake();
});
