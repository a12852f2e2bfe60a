import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, type TestContext, test } from "vitest";
import { openReader, openWriter } from "../src/store/open.ts";
import { CLI, runScript, startServe } from "./support/command.ts";
import { emptyStore, untilEnd } from "./support/engines.ts";
import { freePort } from "./support/free-port.ts";
import { caughtUp, contents, followNodes, until } from "./support/ingest.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { serve as serveHttp } from "./support/serve.ts";
import { temporaryFolder } from "./support/support.ts";
import { times } from "./support/thorough.ts";

const script = join(import.meta.dirname, "support/stop-child.ts");

async function serve(data: string, node: string) {
  const chain = ["--chain", `ethereum=${node}`, "--from", "0"];
  const service = await startServe([...chain, "--data", data, "--poll", "50"]);
  const block = async () => {
    const response = await fetch(`${service.url}/v2/ethereum/blocks/latest`);
    const { block } = (await response.json()) as { block?: { number: number } };
    return block?.number ?? -1;
  };
  return { ...service, block };
}

test.each<[string, number, readonly NodeJS.Signals[], number, string]>([
  ["ends", 10_000, ["SIGTERM"], 0, ""],
  ["ends", 10_000, ["SIGINT"], 0, ""],
  [
    ...(["hangs", 60_000, ["SIGTERM", "SIGINT"], 1] as const),
    "terminated by a second signal (SIGINT) during shutdown",
  ],
  ["hangs", 300, ["SIGTERM"], 1, "shutdown timed out 0.3 s after SIGTERM; exiting"],
  ["leaves-open", 300, ["SIGTERM"], 1, "shutdown timed out 0.3 s after SIGTERM; exiting"],
  ["fails", 10_000, ["SIGTERM"], 1, "the disk is full"],
])("what %s within %i ms, after %j: code %i, %s", async (way, stopMs, signals, code, reason) => {
  const started = runScript(script, [way, String(stopMs)]);
  await started.until(/runs/);
  for (const signal of signals) {
    expect(started.child.exitCode).toBeNull();
    started.child.kill(signal);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect([await started.code, started.output()]).toEqual([
    code,
    `runs\n${reason && `chainkit-server: ${reason}\n`}`,
  ]);
});

/** A service whose log nobody reads, after more of it than a pipe holds. */
async function serveUnread(): Promise<ChildProcess> {
  const port = await freePort();
  const { rpcUrl } = await quietChain();
  const data = join(temporaryFolder(), "data");
  const args = ["--chain", `ethereum=${rpcUrl}`, "--data", data, "--port", String(port)];
  const options = ["--conditions=@chainkit/source", CLI, "serve", ...args, "--rate-anonymous", "0"];
  const child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const get = () => fetch(`http://127.0.0.1:${port}/v2/ethereum/blocks/1`);
  await until("it responds", () =>
    get().then(
      () => true,
      () => false,
    ),
  );
  for (let batch = 0; batch < 20; batch += 1) {
    await Promise.all(Array.from({ length: 50 }, get));
  }
  return child;
}

test("ends at a second signal if nobody reads the log", async () => {
  const child = await serveUnread();
  const closed = once(child, "exit");
  child.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(child.exitCode ?? child.signalCode).toBeNull();
  const startedAt = performance.now();
  child.kill("SIGTERM");
  expect(await closed).toEqual([null, "SIGKILL"]);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test("completes requests in flight, exits with 0 and resumes later if stopped while catching up", async () => {
  const chain = await quietChain();
  for (let part = 0; part < times(2, 4); part += 1) {
    await chain.send("anvil_mine", "0x100");
  }
  const data = join(temporaryFolder(), "data");
  const service = await serve(data, chain.rpcUrl);
  await until("it has begun", async () => (await service.block()) > 100);

  // Clients with keep-alive connections, one request after another.
  const statuses: number[] = [];
  const cut: unknown[] = [];
  const call = async () => {
    for (;;) {
      const response = await fetch(`${service.url}/ethereum/v1/transactions`).catch(
        () => undefined,
      );
      // No connection any more.
      if (!response) {
        return;
      }
      statuses.push(response.status);
      await response.json().catch((error) => cut.push(error));
    }
  };
  const callers = Array.from({ length: 8 }, call);
  await until("requests are answered", () => statuses.length > 50);
  service.child.kill("SIGTERM");
  expect(await service.code).toBe(0);
  await Promise.all(callers);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(cut).toEqual([]);
  expect(service.output()).not.toMatch(/"status":5/);

  const file = join(data, "ethereum.chain.sqlite");
  const db = new DatabaseSync(file);
  expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  db.close();
  // Everything is in the file itself: nothing is left to recover.
  expect(existsSync(`${file}-wal`)).toBe(false);
  const kept = await openReader({ kind: "sqlite", file });
  const stoppedAt = (await kept.tip())?.number ?? -1;
  await kept.close();
  const head = Number(await chain.send("eth_blockNumber"));
  expect(stoppedAt).toBeGreaterThan(100);
  expect(stoppedAt).toBeLessThan(head);

  const again = await serve(data, chain.rpcUrl);
  expect(await again.block()).toBeGreaterThanOrEqual(stoppedAt);
  // Some hundreds of blocks, beside whatever else the machine does.
  await until("it has caught up", async () => (await again.block()) === head);
  const metrics = async () => (await fetch(`${again.url}/metrics`)).text();
  const nothingPending = /^chainkit_balances_dirty\{.*\} 0$/m;
  await until("its balances are read", async () => nothingPending.test(await metrics()));
  again.child.kill("SIGTERM");
  expect(await again.code).toBe(0);

  const stopped = await openReader({ kind: "sqlite", file });
  const fresh = await emptyStore();
  onTestFinished(() => stopped.close());
  followNodes(fresh, [chain.rpcUrl]);
  await caughtUp(fresh, chain);
  expect(await contents(stopped, chain)).toEqual(await contents(fresh, chain));
});

async function halfRequest(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write("GET /v2/ethereum/blocks/1 HTTP/1.1\r\nhost: ");
}

test("stops despite a client that never completes its request, and a node that never responds", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const node = await serveHttp(() => resolve());
  const service = await serve(join(temporaryFolder(), "data"), node);
  await asked;
  await halfRequest(service.url);
  service.child.kill("SIGTERM");
  expect(await service.code).toBe(0);
});

/** How the threads of chains fail while they are stopped. */
const FAULTS = {
  polygon: ["throws", "the thread is broken"],
  bsc: ["throws on close", "the disk is gone"],
  avalanche: ["never ends", "no end within 7 s"],
} as const;

test("threads that fail while they are stopped leave no store open, and each says so", async () => {
  const chain = await quietChain({ history: 0 });
  const data = join(temporaryFolder(), "data");
  const names = ["ethereum", ...Object.keys(FAULTS)];
  const chains = names.flatMap((each) => ["--chain", `${each}=${chain.rpcUrl}`]);
  // Their blocks are not in the forms of all of these.
  chains.push("--trust", names.join());
  const fake = pathToFileURL(join(import.meta.dirname, "support/stop-fault-child.ts"));
  const options = `${process.env.NODE_OPTIONS ?? ""} --import=${fake}`;
  const faults = Object.entries(FAULTS).map(([name, [fault]]) => [name, fault]);
  const env = { STOP_FAULTS: JSON.stringify(Object.fromEntries(faults)), NODE_OPTIONS: options };
  const service = await startServe([...chains, "--data", data, "--poll", "50"], env);
  await until("it is ready", async () => (await fetch(`${service.url}/readyz`)).status === 200);
  service.child.kill("SIGTERM");
  expect(await service.code).toBe(1);
  for (const [name, [, reason]] of Object.entries(FAULTS)) {
    expect(service.errors()).toContain(`ingest of ${name} failed while it stopped: ${reason}`);
  }
  expect(existsSync(join(data, "management.sqlite-wal"))).toBe(false);
  for (const name of names) {
    const file = join(data, `${name}.chain.sqlite`);
    const store = untilEnd(await openWriter({ kind: "sqlite", file }, { undoBlocks: 10 }));
    expect(await store.tip()).toBeDefined();
  }
});

/** Runs a program as the first process of its own namespace, as a container does. */
const AS_FIRST = ["--user", "--map-root-user", "--pid", "--fork", "--kill-child"];

function assertPermitted(context: TestContext): void {
  try {
    execFileSync("unshare", [...AS_FIRST, "true"], { stdio: "ignore" });
  } catch {
    context.skip("a namespace for processes is not permitted");
  }
}

function start(args: readonly string[]) {
  const parent = spawn("unshare", [...AS_FIRST, process.execPath, CLI, ...args]);
  const code = once(parent, "close").then(([status]) => status as number | null);
  onTestFinished(async () => {
    parent.kill("SIGKILL");
    await code;
  });
  const kill = (signal: NodeJS.Signals) => {
    const pid = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, "utf8");
    process.kill(Number(pid), signal);
  };
  return { lines: createInterface(parent.stderr), code, kill };
}

describe("the first process of a container", () => {
  test.for([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("a command is ended by %s", async ([signal, status], context) => {
    assertPermitted(context);
    // A database that never responds.
    const database = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void database.close());
    await once(database, "listening");
    const { port } = database.address() as AddressInfo;
    const command = start(["migrate", "--database", `postgres://127.0.0.1:${port}/chain`]);
    const [socket] = await once(database, "connection");
    onTestFinished(() => void socket.destroy());
    command.kill(signal);
    expect(await command.code).toBe(status);
  });

  test("the service still shuts down gracefully", async (context) => {
    assertPermitted(context);
    const options = ["--chain", "ethereum=http://127.0.0.1:9", "--port", "0"];
    const service = start(["serve", ...options, "--data", temporaryFolder()]);
    for await (const line of service.lines) {
      if (line.startsWith("chainkit-server listening")) {
        break;
      }
    }
    service.kill("SIGTERM");
    expect(await service.code).toBe(0);
  });
});
