import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
let child: ChildProcess | undefined;

afterEach(() => child?.kill());

/** Starts the command; `output` has all that it says until it ends or serves. */
async function start(...args: string[]) {
  const started = spawn(process.execPath, [cli, ...args]);
  child = started;
  let output = "";
  const ended = new Promise<number | null>((resolve) => started.once("close", resolve));
  const serving = new Promise<void>((resolve) => {
    for (const stream of [started.stdout, started.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        if (output.includes("Ctrl-C")) {
          resolve();
        }
      });
    }
  });
  await Promise.race([ended, serving]);
  return {
    output,
    url: output.match(/http:\S+/)?.[0] ?? "",
    ended,
    stop: () => started.kill("SIGINT"),
  };
}

/** Holds a port, unless somebody else does. */
function hold(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(server));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

test("serves until it is interrupted, at a free port if the default one is in use, and exits with 0", async () => {
  const holder = await hold(8080);
  const { output, url, stop, ended } = await start();
  expect(output).toContain("Port 8080 is in use");
  expect(new URL(url).port).not.toBe("8080");
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining("chainkit"),
  ]);
  stop();
  expect(await ended).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
  holder.close();
});
