import { join } from "node:path";
import { expect, test } from "vitest";
import { startServe } from "./support/command.ts";
import { until } from "./support/ingest.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { type Answer, temporaryFolder } from "./support/support.ts";

const INFO = 30;
const WARN = 40;

/** Runs `serve` on a free port, until the test ends. @returns Its address, its log, and what kills it. */
async function serve(...args: readonly string[]) {
  const service = await startServe(["--log-level", "info", ...args]);
  return {
    url: service.url,
    log(): { level: number; msg: string }[] {
      const lines = service.output().split("\n").slice(0, -1);
      return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    },
    async kill() {
      service.child.kill("SIGKILL");
      await service.code;
    },
  };
}

async function get(url: string): Promise<Pick<Answer, "status" | "body">> {
  const response = await fetch(url);
  return { status: response.status, body: await response.json() };
}

const newest = async (url: string) =>
  (await get(`${url}/v2/ethereum/blocks/latest`)).body.block?.number;

test("one process writes a folder, any number of others serve it", async () => {
  const chain = await quietChain();
  const data = ["--data", join(temporaryFolder(), "data")];
  const followed = ["--chain", `ethereum=${chain.rpcUrl}`, "--from", "0", "--poll", "50"];
  const writer = await serve(...data, ...followed);
  const head = () => chain.send<string>("eth_blockNumber").then(Number);
  const serves = (url: string) =>
    until(`${url} serves the head`, async () => (await newest(url)) === (await head()));
  await serves(writer.url);

  const reader = await serve(...data);
  await serves(reader.url);
  await chain.act();
  await serves(reader.url);
  const first = await get(`${writer.url}/ethereum/v1/transactions?limit=2`);
  const second = await get(`${reader.url}/ethereum/v1/transactions?cursor=${first.body.cursor}`);
  expect(second.status).toBe(200);

  const standby = await serve(...data, ...followed);
  const ready = () => get(`${standby.url}/readyz`);
  await until("it waits", async () => (await ready()).body.chains.ethereum.trouble !== null);
  expect(await ready()).toMatchObject({
    status: 503,
    body: { chains: { ethereum: { trouble: expect.stringMatching(/locked by another process/) } } },
  });
  // The alerts on trouble and lag would fire as long as it waits.
  const gauges = async (url: string) =>
    (await (await fetch(`${url}/metrics`)).text()).match(/^chainkit_(chain_trouble|lag)\S*/gm);
  expect(await gauges(standby.url)).toBeNull();
  expect(await gauges(writer.url)).toHaveLength(2);
  const standbyLines = () => standby.log().filter(({ msg }) => msg.startsWith("standby:"));
  // A line may arrive after a response that was sent later.
  await until("it says so", async () => standbyLines().length > 0);
  expect(standbyLines()).toEqual([expect.objectContaining({ level: INFO })]);
  expect(standby.log().filter(({ level }) => level > INFO)).toEqual([]);
  await writer.kill();
  await chain.act();
  await serves(standby.url);
  await until("it has taken over", async () => (await ready()).status === 200);
  const taken = () => standby.log().filter(({ msg }) => msg.startsWith("took over:"));
  await until("it says so, too", async () => taken().length > 0);
  await chain.act();
  await serves(standby.url);
  expect(taken()).toEqual([expect.objectContaining({ level: WARN, chain: "ethereum" })]);
});
