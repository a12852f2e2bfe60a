import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { nodeSource } from "../src/source/node.ts";
import { quietChain } from "./support/ingest.ts";
import { temporaryFolder } from "./support/support.ts";

const cli = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));

test("accepts blocks without proof of trusted chains only", async () => {
  const chain = await quietChain({ history: 0 });
  const real = await nodeSource(createRpcClient([chain.rpcUrl])).block(1);
  // Changes of a fork that this version does not know.
  const block = { ...real?.block, extraData: "0x1234" };
  const folder = temporaryFolder();
  const file = join(folder, "block.json");
  writeFileSync(file, JSON.stringify({ ...real, block }));
  const importIt = (trust: string) => {
    const args = ["import", "--chain", "base", "--trust", trust, "--data", join(folder, "data")];
    return promisify(execFile)(process.execPath, [cli, ...args, file]);
  };

  await expect(importIt("polygon")).rejects.toMatchObject({
    stderr: expect.stringMatching(/the hash is not that of the header/),
  });
  expect((await importIt("polygon,base")).stdout).toMatch(/^1 blocks with 1 transactions added/);
});
