import { AT, body, response } from "../mutation.ts";
import { at, envelope, json, type Mutations, problem, reply } from "./tools.ts";

let served = 0;

/** Errors against their documented status, type and form. */
export const ERRORS: Mutations = {
  "422 for an invalid collection": response(
    AT.nft,
    (found) => ({
      ...found,
      status: 422,
      body: Buffer.from(JSON.stringify({ ...json(found), status: 422 })),
    }),
    [400],
  ),
  "plain JSON for a block that was not found": response(
    AT.blockList,
    (found) => ({ ...found, headers: { ...found.headers, "content-type": "application/json" } }),
    [404],
  ),
  "another status in the problem": body(
    AT.transaction,
    (value) => {
      value.status = 400;
    },
    [404],
  ),
  "status of the problem as text": body(
    AT.v2,
    (value) => {
      value.status = String(value.status);
    },
    [404],
  ),
  "problems without a title": body(
    AT.erc721,
    (value) => {
      delete value.title;
    },
    [400],
  ),
  "type that is no reference": body(
    AT.latest,
    (value) => {
      value.type = "<bad parameter>";
    },
    [400],
  ),
  "rejected parameters as text": body(
    AT.lists,
    (value) => {
      value.errors = ["limit must be an integer"];
    },
    [400],
  ),
  "rejected parameters by name": body(
    AT.block,
    (value) => {
      value.errors = { block_number: "must be decimal" };
    },
    [400],
  ),
  "no rejected parameters for balances": body(
    AT.erc20,
    (value) => {
      delete value.errors;
    },
    [400],
  ),
  "rejected parameters without a reason": body(
    AT.wallet,
    (value) => {
      value.errors = value.errors?.map(({ parameter }: { readonly parameter: string }) => ({
        parameter,
      }));
    },
    [400],
  ),
  "rejected parameters by an internal name": body(
    AT.blockList,
    (value) => {
      value.errors = [{ parameter: "page_size", reason: "must be at most 100" }];
    },
    [400],
  ),
  "HTML for an unknown transaction": response(
    AT.transaction,
    (found) => ({
      ...found,
      headers: { "content-type": "text/html" },
      body: Buffer.from("<h1>Not found</h1>"),
    }),
    [404],
  ),
  "204 for an unknown NFT": response(
    AT.nft,
    () => ({ status: 204, headers: {}, body: Buffer.alloc(0) }),
    [404],
  ),
  "null for an unknown block": response(AT.block, () => reply(200, { block: null }), [404]),
  "an error with status 200": response(
    AT.transaction,
    () => reply(200, { error: { code: 404, message: "not found" } }),
    [404],
  ),
  "500 for an unknown listed block": response(AT.blockList, () => problem(500), [404]),
  "an empty page for an unknown block": response(
    AT.blockList,
    () => reply(200, { cursor: null, transactions: [] }),
    [404],
  ),
  "410 for an unknown block": response(AT.block, () => problem(410), [404]),
  "problem details in management": response(AT.management, () => problem(404), [404]),
  "an envelope in chain data": response(AT.v2, () => envelope(404), [404]),
  "errors of management with status 200": response(
    AT.query,
    (found) => ({ ...found, status: 200 }),
    [404],
  ),
  "429 without Retry-After": at(AT.lists, async (incoming, forward) => {
    served += 1;
    return served % 25 === 0 ? problem(429) : forward(incoming);
  }),
  "Retry-After with a unit": at(AT.lists, async (incoming, forward) => {
    served += 1;
    const refused = problem(429);
    return served % 25 === 0
      ? { ...refused, headers: { ...refused.headers, "retry-after": "1s" } }
      : forward(incoming);
  }),
  "500 now and then": at(AT.v2, async (incoming, forward) => {
    served += 1;
    return served % 20 === 0 ? problem(500) : forward(incoming);
  }),
  "a request refused now and then without a body": at(AT.erc721, async (incoming, forward) => {
    served += 1;
    return served % 10 === 0
      ? { status: 502, headers: {}, body: Buffer.alloc(0) }
      : forward(incoming);
  }),
};
