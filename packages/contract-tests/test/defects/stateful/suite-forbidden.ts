import { AT, type Body, body, pages, queryOf, reply } from "../mutation.ts";
import { type Mutations, nowAndThen, offsets, withHeaders } from "./tools.ts";

let turn = 0;
const memory = new Map<string, Body>();

/** What the contract forbids, by class. The service keeps it; the proxy does not. */
export const FORBIDDEN: Readonly<Record<string, Mutations>> = {
  status: {
    "500 now and then": nowAndThen(AT.erc721, 4, () => reply(500, {})),
  },
  security: {
    "bad keys ignored": async (incoming, forward) => {
      const found = await forward(incoming);
      const { authorization: _, ...headers } = incoming.headers;
      return found.status === 401 && AT.v2.test(incoming.url)
        ? forward({ ...incoming, headers })
        : found;
    },
    "no token needed to query": async (incoming, forward) => {
      const { authorization } = incoming.headers;
      if (authorization?.startsWith("Bearer")) {
        memory.set("token", authorization);
      }
      return forward(
        AT.query.test(incoming.url) && authorization === undefined
          ? withHeaders(incoming, { authorization: memory.get("token") })
          : incoming,
      );
    },
  },
  paging: {
    "a record on two pages": pages(AT.erc20, (items, r) => {
      const page = queryOf(r, "cursor") ? [memory.get("first"), ...items.slice(1)] : items;
      memory.set("first", page[0]);
      return page.filter((each) => each !== undefined);
    }),
    "ends after the third page": body(AT.latest, (page, r) => {
      const cursor = queryOf(r, "cursor");
      const count = cursor === undefined ? 1 : (memory.get(cursor) ?? 1) + 1;
      memory.set(page.cursor, count);
      return { ...page, cursor: count >= 3 ? null : page.cursor };
    }),
    "offset cursors": offsets("o"),
  },
  state: {
    "tags not deleted": async (incoming, forward) =>
      AT.remove.test(incoming.url) &&
      (await forward({ ...incoming, url: incoming.url.replace("delete", "query") })).status === 200
        ? reply(200, { code: 0, data: {}, msg: "success" })
        : forward(incoming),
    "times that run": body(AT.query, (b) => {
      for (const each of b.data?.tags ?? []) {
        each.create_time += turn++;
      }
    }),
  },
};
