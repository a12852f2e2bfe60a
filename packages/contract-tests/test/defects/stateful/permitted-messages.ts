import { STATUS_CODES } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { AT, body, envelope, response } from "../mutation.ts";
import type { Mutations } from "./tools.ts";

const ERRORS = [400, 401, 404, 409];
const text = (change: (text: string) => string) =>
  response(/./, (found) => ({ ...found, body: Buffer.from(change(found.body.toString())) }));
const waiting = new Set<string>();
let turn = 0;

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
  "about:blank for problems": body(
    /^(?!\/public_api)/,
    (value) => {
      value.type = "about:blank";
      value.title = STATUS_CODES[value.status];
      delete value.detail;
    },
    ERRORS,
  ),
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
    const refused = envelope(429);
    return { ...refused, headers: { ...refused.headers, "retry-after": "0" } };
  },
};
