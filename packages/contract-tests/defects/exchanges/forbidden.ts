import {
  AT,
  type Body,
  body,
  pages,
  query,
  queryOf,
  records,
  request,
  response,
} from "./mutation.ts";
import type { Mutation, ProxyResponse } from "./proxy.ts";

const json = (status: number, value: unknown, type = "application/json"): ProxyResponse => ({
  status,
  headers: { "content-type": type },
  body: Buffer.from(JSON.stringify(value)),
});
const header = (at: RegExp, name: string, value: string | undefined, statuses?: number[]) =>
  response(
    at,
    (found) => {
      const { [name]: _, ...rest } = found.headers;
      return { ...found, headers: value === undefined ? rest : { ...rest, [name]: value } };
    },
    statuses,
  );
const authorized = (from: RegExp, to: (token: string) => string) =>
  request(/./, ({ headers }) => {
    const found = from.exec(headers.authorization ?? "");
    return found ? { headers: { ...headers, authorization: to(found[1] ?? "") } } : {};
  });
const double = (value: string) => BigInt(Number(value)).toString();
let turn = 0;
const memory = new Map<string, Body>();

/** What the contract forbids, by class. The service keeps it; the proxy does not. */
export const FORBIDDEN: Readonly<Record<string, Readonly<Record<string, Mutation>>>> = {
  form: {
    "a number as text": body(AT.block, (b) => {
      b.block.number = String(b.block.number);
    }),
    "a required field dropped": body(AT.transaction, (b) => {
      delete b.transaction.gas_used;
    }),
    "a hash without prefix": body(AT.block, (b) => {
      b.block.hash = b.block.hash.slice(2);
    }),
    "a local time": body(AT.block, (b) => {
      b.block.timestamp = b.block.timestamp.replace("Z", "");
    }),
    "another time zone": records(AT.transactions, (r) => {
      r.block_timestamp = r.block_timestamp.replace("Z", "+01:00");
    }),
    "a null page": body(AT.erc20, (b) => {
      b.erc20TokenBalances = null;
    }),
    "an error as plain JSON": header(AT.v2, "content-type", "application/json", [404]),
    "an error without content type": header(AT.lists, "content-type", undefined, [400]),
    "a problem of another status": body(AT.v2, (b) => ({ ...b, status: 500 }), [404]),
    "a body cut off": response(AT.nft, (found) => ({ ...found, body: found.body.subarray(0, -2) })),
    "a coding that is not there": header(AT.latest, "content-encoding", "br"),
    "no challenge": header(AT.management, "www-authenticate", undefined, [401]),
    "data of a creation": body(AT.create, (b) => ({ ...b, data: { id: 1 } })),
  },
  status: {
    "204 for an empty page": response(AT.balances, (found) =>
      /: ?\[\]/.test(found.body.toString())
        ? { ...found, status: 204, body: Buffer.alloc(0) }
        : found,
    ),
    "201 for a creation": response(AT.create, (found) => ({ ...found, status: 201 })),
    "200 for what is missing": response(AT.block, (found) => ({ ...found, status: 200 }), [404]),
    "404 for invalid input": response(AT.v2, (found) => ({ ...found, status: 404 }), [400]),
    "422 for invalid input": response(AT.lists, (found) => ({ ...found, status: 422 }), [400]),
    "302 for a lookup": response(AT.transaction, () => ({
      status: 302,
      headers: { location: "/" },
      body: Buffer.alloc(0),
    })),
    "500 now and then": response(AT.erc721, (found) => (turn++ % 4 === 0 ? json(500, {}) : found)),
  },
  input: {
    "a limit of 101 taken": request(AT.lists, (r) => ({
      url: queryOf(r, "limit") === "101" ? query(r.url, "limit", "100") : r.url,
    })),
    "a limit of 0 taken": request(AT.lists, (r) => ({
      url: queryOf(r, "limit") === "0" ? query(r.url, "limit", "1") : r.url,
    })),
    "LATEST taken": request(AT.block, (r) => ({ url: r.url.replace(/latest/i, "latest") })),
    "hexadecimal in upper case refused": response(AT.transaction, (found, { url }) =>
      /0x[0-9]*[A-F]/.test(url.split("/").at(-1) ?? "")
        ? json(
            400,
            { type: "about:blank", title: "Bad Request", status: 400 },
            "application/problem+json",
          )
        : found,
    ),
    "quotes make it fail": response(
      AT.wallet,
      (found, { url }) => (/'|%27/.test(url) ? json(500, {}) : found),
      [200, 400, 404],
    ),
    "another script makes it fail": response(
      AT.query,
      (found, { body: sent }) => (/[^\0-\x7f]/.test(sent.toString()) ? json(500, {}) : found),
      [200, 400, 404],
    ),
    "a charset refused": response(
      AT.management,
      (found, { headers }) =>
        /charset/.test(headers["content-type"] ?? "")
          ? json(400, { code: 400, data: {}, msg: "no" })
          : found,
      [200, 404],
    ),
    "a body of text taken": request(AT.management, ({ headers }) => ({
      headers: { ...headers, "content-type": "application/json" },
    })),
    "a missing version taken": request(AT.query, ({ body: sent }) => {
      const given = /^\{.*\}$/s.test(sent.toString());
      try {
        const value = given ? JSON.parse(sent.toString()) : {};
        return given && !("version" in value)
          ? { body: Buffer.from(JSON.stringify({ ...value, version: "1.2.0" })) }
          : {};
      } catch {
        return {};
      }
    }),
  },
  security: {
    "any scheme": authorized(/^\w+ (\S+)$/, (token) => `Bearer ${token}`),
    "no scheme": authorized(/^([^ ]+)$/, (token) => `Bearer ${token}`),
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
    "a key demanded for blocks": response(AT.block, (found, { headers }) =>
      headers.authorization === undefined
        ? {
            ...json(
              401,
              { type: "about:blank", title: "Unauthorized", status: 401 },
              "application/problem+json",
            ),
          }
        : found,
    ),
  },
  paging: {
    "half of every later page dropped": pages(AT.transactions, (items, r) =>
      queryOf(r, "cursor") ? items.filter((_, index) => index % 2 === 0) : items,
    ),
    "the last record of a page dropped": pages(AT.latest, (items) =>
      items.length > 1 ? items.slice(0, -1) : items,
    ),
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
    "a default of 30": request(AT.transactions, (r) => ({
      url: queryOf(r, "limit") === undefined ? query(r.url, "limit", "30") : r.url,
    })),
    "a limit ignored on later pages": request(AT.lists, (r) => ({
      url: queryOf(r, "cursor") ? query(r.url, "limit", "100") : r.url,
    })),
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
    "the count of the limit": body(AT.balances, (page, r) => ({
      ...page,
      resultCount: Number(queryOf(r, "limit") || page.resultCount),
    })),
    "the count of the later pages": body(AT.balances, (page, r) => ({
      ...page,
      resultCount: page.resultCount + (queryOf(r, "cursor") ? 1 : 0),
    })),
    "a filter ignored": request(AT.balances, (r) => ({
      url: query(r.url, "contract-address", null),
    })),
    "a filter by case": pages(AT.balances, (items, r) =>
      /[A-F]/.test((queryOf(r, "contract-address") ?? "").slice(2)) ? [] : items,
    ),
    "an empty limit is one": request(AT.lists, (r) => ({
      url: queryOf(r, "limit") === "" ? query(r.url, "limit", "1") : r.url,
    })),
  },
  facts: {
    "amounts through a double": body(AT.transaction, ({ transaction: t }) => {
      t.value_raw = double(t.value_raw);
    }),
    "cumulative gas of its own": body(AT.transaction, ({ transaction: t }) => {
      t.cumulative_gas_used = t.gas_used;
    }),
    "a contract for every recipient": body(AT.transaction, ({ transaction: t }) => {
      t.contract_address = t.to_address ?? t.contract_address;
    }),
    "the cap as price": body(AT.transaction, ({ transaction: t }) => {
      t.gas_price = t.max_fee_per_gas ?? t.gas_price;
    }),
    "value in wei": body(AT.transaction, ({ transaction: t }) => {
      t.value = Number(t.value_raw);
    }),
    "the block of the parent": body(AT.transaction, ({ transaction: t }) => {
      t.block_number -= 1;
    }),
    "a minute late": body(AT.transaction, ({ transaction: t }) => {
      t.block_timestamp = new Date(Date.parse(t.block_timestamp) + 60_000).toISOString();
    }),
    "another sender in listings": records(AT.transactions, (r) => {
      r.from_address = "0x00000000000000000000000000000000000000aa";
    }),
    "input cut off in listings": records(AT.transactions, (r) => {
      r.input = r.input.slice(0, 10);
    }),
    "indices from one": records(AT.blockList, (r) => {
      r.transaction_index += 1;
    }),
    "sent only": pages(AT.wallet, (items, r) =>
      items.filter((each) => r.url.toLowerCase().includes(each.from_address)),
    ),
    "received only": pages(AT.wallet, (items, r) =>
      items.filter((each) => !r.url.toLowerCase().includes(each.from_address)),
    ),
    "balances shifted by a digit": records(AT.erc20, (r) => {
      r.balance = `${r.balance}0`;
    }),
    "NFTs of somebody": body(AT.nft, ({ nft }) => {
      nft.owner_address = "0x00000000000000000000000000000000000000aa";
    }),
    "the same chain everywhere": request(/^\/(v2\/)?(polygon|base)\//, ({ url }) => ({
      url: url.replace(/polygon|base/, "ethereum"),
    })),
    "an old block as latest": request(AT.block, ({ url }) => ({ url: url.replace("latest", "9") })),
    "a parent of its own": body(AT.block, ({ block }) => {
      block.parent_hash = block.hash;
    }),
    "a block with one transaction more": body(AT.block, ({ block }) => {
      block.transaction_count += 1;
    }),
    "the newest transactions missing": pages(AT.latest, (items, r) =>
      queryOf(r, "cursor") ? items : items.filter((each) => each.block_number % 2 === 0),
    ),
  },
  state: {
    "tags in lower case": request(AT.management, ({ body: sent }) => ({
      body: Buffer.from(sent.toString().replace(/"tag":"[^"]*"/, (tag) => tag.toLowerCase())),
    })),
    "tags not deleted": async (incoming, forward) =>
      AT.remove.test(incoming.url) &&
      (await forward({ ...incoming, url: incoming.url.replace("delete", "query") })).status === 200
        ? json(200, { code: 0, data: {}, msg: "success" })
        : forward(incoming),
    "tags of the version before": request(AT.query, ({ body: sent }) => ({
      body: Buffer.from(sent.toString().replace("1.3.0", "1.2.0")),
    })),
    "times that run": body(AT.query, (b) => {
      for (const each of b.data?.tags ?? []) {
        each.create_time += turn++;
      }
    }),
    "removal that does nothing": async (incoming, forward) =>
      AT.removal.test(incoming.url) && /"disposable"/.test(incoming.body.toString())
        ? json(200, { code: 0, data: {}, msg: "success" })
        : forward(incoming),
    "one tag at most": body(AT.query, (b) => {
      b.data.tags = b.data.tags?.slice(0, 1);
    }),
  },
};
