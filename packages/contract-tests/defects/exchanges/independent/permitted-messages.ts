import { STATUS_CODES } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { AT, all, body, response } from "../mutation.ts";
import type { ProxyResponse } from "../proxy.ts";
import { type Mutations, problem } from "./tools.ts";

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
const waiting = new Set<string>();
let turn = 0;

const tooMany = (found: ProxyResponse): ProxyResponse => ({
  ...found,
  headers: { ...found.headers, "retry-after": "0" },
});

/** Forms of messages that the contract leaves to a deployment. */
export const MESSAGES: Mutations = {
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
      value.title = STATUS_CODES[value.status];
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
};
