import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runScript } from "../../../packages/server/test/support/command.ts";
import { serve } from "../../../packages/server/test/support/serve.ts";

const cli = fileURLToPath(new URL("../src/dev-cli.ts", import.meta.url));

test("dev names the flag of a requested port that is in use, and ends", async () => {
  const { port } = new URL(await serve(() => {}));
  const env = { NODE_OPTIONS: "--conditions=@chainkit/source" };
  // The usual ports may be held by another test.
  const args = ["--api-port", "0", "--mock-port", port, "--docs-port", "0"];
  const { code, output } = runScript(cli, args, env);
  expect(await code).toBe(1);
  expect(output()).toBe(
    `dev: --mock-port: port ${port} is in use; choose another, or 0 for a free one\n`,
  );
});
