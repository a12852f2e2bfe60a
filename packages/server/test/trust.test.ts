import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { nodeSource } from "../src/source/node.ts";
import { call } from "./support/in-process.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { temporaryFolder } from "./support/support.ts";

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
    return call([...args, file]);
  };

  expect(await importIt("polygon")).toMatchObject({
    code: 1,
    output: expect.stringMatching(/the hash is not that of the header/),
  });
  expect((await importIt("polygon,base")).output).toMatch(/^1 blocks with 1 transactions added/);
});
