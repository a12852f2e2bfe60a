import { AT, body, json, problem, query, queryOf, recount } from "../mutation.ts";
import { at, type Mutations, withBody } from "./tools.ts";

/** Filters, cases and balances against what is stated of them. */
export const FILTERS: Mutations = {
  "contract-address ignored for tokens that nobody has": at(AT.erc20, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 200 && json(found).resultCount === 0
      ? forward({ ...incoming, url: query(incoming.url, "contract-address", null) })
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
    return { ...found, headers: { ...found.headers, etag } };
  }),
};

let served = 0;

/** Errors against their documented status, type and form. */
export const ERRORS: Mutations = {
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

/** Parameters of paths and queries that are checked wrongly. */
export const PARAMETERS: Mutations = {
  "any cursor it does not know begins anew": at(AT.wallet, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 400 && queryOf(incoming, "cursor") !== undefined
      ? forward({ ...incoming, url: query(incoming.url, "cursor", null) })
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
