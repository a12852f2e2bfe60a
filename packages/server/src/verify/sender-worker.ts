// A thread that recovers the signers of transactions, the most expensive part of verifying a block.
import { parentPort } from "node:worker_threads";
import { findFalseClaim } from "./sender-claims.ts";

parentPort?.on("message", ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  parentPort?.postMessage({ id, index: findFalseClaim(bytes) });
});
