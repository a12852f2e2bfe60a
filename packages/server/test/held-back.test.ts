import { join } from "node:path";
import { expect, test } from "vitest";
import { heldBack } from "../src/cli/status.ts";
import { startServe } from "./support/command.ts";
import { call } from "./support/in-process.ts";
import { until } from "./support/ingest.ts";
import { fakeProvider, nodeBackend } from "./support/provider.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { temporaryFolder } from "./support/support.ts";

const state = { ready: false, served: 5 };

test("a chain that is behind, and pending balances, hold it back; a ready one is not held back", () => {
  expect(heldBack({ ...state, lag: 40 }, 0)).toEqual([
    expect.stringMatching(/^it is 40 blocks behind its node: if the number does not fall, /),
  ]);
  expect(heldBack({ ...state, ready: true, lag: 3 }, 5_000)).toEqual([]);
  expect(heldBack({ ...state, ready: true }, 5_001)).toEqual([
    "5001 balances are pending: raise --rpc-rate, or add a node",
  ]);
  expect(heldBack({ ...state, lag: 40, trouble: "node.example: no" }, 0)).toEqual([
    "node.example: no",
  ]);
});

test("status tells what holds a chain of a running service back, and what to do", async () => {
  const chain = await quietChain({ history: 1 });
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl));
  const data = join(temporaryFolder(), "data");
  const service = await startServe(["--chain", `ethereum=${provider.url}`, "--data", data]);
  const { url } = service;
  await until("it is ready", async () => (await fetch(`${url}/readyz`)).ok);
  const status = ["status", "--data", data, "--service", url];
  expect((await call(status)).output).not.toContain("held back");
  provider.manners.outcome = () => ({ error: { code: -32000, message: "daily limit reached" } });
  await service.until(/chain stalled/);
  await expect
    .poll(async () => (await call(status)).output)
    .toMatch(/^ethereum is held back: .*daily limit reached/m);
  service.child.kill();
  await service.code;
  expect(await call(status)).toMatchObject({
    code: 1,
    output: `chainkit-server: --service: ${new URL(url).host} does not respond\n`,
  });
});
