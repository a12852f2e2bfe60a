import { gzipSync } from "node:zlib";
import { at, json, type Mutations, onlyIf, problem, read, reply } from "../independent/tools.ts";
import { AT, queryOf, records, request, response } from "../mutation.ts";

/** Changes the text of JSON bodies; an entity tag of the text as it was would be a defect of its own. */
const text = (change: (text: string) => string | Buffer) =>
  response(/./, (found) => {
    const { etag: _, ...headers } = found.headers;
    return { ...found, headers, body: Buffer.from(change(found.body.toString())) };
  });

const hasOther = (url: string) =>
  [...new URLSearchParams(url.split("?")[1]).keys()].some(
    (name) => !["cursor", "limit", "contract-address"].includes(name),
  );

/** What the contract states outright. */
export const STATED_BY_TRIAL: Mutations = {
  "a block number `latest` is taken": onlyIf(
    ({ url }) => /\/v1\/block\/latest\//.test(url),
    async (incoming, forward) => {
      const [chain = ""] = /^\/\w+/.exec(incoming.url) ?? [];
      const { block } = await read(incoming, forward, `/v2${chain}/blocks/latest`);
      return forward({ ...incoming, url: incoming.url.replace("latest", block.number) });
    },
  ),
};

/** What a careful reading forbids. */
export const IMPLIED_BY_TRIAL: Mutations = {
  "the head is stale by one": at(/blocks\/latest/, async (incoming, forward) => {
    const found = await forward(incoming);
    const number = json(found)?.block?.number;
    return number > 1
      ? forward({ ...incoming, url: incoming.url.replace("latest", String(number - 1)) })
      : found;
  }),
  "raw_balance in hexadecimal": records(AT.erc20, (record) => {
    record.raw_balance = `0x${BigInt(record.raw_balance).toString(16)}`;
  }),
  "unknown query parameters are refused": onlyIf(
    ({ url }) => !AT.management.test(url) && hasOther(url),
    async () =>
      problem(400, { errors: [{ parameter: "undescribed", reason: "is not a parameter" }] }),
  ),
  "a byte order mark": text((value) => `\ufeff${value}`),
  "duplicate keys": text((value) => value.replace(/^\{/, '{"cursor":null,"cursor":"x",')),
  "gzip unasked": response(/./, (found) => ({
    ...found,
    headers: { ...found.headers, "content-encoding": "gzip" },
    body: gzipSync(found.body),
  })),
  "broken gzip": async (incoming, forward) => {
    const found = await forward(incoming);
    return /\bgzip\b/.test(String(incoming.headers["accept-encoding"])) && found.body.length > 0
      ? {
          ...found,
          headers: { ...found.headers, "content-encoding": "gzip" },
          body: gzipSync(found.body).subarray(0, -9),
        }
      : found;
  },
  "a token in the query": request(AT.management, ({ url, headers }) => {
    const token = queryOf({ url, headers, method: "", body: Buffer.alloc(0) }, "access_token");
    return token === undefined ? {} : { headers: { ...headers, authorization: `Bearer ${token}` } };
  }),
  "queryTag open for empty strings": at(AT.query, async (incoming, forward) => {
    const fields = json(incoming);
    return fields?.subgraph_name === "" && fields.version === ""
      ? reply(200, { code: 0, data: { tags: [] }, msg: "" })
      : forward(incoming);
  }),
  "500 on an empty filter": onlyIf(
    ({ url }) => /[?&]contract-address=(&|$)/.test(url),
    async () => problem(500),
  ),
  "500 on an empty cursor": onlyIf(
    ({ url }) => /[?&]cursor=(&|$)/.test(url),
    async () => problem(500),
  ),
  "500 on empty strings of a body": onlyIf(
    (incoming) =>
      AT.management.test(incoming.url) && Object.values(json(incoming) ?? {}).includes(""),
    async () => reply(500, { code: 500, data: {}, msg: "" }),
  ),
};
