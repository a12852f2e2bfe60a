import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const cli = fileURLToPath(new URL("../src/dev-cli.ts", import.meta.url));

test("dev names the flag of a requested port that is in use, and ends", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await once(blocker, "listening");
  onTestFinished(() => void blocker.close());
  const { port } = blocker.address() as AddressInfo;
  const args = ["--conditions=@chainkit/source", cli, "--mock-port", String(port)];
  const child = spawn(process.execPath, args, { timeout: 120_000 });
  const [printed, [code]] = await Promise.all([child.stderr.toArray(), once(child, "close")]);
  expect(code).toBe(1);
  expect(printed.join("")).toBe(
    `dev: --mock-port: port ${port} is in use; choose another, or 0 for a free one\n`,
  );
});
