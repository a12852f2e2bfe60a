import { join } from "node:path";
import { generatedFolder } from "./generate.ts";

/** How a peer is reached: the service, and the `fetch` it is to use. */
export interface Connection {
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
}

/** What a peer can be asked to do. */
export interface Connected {
  /** One page of a listing, as parsed JSON. */
  page(cursor?: string): Promise<unknown>;
  /** How many items the whole listing has. */
  count(): Promise<number>;
}

/** A way to read the API: ours, or one of those it is measured against. */
export interface Peer {
  readonly name: string;
  /** Whether it goes through pages by itself; otherwise the loop is written by hand. */
  readonly pages: boolean;
  /** Whether it has retries, timeouts and paging, as we have. */
  readonly full: boolean;
  /** A module whose bundle is what an application ships: it default-exports `connect`. */
  readonly source: string;
}

const wallet = "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b";
const path = `/ethereum/v1/address/${wallet}/transactions`;
const byHand = `
async function count(page) {
  let items = 0;
  for (let cursor; ; ) {
    const { transactions, cursor: next } = await page(cursor);
    for (const _ of transactions) items++;
    if (next === null) return items;
    cursor = next;
  }
}`;
const generated = (name: string) => JSON.stringify(join(generatedFolder, name));
const input = `{ path: { chainName: "ethereum", walletAddress: "${wallet}" }, query: { limit: 100, cursor } }`;

const chainkit = `
import { createAddressDataClient } from "@chainkit/address-data";
export default ({ baseUrl, fetch }) => {
  const client = createAddressDataClient({ baseUrl, fetch });
  const call = (cursor) =>
    client.getAddressTransactions({ chainName: "ethereum", walletAddress: "${wallet}", limit: 100, cursor });
  return { page: call, count: async () => { let n = 0; for await (const _ of call()) n++; return n; } };
};`;
const bare = `${byHand}
export default ({ baseUrl, fetch = globalThis.fetch }) => {
  const page = async (cursor) => {
    const query = new URLSearchParams({ limit: "100", ...(cursor && { cursor }) });
    const response = await fetch(\`\${baseUrl}${path}?\${query}\`);
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  };
  return { page, count: () => count(page) };
};`;
const openapiFetch = `${byHand}
import createClient from "openapi-fetch";
export default ({ baseUrl, fetch }) => {
  const client = createClient({ baseUrl, fetch });
  const page = async (cursor) => {
    const { data, error } = await client.GET("/{chainName}/v1/address/{walletAddress}/transactions", { params: ${input} });
    if (error) throw error;
    return data;
  };
  return { page, count: () => count(page) };
};`;
const redocly = `
import { createClient, OPERATIONS } from ${generated("redocly.ts")};
export default ({ baseUrl, fetch }) => {
  const client = createClient(OPERATIONS, { serverUrl: baseUrl, fetch, argsStyle: "grouped", retry: { retries: 2 }, timeout: 30_000 });
  const page = (cursor) => client.getAddressTransactions(${input});
  return { page, count: async () => { let n = 0; const cursor = undefined; for await (const _ of client.getAddressTransactions.items(${input})) n++; return n; } };
};`;
const heyApi = `${byHand}
import { createClient, createConfig } from ${generated("hey-api/client/index.ts")};
import { getAddressTransactions } from ${generated("hey-api/sdk.gen.ts")};
export default ({ baseUrl, fetch }) => {
  const client = createClient(createConfig({ baseUrl, fetch }));
  const page = async (cursor) => (await getAddressTransactions({ client, throwOnError: true, ...${input} })).data;
  return { page, count: () => count(page) };
};`;
const ky = `${byHand}
import ky from "ky";
export default ({ baseUrl, fetch = globalThis.fetch }) => {
  const client = ky.create({ fetch });
  const page = (cursor) =>
    client.get(\`\${baseUrl}${path}\`, { searchParams: { limit: 100, ...(cursor && { cursor }) } }).json();
  return { page, count: () => count(page) };
};`;
const stainless = `${byHand}
import OpenAI from "openai";
export default ({ baseUrl, fetch }) => {
  const client = new OpenAI({ baseURL: baseUrl, apiKey: "none", fetch, dangerouslyAllowBrowser: true });
  const page = (cursor) => client.get("${path}", { query: { limit: 100, cursor } });
  return { page, count: () => count(page) };
};`;

/** Ours, and those it is measured against. */
export const peers: readonly Peer[] = [
  { name: "chainkit", pages: true, full: true, source: chainkit },
  { name: "fetch", pages: false, full: false, source: bare },
  { name: "openapi-fetch", pages: false, full: false, source: openapiFetch },
  { name: "redocly", pages: true, full: true, source: redocly },
  { name: "hey-api", pages: false, full: false, source: heyApi },
  { name: "ky", pages: false, full: false, source: ky },
  { name: "openai (Stainless)", pages: false, full: true, source: stainless },
];
