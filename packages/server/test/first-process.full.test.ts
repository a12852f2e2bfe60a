import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, type TestContext, test } from "vitest";
import { CLI } from "./support/command.ts";
import { temporaryFolder } from "./support/support.ts";

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
