import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { runScript } from "../../../packages/server/test/support/command.ts";

const cli = fileURLToPath(new URL("../src/dev-cli.ts", import.meta.url));

test("dev names the flag of a requested port that is in use, and ends", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await once(blocker, "listening");
  onTestFinished(() => void blocker.close());
  const { port } = blocker.address() as AddressInfo;
  const env = { NODE_OPTIONS: "--conditions=@chainkit/source" };
  // The usual ports may be held by another test.
  const args = ["--api-port", "0", "--mock-port", String(port), "--docs-port", "0"];
  const { code, output } = runScript(cli, args, env);
  expect(await code).toBe(1);
  expect(output()).toBe(
    `dev: --mock-port: port ${port} is in use; choose another, or 0 for a free one\n`,
  );
});
