import { setTimeout as sleep } from "node:timers/promises";
import { AT, type Body, body, records, response } from "./mutation.ts";
import type { Mutation, ProxyResponse } from "./proxy.ts";

const html = (status: number, headers: Record<string, string> = {}): ProxyResponse => ({
  status,
  headers: { "content-type": "text/html", ...headers },
  body: Buffer.from("<html>no</html>"),
});
const reversed = (value: Body): Body =>
  typeof value !== "object" || value === null
    ? value
    : Array.isArray(value)
      ? value.map(reversed)
      : Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, each]) => [name, reversed(each)]),
        );
let turn = 0;
let busy = 0;
const read = new Set<string>();

/** What the contract leaves to a deployment: none of it may fail. */
export const ALLOWED: Readonly<Record<string, Mutation>> = {
  "keys in any order": body(/./, (value) => (turn++ % 2 === 0 ? reversed(value) : value)),
  "unknown fields": body(/./, (value) => ({ ...value, extra: { nested: [1] } }), [200, 400, 404]),
  "HTML for unknown methods": async (incoming, forward) => {
    const isKnown = (incoming.method === "POST") === AT.management.test(incoming.url);
    return isKnown && ["GET", "POST"].includes(incoming.method)
      ? forward(incoming)
      : html(405, { allow: AT.management.test(incoming.url) ? "POST" : "GET" });
  },
  "429 in HTML for unknown methods": async (incoming, forward) =>
    ["PUT", "PATCH", "DELETE"].includes(incoming.method)
      ? html(429, { "retry-after": "1" })
      : forward(incoming),
  "a balance that changes": records(AT.erc20, (record) => {
    if (record.contract.decimals === 18) {
      record.raw_balance = String(BigInt(record.raw_balance) + BigInt(turn++) * 10n ** 18n);
      record.balance = whole(record.raw_balance);
    }
  }),
  "a replica a block behind": async (incoming, forward) => {
    if (!/blocks\/latest/.test(incoming.url) || turn++ % 2 === 0) {
      return forward(incoming);
    }
    const found = await forward(incoming);
    if (found.status !== 200) {
      return found;
    }
    const { block } = JSON.parse(found.body.toString());
    const url = incoming.url.replace("latest", String(block.number - 1));
    return forward({ ...incoming, url });
  },
  "slow responses": async (incoming, forward) => {
    await sleep(AT.v2.test(incoming.url) ? 30 : 0);
    return forward(incoming);
  },
  "a rate limit with a date": async (incoming, forward) => {
    busy += 1;
    if (busy % 40 !== 0 || incoming.method !== "GET") {
      return forward(incoming);
    }
    const value = { type: "about:blank", title: "Too Many Requests", status: 429 };
    return {
      status: 429,
      headers: {
        "content-type": "application/problem+json",
        "retry-after": new Date(Date.now()).toUTCString(),
      },
      body: Buffer.from(JSON.stringify(value)),
    };
  },
  "timestamps with fractions": body(AT.block, ({ block }) => {
    block.timestamp = block.timestamp.replace(/(\.\d+)?Z$/, ".000Z");
  }),
  "timestamps with an offset of zero": records(AT.transactions, (record) => {
    record.block_timestamp = record.block_timestamp.replace("Z", "+00:00");
  }),
  "optional fields left out": body(AT.transaction, ({ transaction }) => {
    for (const [name, value] of Object.entries(transaction)) {
      if (value === null) {
        delete transaction[name];
      }
    }
  }),
  "no cursor on the last page": body(AT.lists, (page) => {
    if (page.cursor === null) {
      delete page.cursor;
    }
  }),
  "codes of its own": body(
    AT.management,
    (value) => ({ ...value, code: value.code + 20_000 }),
    [200, 400, 401, 404, 409],
  ),
  charsets: response(/./, (found) => ({
    ...found,
    headers: {
      ...found.headers,
      "content-type": `${found.headers["content-type"]?.split(";")[0]}; charset=UTF-8`,
    },
  })),
  "503 while a balance is read": async (incoming, forward) => {
    if (!AT.erc20.test(incoming.url) || read.has(incoming.url)) {
      return forward(incoming);
    }
    read.add(incoming.url);
    const value = { type: "about:blank", title: "Service Unavailable", status: 503 };
    return {
      status: 503,
      headers: { "content-type": "application/problem+json", "retry-after": "0" },
      body: Buffer.from(JSON.stringify(value)),
    };
  },
  "hexadecimal in upper case": body(AT.block, ({ block }) => {
    block.hash = `0x${block.hash.slice(2).toUpperCase()}`;
  }),
};

function whole(raw: string): string {
  const digits = raw.padStart(19, "0");
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0*$/, "");
}
