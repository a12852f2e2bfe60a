import { join } from "node:path";
import { expect, test } from "vitest";
import { heldBack } from "../src/service/held-back.ts";
import { finished, run } from "./support/command.ts";
import { quietChain, until } from "./support/ingest.ts";
import { fakeProvider, nodeBackend } from "./support/provider.ts";
import { temporaryFolder } from "./support/support.ts";

const state = { ready: false, served: 5 };

test.each([
  ["node.example: HTTP status 401", /401 and 403 are a wrong key$/],
  ["node.example: HTTP status 401, but no JSON-RPC response", /^A web page or nothing/],
  ["node.example: connection failed: connect ECONNREFUSED 10.0.0.1:8545", /nothing listens/],
  ["block 7: the receipts are not those of receiptsRoot", /^Receipts or their logs are missing/],
  ["no process has followed the chain for 90 s", /^Start serve with --chain/],
  ["the chain was reorganised by more than 96 blocks; nothing is rolled back", /^If other nodes/],
  [
    "node.example: the node has no state of block 5 (0x12), so that balances cannot be read: " +
      "a node that is not an archive keeps only the state of its latest blocks, often 128 (missing)",
    /balances stay pending/,
  ],
])("the fix of %j is that of the guide", (trouble, fix) => {
  expect(heldBack({ ...state, trouble }, 0)).toEqual([
    { reason: trouble, fix: expect.stringMatching(fix) },
  ]);
});

test("a chain that is behind, and pending balances, hold it back; a ready one is not held back", () => {
  const reasons = (chain: Parameters<typeof heldBack>[0], pending = 0) =>
    heldBack(chain, pending).map(({ reason }) => reason);
  expect(reasons({ ...state, lag: 40 })).toEqual(["it is 40 blocks behind its node"]);
  expect(reasons({ ...state, ready: true, lag: 3 }, 5_000)).toEqual([]);
  expect(reasons({ ...state, ready: true }, 5_001)).toEqual(["5001 balances are pending"]);
  expect(heldBack({ ...state, trouble: "something else" }, 0)).toEqual([
    { reason: "something else", fix: null },
  ]);
});

test("status tells what holds a chain of a running service back, and what to do", async () => {
  const chain = await quietChain({ history: 1 });
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl));
  const data = join(temporaryFolder(), "data");
  const args = ["serve", "--chain", `ethereum=${provider.url}`, "--data", data, "--port", "0"];
  const service = run(args);
  const [, url = ""] = await service.until(/listening at (http:\S+)/);
  await until("it is ready", async () => (await fetch(`${url}/readyz`)).ok);
  const status = ["status", "--data", data, "--service", url];
  expect((await finished(status)).output).not.toContain("held back");
  provider.manners.outcome = () => ({ error: { code: -32000, message: "daily limit reached" } });
  await service.until(/chain stalled/);
  const { output } = await finished(status);
  expect(output).toMatch(/^ethereum is held back: .*daily limit reached.*\n {2}The node refuses /m);
  service.child.kill();
  await service.code;
  expect(await finished(status)).toMatchObject({
    code: 1,
    output: `chainkit-server: --service: ${new URL(url).host} does not respond\n`,
  });
});
