import { once } from "node:events";
import { connect, isIP, type LookupFunction } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { rpcNode } from "../src/source/rpc-node.ts";
import { reasonOf } from "../src/source/rpc-request.ts";
import { fakeProvider } from "./support/provider.ts";
import { serve } from "./support/serve.ts";

test("names each address of a host that refuses connections", async () => {
  // As localhost on most systems, which has an IPv6 and an IPv4 address.
  const addresses = ["::1", "127.0.0.1"].map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_, __, done) => done(null, addresses);
  const socket = connect({ host: "localhost", port: 1, lookup });
  onTestFinished(() => void socket.destroy());
  const [cause] = await once(socket, "error");
  expect(reasonOf(new TypeError("fetch failed", { cause }))).toMatch(
    /^connection failed: connect E\w+ ::1:1.*; connect ECONNREFUSED 127\.0\.0\.1:1$/,
  );
});

test("names a node that does not speak TLS", async () => {
  const { url } = await fakeProvider(() => ({ result: "0x1" }));
  const rpc = createRpcClient([url.replace("http:", "https:")]);
  await expect(rpc.call("eth_chainId")).rejects.toThrow(/^127\.0\.0\.1:\d+: TLS: [a-z ]+$/);
});

test("a node that accepts a request and stays silent is reported with its time limit", async () => {
  const { call } = rpcNode(await serve(() => {}), {}, 100);
  await expect(call("eth_chainId")).rejects.toThrow("no response within 0.1 s");
});

const LEFT = " to https://other.example; redirects are not followed";
const KEY = "; check the key in its URL, or --rpc-header";

test.each<[number, Record<string, string>, string, boolean, number | undefined]>([
  [200, {}, ", but no JSON-RPC response", false, undefined],
  [307, { location: "https://other.example/secret" }, LEFT, false, undefined],
  [401, {}, KEY, false, undefined],
  [403, {}, KEY, false, undefined],
  [404, {}, "", false, undefined],
  [500, {}, "", true, undefined],
  [503, { "retry-after": "7" }, "", false, 7_000],
])("a response of status %i with the headers %o: what it means", async (...row) => {
  const [status, headers, fix, isPassing, waitMs] = row;
  const url = await serve((_, response) => response.writeHead(status, headers).end("<html>"));
  const failure = { message: `HTTP status ${status}${fix}`, isPassing, waitMs };
  await expect(rpcNode(url).call("eth_chainId")).rejects.toMatchObject(failure);
});
