import { AT, type Body, body, pages, query, queryOf, reply, response } from "../mutation.ts";
import type { Mutation, ProxyResponse } from "../proxy.ts";

let turn = 0;
const memory = new Map<string, Body>();

/** What the contract forbids, by class. The service keeps it; the proxy does not. */
export const FORBIDDEN: Readonly<Record<string, Readonly<Record<string, Mutation>>>> = {
  status: {
    "500 now and then": response(AT.erc721, (found) => (turn++ % 4 === 0 ? reply(500, {}) : found)),
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
      memory.set(
        "token",
        authorization?.startsWith("Bearer") ? authorization : memory.get("token"),
      );
      return forward(
        AT.query.test(incoming.url) && authorization === undefined
          ? { ...incoming, headers: { ...incoming.headers, authorization: memory.get("token") } }
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
    "offset cursors": async (incoming, forward) => {
      if (!AT.latest.test(incoming.url)) {
        return forward(incoming);
      }
      const offset = Number(/^o(\d+)$/.exec(queryOf(incoming, "cursor") ?? "")?.[1] ?? 0);
      const isOwn = offset > 0;
      const limit = Number(queryOf(incoming, "limit") || 100);
      if (!isOwn && queryOf(incoming, "cursor")) {
        return forward(incoming);
      }
      const items: Body[] = [];
      let cursor: string | null = null;
      let last: ProxyResponse | undefined;
      do {
        const url = query(query(incoming.url, "limit", "100"), "cursor", cursor);
        last = await forward({ ...incoming, url: isOwn || cursor ? url : incoming.url });
        if (last.status !== 200) {
          return last;
        }
        const page = JSON.parse(last.body.toString());
        items.push(...page.transactions);
        cursor = page.cursor;
        if (!isOwn) {
          break;
        }
      } while (cursor !== null && items.length < offset + limit);
      const transactions = isOwn ? items.slice(offset, offset + limit) : items;
      const more = isOwn ? items.length > offset + limit || cursor !== null : cursor !== null;
      const next = more ? `o${offset + transactions.length}` : null;
      return { ...last, body: Buffer.from(JSON.stringify({ transactions, cursor: next })) };
    },
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
