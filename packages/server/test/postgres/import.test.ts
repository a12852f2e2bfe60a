import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { call } from "../support/in-process.ts";
import { createDatabase } from "../support/postgres/database.ts";
import { quietChain } from "../support/quiet-chain.ts";
import { temporaryFolder } from "../support/support.ts";

test("an import needs no database but that of the chain", async () => {
  const chain = await quietChain({ history: 0 });
  const block = await chain.send("eth_getBlockByNumber", "0x0", true);
  const file = join(temporaryFolder(), "0.json");
  writeFileSync(file, JSON.stringify({ block, receipts: [] }));
  const { url } = await createDatabase();
  const down = `postgres://127.0.0.1:${await freePort()}/none`;
  const storage = ["--database", down, "--chain-database", `ethereum=${url}`];
  const { code, output } = await call(["import", "--chain", "ethereum", ...storage, file]);
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/^1 blocks with 0 transactions added/),
  });
});
