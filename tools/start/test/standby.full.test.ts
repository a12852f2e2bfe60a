import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { loadProcess } from "../src/dev/processes.ts";
import { type DevService, startService } from "../src/dev/service.ts";

let service: DevService;
beforeAll(async () => {
  service = await startService(0);
});
afterAll(() => service?.close());

/** Ids of the running processes of the service, oldest first. */
function processes(): number[] {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return [...all.matchAll(/^ *(\d+) +(\d+) .*service-process\.ts/gm)]
    .filter(([, , parent]) => Number(parent) === process.pid)
    .map(([, id]) => Number(id))
    .sort((a, b) => a - b);
}

/** How many child processes have not been seen to end. */
const children = () =>
  process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;

const isServing = async () => (await fetch(`${service.url}/healthz`)).ok;

/** Ids of the process that serves and of the one loaded ahead. */
let serving: number;
let ahead: number;
beforeEach(() => {
  service.prepare();
  [serving = 0, ahead = 0] = processes();
});

test("a process is loaded ahead once, and serves at the same address after an edit", async () => {
  service.prepare();
  expect(processes()).toEqual([serving, ahead]);
  const next = await service.load(false);
  expect(processes()).toEqual([serving, ahead]);
  await service.replace(next);
  expect(processes()).toEqual([ahead]);
  expect(await isServing()).toBe(true);
});

test("a process that has loaded sources before their edit does not serve", async () => {
  const next = await service.load(true);
  expect(processes()).toEqual([serving, expect.any(Number)]);
  expect(processes()).not.toContain(ahead);
  await service.replace(next);
  expect(processes()).not.toContain(ahead);
  expect(await isServing()).toBe(true);
});

test("a process loaded ahead that has ended is replaced", async () => {
  const before = children();
  process.kill(ahead, "SIGKILL");
  await expect.poll(children).toBe(before - 1);
  const next = await service.load(false);
  await service.replace(next);
  expect(processes()).toHaveLength(1);
  expect(processes()).not.toContain(serving);
  expect(await isServing()).toBe(true);
});

test("after an edit that is rejected, the present process serves on and another can be loaded", async () => {
  const next = await service.load(false);
  await next.stop();
  expect(processes()).toEqual([serving]);
  expect([service.isRunning(), await isServing()]).toEqual([true, true]);
  service.prepare();
  expect(processes()).toEqual([serving, expect.any(Number)]);
});

test("a process loaded ahead ends with its parent", async () => {
  const { child, loaded } = loadProcess(["serve"]);
  await loaded;
  const ended = once(child, "exit");
  child.disconnect();
  expect(await ended).toEqual([null, "SIGTERM"]);
});

test("both processes end with the loop", async () => {
  await service.close();
  expect(processes()).toEqual([]);
});
