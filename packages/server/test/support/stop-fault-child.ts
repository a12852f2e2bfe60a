// Preloaded into a process and its threads: lets the ingest thread of one chain fail while it is stopped.
import { DatabaseSync } from "node:sqlite";
import { isMainThread, parentPort, workerData } from "node:worker_threads";

const fault = process.env.STOP_FAULT;
const isIngest = !isMainThread && workerData?.store?.file?.includes("polygon");
if (isIngest && fault === "throws on close") {
  DatabaseSync.prototype.close = () => {
    throw new Error("the disk is gone");
  };
}
if (isIngest && fault !== "throws on close") {
  parentPort?.on("message", (message) => {
    if (message === "stop" && fault === "throws") {
      throw new Error("the thread is broken");
    }
    if (message === "stop" && fault === "never ends") {
      for (;;) {}
    }
  });
}
