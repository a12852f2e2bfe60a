import { STATUS_CODES } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { AT, body, envelope, response } from "../mutation.ts";
import { type Mutations, refusedOnce, withHeaders } from "./tools.ts";

const ERRORS = [400, 401, 404, 409];
const text = (change: (text: string) => string) =>
  response(/./, (found) => ({ ...found, body: Buffer.from(change(found.body.toString())) }));
let turn = 0;

/** Forms of messages that the contract leaves to a deployment. */
export const MESSAGES: Mutations = {
  "JSON with indentation": text((value) => `${JSON.stringify(JSON.parse(value), null, 2)}\n`),
  "slashes and digits escaped in JSON": text((value) =>
    value.replaceAll("/", "\\/").replaceAll('"0x', '"\\u0030x'),
  ),
  "bodies compressed where the client takes it": async (incoming, forward) => {
    const found = await forward(incoming);
    const isTaken = String(incoming.headers["accept-encoding"] ?? "").includes("gzip");
    const body = isTaken && found.body.length > 0 ? gzipSync(found.body) : undefined;
    const coded = withHeaders(found, { "content-encoding": "gzip", vary: "accept-encoding" });
    return body ? { ...coded, body } : found;
  },
  "weak entity tags": async (incoming, forward) => {
    const given = incoming.headers["if-none-match"]?.replaceAll("W/", "");
    const found = await forward(
      given ? withHeaders(incoming, { "if-none-match": given }) : incoming,
    );
    const { etag } = found.headers;
    return etag ? withHeaders(found, { etag: `W/${etag}` }) : found;
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
  "each request for tags refused once": refusedOnce(AT.query, () => envelope(429)),
};
