import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { startMock } from "../src/index.ts";
import { libraryFile } from "./support.ts";

const specs = [libraryFile];
const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Runs the command until it has printed its address, or has ended. */
async function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, ...env },
    timeout: 300_000,
  });
  let output = "";
  const ended = once(child, "exit");
  const started = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (/at http\S+/.test(output)) {
          resolve();
        }
      });
    }
  });
  await Promise.race([started, ended]);
  return { child, ended, output: () => output, url: () => /at (http\S+)/.exec(output)?.[1] ?? "" };
}

describe("startMock", () => {
  test("close drops open connections, frees the port and may be called again", async () => {
    const mock = await startMock({ specs });
    const socket = connect(portOf(mock.url), "127.0.0.1");
    await once(socket, "connect");
    socket.write("GET /books HTTP/1.1\r\nhost: x\r\n");
    const dropped = new Promise((resolve) => {
      socket.on("error", () => {}).on("close", resolve);
    });
    // Left alone, the connection would stay for a minute, longer than this test may take.
    await mock.close();
    await dropped;
    await mock.close();
    const again = await startMock({ specs, port: portOf(mock.url) });
    expect(again.url).toBe(mock.url);
    await again.close();
  });

  test("a port in use is named", async () => {
    const mock = await startMock({ specs });
    const port = portOf(mock.url);
    await expect(startMock({ specs, port })).rejects.toMatchObject({
      message: `listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
      code: "EADDRINUSE",
    });
    await mock.close();
  });

  test("listening on all addresses returns a URL that can be called", async () => {
    const mock = await startMock({ specs, host: "0.0.0.0" });
    expect(mock.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${mock.url}/books`)).status).toBe(200);
    await mock.close();
  });
});

describe("chainkit-mock", () => {
  test("serves until it is told to end, also with NODE_ENV=production", async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const mock = await run(["--spec", libraryFile, "--port", "0"], { NODE_ENV: "production" });
      expect((await fetch(`${mock.url()}/books`)).status).toBe(200);
      expect(mock.output()).toMatch(/^Mock API at \S+ \(press Ctrl-C to stop\)\n$/);
      mock.child.kill(signal);
      expect(await mock.ended).toEqual([0, null]);
    }
  });

  test("reads its arguments before it loads Prism, and documents of others say nothing of chainkit", async () => {
    const refused = await run(["--port", "x"]);
    expect(await refused.ended).toEqual([2, null]);
    expect(refused.output()).toMatch(/^chainkit-mock: --port must be an integer/);
    const texts: string[] = [];
    for (const args of [["--help"], ["--spec", "any.yaml", "--help"]]) {
      const help = await run(args);
      expect(await help.ended).toEqual([0, null]);
      texts.push(help.output());
    }
    expect(texts[1]).not.toContain("chainkit APIs");
    await expect(texts.join("\n")).toMatchFileSnapshot("catalogue/help.txt");
  });
});
