import { AT, body, json, problem, queryOf, recount } from "../mutation.ts";
import { asking, at, type Mutations, nowAndThen, withBody, withHeaders } from "./tools.ts";

/** Filters, cases and balances against what is stated of them. */
export const FILTERS: Mutations = {
  "contract-address ignored for tokens that nobody has": at(AT.erc20, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 200 && json(found).resultCount === 0
      ? forward(asking(incoming, "contract-address", null))
      : found;
  }),
  "balances of zero without a filter": body(AT.erc20, (page, incoming) => {
    const [some] = page.erc20TokenBalances;
    const limit = Number(queryOf(incoming, "limit") || 100);
    const isFull = !some || page.cursor || page.resultCount >= limit;
    if (!isFull && !queryOf(incoming, "contract-address")) {
      const contract = { ...some.contract, address: `0x${"ab".repeat(20)}` };
      page.erc20TokenBalances.push({ balance: "0", raw_balance: "0", contract });
      recount(page);
    }
  }),
};

/** Entity tags as they were first sent. */
const firstTags = new Map<string, string>();

/** Headers of successful responses. */
export const HEADERS: Mutations = {
  "the same entity tag whatever changed": at(AT.lists, async (incoming, forward) => {
    const { "if-none-match": given, ...rest } = incoming.headers;
    const known = firstTags.get(incoming.url);
    if (given && given === known) {
      return { status: 304, headers: { etag: known }, body: Buffer.alloc(0) };
    }
    const found = await forward({ ...incoming, headers: rest });
    if (!found.headers.etag) {
      return found;
    }
    const etag = known ?? found.headers.etag;
    firstTags.set(incoming.url, etag);
    return withHeaders(found, { etag });
  }),
};

/** Errors against their documented status, type and form. */
export const ERRORS: Mutations = {
  "429 without Retry-After": nowAndThen(AT.lists, 25, () => problem(429)),
  "Retry-After with a unit": nowAndThen(AT.lists, 25, () =>
    withHeaders(problem(429), { "retry-after": "1s" }),
  ),
  "500 now and then": nowAndThen(AT.v2, 20, () => problem(500)),
  "a request refused now and then without a body": nowAndThen(AT.erc721, 10, () => ({
    ...{ status: 502, headers: {} },
    body: Buffer.alloc(0),
  })),
};

/** Parameters of paths and queries that are checked wrongly. */
export const PARAMETERS: Mutations = {
  "any cursor it does not know begins anew": at(AT.wallet, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 400 && queryOf(incoming, "cursor") !== undefined
      ? forward(asking(incoming, "cursor", null))
      : found;
  }),
};

/** Bodies of management that are checked wrongly. */
export const BODIES: Mutations = {
  "the first element of a list taken": at(AT.query, (incoming, forward) => {
    const fields = json(incoming);
    return forward(Array.isArray(fields) ? withBody(incoming, fields[0] ?? {}) : incoming);
  }),
};
