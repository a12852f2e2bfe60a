import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readHeaders } from "../src/config/chain-values.ts";
import { parseEndpoint } from "../src/source/endpoint.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { startServe } from "./support/command.ts";
import { call } from "./support/in-process.ts";
import { fakeProvider, nodeBackend } from "./support/provider.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { temporaryFolder } from "./support/support.ts";

function secretUrl(url: string) {
  return `${url.replace("http://", "http://alice:pa%2Fss-word@")}/v3/0123456789abcdef?apikey=fedcba9876`;
}

const BASIC = Buffer.from("alice:pa/ss-word").toString("base64");
const HEADERS = { headers: { "x-api-key": "topsecret" } };

function expectNoSecret(text: string) {
  const secrets = ["alice", "pa%2Fss-word", "pa/ss-word", "0123456789abcdef", "fedcba9876"];
  expect([...secrets, "topsecret", BASIC].filter((secret) => text.includes(secret))).toEqual([]);
}

describe("secrets of nodes", () => {
  test("credentials of a URL become an Authorization header", async () => {
    const provider = await fakeProvider(() => ({ result: "0x1" }));
    const rpc = createRpcClient([secretUrl(provider.url)], undefined, HEADERS);
    expect(await rpc.call("eth_chainId")).toBe("0x1");
    const { authorization, "x-api-key": key } = provider.headers ?? {};
    expect([authorization, key]).toEqual([`Basic ${BASIC}`, "topsecret"]);
  });

  test("appear in no message, even if the node or a library repeats them", async () => {
    const provider = await fakeProvider(() => ({ result: "0x1" }), { echoesUrl: true });
    provider.manners.failing = { eth_call: 9 };
    const url = secretUrl(provider.url);
    const shown: string[] = [];
    for (const each of [url, secretUrl("http://127.0.0.1:1")]) {
      const onFailure = (...texts: unknown[]) => shown.push(texts.join());
      const rpc = createRpcClient([each], onFailure, HEADERS);
      await rpc.call("eth_call").catch(({ message }: Error) => shown.push(message));
      shown.push(
        JSON.stringify(await rpc.batch([{ method: "eth_call", params: [] }]).catch(String)),
      );
    }
    expect(shown).toContainEqual(expect.stringMatching(/^eth_call fails: Internal error/));
    expectNoSecret(shown.join());
    const { host, redact } = parseEndpoint(url);
    expect(redact(`failed to fetch ${url}`)).toBe(`failed to fetch ${host}`);
  });

  test("may contain a bare percent sign", () => {
    const { url, headers, redact } = parseEndpoint("https://user:100%25%zz@node.example/");
    expect(url).toBe("https://node.example/");
    const authorization = `Basic ${Buffer.from("user:100%25%zz").toString("base64")}`;
    expect(headers).toEqual({ authorization });
    expect(redact("100%25%zz")).toBe("…");
  });

  test("appear neither in the log nor in /readyz", async () => {
    const chain = await quietChain({ history: 1 });
    const provider = await fakeProvider(nodeBackend(chain.rpcUrl), { echoesUrl: true });
    provider.manners.failing = { eth_getBlockByNumber: 1_000 };
    const data = join(temporaryFolder(), "data");
    const service = await startServe(
      ["--chain", `ethereum=${secretUrl(provider.url)}`, "--data", data],
      { CHAINKIT_RPC_HEADER: "ethereum=x-api-key: topsecret", CHAINKIT_LOG_LEVEL: "debug" },
    );
    const { url } = service;
    await service.until(/chain stalled/);
    // A secret may be sent as a name, too.
    for (const [path, query, logged] of [
      ["/v2/ethereum/blocks/latest", "apikey=fedcba9876", '["…"]'],
      [
        "/ethereum/v1/transactions",
        "limit=1&cursor=&fedcba9876&topsecret==",
        '["limit","cursor","…"]',
      ],
      ["/nowhere", "fedcba9876", '["…"]'],
    ]) {
      await fetch(`${url}${path}?${query}`);
      await expect.poll(service.output).toContain(`"url":"${path}","query":${logged}`);
    }
    expect(provider.headers?.["x-api-key"]).toBe("topsecret");
    const readiness = await (await fetch(`${url}/readyz`)).text();
    expect(readiness).toContain("Internal error");
    expectNoSecret(readiness);
    expectNoSecret(service.output());
  });

  test("are not repeated by configuration errors", async () => {
    const { output } = await call(["serve", "--data", "x", "--rpc-header", "topsecret"]);
    expectNoSecret(output);
    const named = await call([
      ...["metadata", "refetch", "0x", "--data", "x"],
      ...["--chain", `ethereum=${secretUrl("http://node.example")}`],
    ]);
    expect(named.output).toMatch(/--chain must be one of ethereum, .+\n$/);
    expectNoSecret(named.output);
    expect(readHeaders("bsc=X-Key: a b\n \nAuthorization: Bearer c\n")).toEqual([
      { chain: "bsc", name: "x-key", value: "a b" },
      { chain: undefined, name: "authorization", value: "Bearer c" },
    ]);
  });
});

test("serve refuses a node of another chain at once", async () => {
  const provider = await fakeProvider(() => ({ result: "0x38" }));
  const chain = ["--chain", `ethereum=${provider.url}/0123456789abcdef`];
  const data = join(temporaryFolder(), "data");
  const { code, output } = await call(["serve", ...chain, "--data", data, "--port", "0"]);
  expect(code).toBe(1);
  expect(output).toMatch(/--chain: node 127\S+ has chain id 56; expected 1 \(ethereum\)/);
  expectNoSecret(output);
});
