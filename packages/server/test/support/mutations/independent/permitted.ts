import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { ProxyResponse } from "../../mutating-proxy.ts";
import {
  AT,
  all,
  type Body,
  body,
  pages,
  query,
  queryOf,
  records,
  request,
  response,
} from "../mutation.ts";
import { at, block, json, type Mutations, nft, problem, transaction } from "./tools.ts";

const ERRORS = [400, 401, 404, 409];
const headers = (more: Record<string, string>) =>
  response(/./, (found) => ({ ...found, headers: { ...found.headers, ...more } }), [
    200,
    ...ERRORS,
  ]);
const text = (change: (text: string) => string) =>
  response(/./, (found) => ({ ...found, body: Buffer.from(change(found.body.toString())) }));
const without = (...names: string[]) =>
  response(/./, (found) => ({
    ...found,
    headers: Object.fromEntries(
      Object.entries(found.headers).filter(([name]) => !names.includes(name)),
    ),
  }));
const both = (change: (record: Body) => void) =>
  all(transaction(change), records(AT.transactions, change));
const mixed = (hex: string | null) =>
  hex &&
  `0x${hex.slice(2).replace(/[a-f]/g, (digit, at) => (at % 2 ? digit : digit.toUpperCase()))}`;

/** Puts cursors into another form, and back. */
const cursors = (write: (cursor: string) => string, back: (cursor: string) => string) =>
  all(
    request(AT.lists, (incoming) => {
      const given = queryOf(incoming, "cursor");
      return given === undefined ? {} : { url: query(incoming.url, "cursor", back(given)) };
    }),
    body(AT.lists, (page) => {
      page.cursor &&= write(page.cursor);
    }),
  );
const numbered: string[] = [];
const waiting = new Set<string>();
let turn = 0;

const tooMany = (found: ProxyResponse): ProxyResponse => ({
  ...found,
  headers: { ...found.headers, "retry-after": "0" },
});

/** Further behaviour that the contract leaves to a deployment. */
export const PERMITTED: Mutations = {
  "JSON with indentation": text((value) => `${JSON.stringify(JSON.parse(value), null, 2)}\n`),
  "slashes and digits escaped in JSON": text((value) =>
    value.replaceAll("/", "\\/").replaceAll('"0x', '"\\u0030x'),
  ),
  "bodies compressed where the client takes it": async (incoming, forward) => {
    const found = await forward(incoming);
    return String(incoming.headers["accept-encoding"] ?? "").includes("gzip") &&
      found.body.length > 0
      ? {
          ...found,
          headers: { ...found.headers, "content-encoding": "gzip", vary: "accept-encoding" },
          body: gzipSync(found.body),
        }
      : found;
  },
  "unknown fields in records": all(
    both((record) => {
      record.logs = [{ address: null }];
      record.gasless = false;
    }),
    block((record) => {
      record.blob_gas_used = "0";
      record.uncles = [];
    }),
    records(AT.balances, (record) => {
      record.usd = null;
      record.lastTransferred = 0;
    }),
    body(AT.query, ({ data }) => {
      data.total = data.tags.length;
      for (const tag of data.tags) {
        tag.created_by = "somebody";
      }
    }),
  ),
  "headers of a network of caches": headers({
    via: "1.1 cache",
    age: "0",
    vary: "Origin, Accept-Encoding",
    "x-cache": "MISS",
    "server-timing": "db;dur=3",
    "set-cookie": "route=1; Path=/; HttpOnly",
  }),
  "no caching headers": without("etag", "cache-control"),
  "nothing may be stored": all(without("etag"), headers({ "cache-control": "no-store" })),
  "weak entity tags": async (incoming, forward) => {
    const given = incoming.headers["if-none-match"];
    const found = await forward(
      given
        ? {
            ...incoming,
            headers: { ...incoming.headers, "if-none-match": given.replaceAll("W/", "") },
          }
        : incoming,
    );
    const { etag } = found.headers;
    return etag ? { ...found, headers: { ...found.headers, etag: `W/${etag}` } } : found;
  },
  "types and texts of its own for problems": body(
    /^(?!\/public_api)/,
    (value) => {
      value.type = "https://docs.example.com/errors#rejected";
      value.title = "Das geht nicht";
      value.detail = `${value.detail ?? ""} 💥`;
      value.traceId = "00-4bf92f3577b34da6";
      delete value.instance;
    },
    ERRORS,
  ),
  "about:blank for problems": body(
    /^(?!\/public_api)/,
    (value) => {
      value.type = "about:blank";
      delete value.detail;
    },
    ERRORS,
  ),
  "messages of its own in envelopes": body(
    AT.management,
    (value) => {
      value.msg = value.code === 0 ? "" : "отказано";
      value.code = value.code === 0 ? 200 : -value.code;
      value.request_id = "1";
    },
    [200, ...ERRORS],
  ),
  "fields in the data of refused requests": body(
    AT.management,
    (value) => {
      value.data = { hint: "see the docs", fields: [] };
    },
    ERRORS,
  ),
  "a challenge with a realm": response(
    /./,
    (found) => ({
      ...found,
      headers: {
        ...found.headers,
        "www-authenticate": 'Bearer realm="api", error="invalid_token", charset="UTF-8"',
      },
    }),
    [401],
  ),
  "cursors of JSON in base64": cursors(
    (cursor) => Buffer.from(JSON.stringify({ after: cursor, v: 1 })).toString("base64"),
    (cursor) => {
      const value = json({ body: Buffer.from(cursor, "base64") });
      return typeof value?.after === "string" ? value.after : "?";
    },
  ),
  "cursors with signs that a URL must escape": cursors(
    (cursor) => `next=${cursor}&+/#%é`,
    (cursor) => /^next=(.*)&\+\/#%é$/.exec(cursor)?.[1] ?? "?",
  ),
  "cursors of two kilobytes": cursors(
    (cursor) => `${cursor}.${"x".repeat(2000)}`,
    (cursor) => (cursor.endsWith(`.${"x".repeat(2000)}`) ? cursor.slice(0, -2001) : "?"),
  ),
  "cursors of digits": cursors(
    (cursor) => String(numbered.push(cursor) + 1000),
    (cursor) => numbered[Number(cursor) - 1001] ?? "?",
  ),
  "another cursor for the same page each time": cursors(
    (cursor) => `${turn++}~${cursor}`,
    (cursor) => (/^\d+~/.test(cursor) ? cursor.replace(/^\d+~/, "") : "?"),
  ),
  "shorter pages than asked for": request(AT.transactions, (incoming) => {
    const limit = Number(queryOf(incoming, "limit") ?? 100);
    return limit > 10 && limit <= 100
      ? { url: query(incoming.url, "limit", String(limit - 5)) }
      : {};
  }),
  "an empty page at the end": at(AT.lists, async (incoming, forward) => {
    const given = queryOf(incoming, "cursor");
    const wasLast = given?.startsWith("end~");
    const found = await forward(
      wasLast
        ? {
            ...incoming,
            url: query(incoming.url, "cursor", given === "end~" ? null : String(given).slice(4)),
          }
        : incoming,
    );
    const page = json(found);
    if (found.status !== 200) {
      return found;
    }
    const field = Object.keys(page).find((name) => Array.isArray(page[name])) ?? "transactions";
    if (wasLast) {
      page[field] = [];
      page.cursor = null;
    } else if (page.cursor === null && page[field].length > 0) {
      page.cursor = `end~${given ?? ""}`;
    }
    if ("resultCount" in page) {
      page.resultCount = page[field].length;
    }
    return {
      ...found,
      body: Buffer.from(JSON.stringify(page)),
      headers: { "content-type": "application/json" },
    };
  }),
  "oldest first within a page": pages(AT.transactions, (items) => [...items].reverse()),
  "balances in another order within a page": pages(AT.balances, (items) => [...items].reverse()),
  "letters of timestamps in lower case": all(
    both((record) => {
      record.block_timestamp = record.block_timestamp.replace("Z", "z");
    }),
    block((record) => {
      record.timestamp = record.timestamp.replace("Z", "z");
    }),
  ),
  "microseconds in timestamps": both((record) => {
    record.block_timestamp = record.block_timestamp.replace("Z", ".000000Z");
  }),
  "addresses with a checksum": all(
    both((record) => {
      record.from_address = mixed(record.from_address);
      record.to_address = mixed(record.to_address);
    }),
    records(AT.erc20, ({ contract }) => {
      contract.address = mixed(contract.address);
    }),
    records(AT.erc721, (record) => {
      record.address = mixed(record.address);
    }),
    nft((record) => {
      record.owner_address = mixed(record.owner_address);
      record.token_address = mixed(record.token_address);
    }),
  ),
  "hashes in upper case in listings": records(AT.transactions, (record) => {
    record.transaction_hash = `0x${record.transaction_hash.slice(2).toUpperCase()}`;
    record.block_hash = `0x${record.block_hash.slice(2).toUpperCase()}`;
  }),
  "200 for a tag that does not exist": at(AT.remove, async (incoming, forward) => {
    const found = await forward(incoming);
    const { tag: _, ...version } = json(incoming) ?? {};
    const url = incoming.url.replace("delete-tag", "query-tag");
    const known = await forward({ ...incoming, url, body: Buffer.from(JSON.stringify(version)) });
    return found.status === 404 && known.status === 200
      ? { ...found, status: 200, body: Buffer.from('{"code":0,"data":{},"msg":""}') }
      : found;
  }),
  "create_time in milliseconds": body(AT.query, ({ data }) => {
    for (const tag of data.tags) {
      tag.create_time *= 1000;
    }
  }),
  "create_time of another epoch": body(AT.query, ({ data }) => {
    for (const tag of data.tags) {
      tag.create_time -= 1_600_000_000;
    }
  }),
  "tags in another order": body(AT.query, ({ data }) => {
    data.tags.reverse();
  }),
  "other values for the status of a transaction": transaction((record) => {
    record.status = record.status === 1 ? 0 : 7;
  }),
  "metadata that is not known yet": all(
    records(AT.erc721, (record) => {
      record.metadata = null;
      record.tokenUri = null;
    }),
    nft((record) => {
      record.attributes = null;
      record.description = null;
      record.image_uri = null;
      record.external_uri = null;
      record.name = null;
      record.token_uri = null;
    }),
  ),
  "owner and mint of an NFT unknown": nft((record) => {
    record.owner_address = null;
    record.mint_block_number = null;
    record.mint_block_timestamp = null;
  }),
  "logos and calls unknown to the service": all(
    records(AT.erc20, ({ contract }) => {
      contract.logoUri = "https://example.com/logo.svg";
    }),
    nft((record) => {
      record.logo = "https://example.com/collection.png";
    }),
    records(AT.transactions, (record) => {
      record.decoded = record.decoded && "a call";
    }),
  ),
  "no total difficulty": block((record) => {
    delete record.total_difficulty;
  }),
  "connections closed after each response": headers({ connection: "close" }),
  "a slow response now and then": async (incoming, forward) => {
    turn += 1;
    await sleep(turn % 30 === 0 ? 400 : 0);
    return forward(incoming);
  },
  "each request for tags refused once": async (incoming, forward) => {
    const key = `${incoming.url} ${incoming.body}`;
    if (!AT.query.test(incoming.url) || waiting.has(key)) {
      return forward(incoming);
    }
    waiting.add(key);
    return tooMany({
      ...problem(429),
      headers: { "content-type": "application/json" },
      body: Buffer.from('{"code":429,"data":{},"msg":"slow down"}'),
    });
  },
  "501 in plain text for other methods": async (incoming, forward) =>
    ["GET", "POST", "HEAD", "OPTIONS"].includes(incoming.method)
      ? forward(incoming)
      : { status: 501, headers: { "content-type": "text/plain" }, body: Buffer.from("no") },
  "a replica two blocks behind": at(/blocks\/latest/, async (incoming, forward) => {
    const found = await forward(incoming);
    turn += 1;
    const number = json(found)?.block?.number;
    return turn % 2 === 0 && number > 2
      ? forward({ ...incoming, url: incoming.url.replace("latest", String(number - 2)) })
      : found;
  }),
};
