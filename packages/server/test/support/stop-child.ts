import { runUntilSignal } from "../../src/cli/run.ts";

/**
 * Runs until it is told to stop, which it does in the way of the first argument:
 * `node stop-child.ts hangs|fails|leaves-open <milliseconds>`.
 */
const [way, stopMs] = process.argv.slice(2);
const open = setInterval(() => {}, 1_000);
const ways: Readonly<Record<string, () => Promise<void>>> = {
  hangs: () => new Promise(() => {}),
  fails: async () => {
    throw new Error("the disk is full");
  },
  "leaves-open": async () => {},
  ends: async () => clearInterval(open),
};
runUntilSignal({ stop: ways[way ?? ""] ?? (async () => {}) }, Number(stopMs));
console.log("runs");
