import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { quietChain, until } from "./support/ingest.ts";
import { type Answer, temporaryFolder } from "./support/support.ts";

const cli = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));

/** Runs `serve` on a free port, until the test ends. @returns Its address, and what kills it. */
async function serve(...args: readonly string[]) {
  const all = [cli, "serve", "--port", "0", "--log-level", "silent", ...args];
  const child = spawn(process.execPath, all, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  for await (const text of child.stderr) {
    const [url] = /http:\S+/.exec(String(text)) ?? [];
    if (url) {
      return { url, kill };
    }
  }
  throw new Error("it does not serve");
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
  await writer.kill();
  await chain.act();
  await serves(standby.url);
  await until("it has taken over", async () => (await ready()).status === 200);
}, 60_000);
