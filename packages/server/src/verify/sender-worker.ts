// Worker thread that recovers signers, the most expensive part of verifying a block.
import { parentPort } from "node:worker_threads";
import { findInvalidClaim } from "./sender-claims.ts";

parentPort?.on("message", ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  parentPort?.postMessage({ id, index: findInvalidClaim(bytes) });
});
