import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadProcess } from "../src/dev/processes.ts";
import { type DevService, startService } from "../src/dev/service.ts";

let service: DevService;
beforeAll(async () => {
  vi.stubEnv("TMPDIR", await mkdtemp(join(tmpdir(), "chainkit-dev-")));
  service = await startService(0);
});
afterAll(async () => {
  await service?.close();
  expect([processes(), await readdir(tmpdir())]).toEqual([[], []]);
});

/** Ids of the running processes of the service, oldest first. */
function processes(): number[] {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return [...all.matchAll(/^ *(\d+) +(\d+) .*service-process\.ts/gm)]
    .filter(([, , parent]) => Number(parent) === process.pid)
    .map(([, id]) => Number(id))
    .sort((a, b) => a - b);
}

const isServing = async () => (await fetch(`${service.url}/healthz`)).ok;
/** Has a process serve after an edit. @returns Whether it does, and ids of all processes. */
async function edit(sourcesChanged: boolean) {
  await service.replace(await service.load(sourcesChanged));
  return [await isServing(), processes()];
}

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
  expect(await edit(false)).toEqual([true, [ahead]]);
});

test("a process that has loaded sources before their edit does not serve", async () => {
  expect(await edit(true)).toEqual([true, [expect.any(Number)]]);
  expect(processes()).not.toContain(ahead);
});

test("a process loaded ahead that has ended is replaced", async () => {
  const children = () => process.getActiveResourcesInfo().join().split("ProcessWrap").length;
  const before = children();
  process.kill(ahead, "SIGKILL");
  await expect.poll(children).toBe(before - 1);
  expect(await edit(false)).toEqual([true, [expect.any(Number)]]);
  expect(processes()).not.toContain(serving);
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
