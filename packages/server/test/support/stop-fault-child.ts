// Preloaded into a process and its threads: lets the ingest threads of some chains fail while they are stopped.
import { DatabaseSync } from "node:sqlite";
import { isMainThread, parentPort, workerData } from "node:worker_threads";

const faults: Readonly<Record<string, string>> = JSON.parse(process.env.STOP_FAULTS ?? "{}");
const file = isMainThread ? undefined : workerData?.store?.file;
const [, fault] = Object.entries(faults).find(([chain]) => file?.includes(chain)) ?? [];
if (fault === "throws on close") {
  DatabaseSync.prototype.close = () => {
    throw new Error("the disk is gone");
  };
} else if (fault !== undefined) {
  parentPort?.on("message", (message) => {
    if (message === "stop" && fault === "throws") {
      throw new Error("the thread is broken");
    }
    if (message === "stop" && fault === "never ends") {
      for (;;) {}
    }
  });
}
