import type { Consumer } from "./makers.ts";

/**
 * Programs that try what an entry exports. They are put behind it, with the facts of the contract
 * before it: `ids`, `paths` and `params` by id, `examples` of responses by id. Each prints what came
 * of it as JSON, by row of the table.
 */
export const probes: Readonly<Partial<Record<Consumer, string>>> = {
  client: `print({ "typed client": ids.every((id) => typeof methods[id] === "function") });`,

  validation: `print({ "validators of responses": ids.every((id) =>
    validators[id](examples[id]) === true && validators[id]({ cursor: 5 }) === false) });`,

  query: `
    const values = (id) => ({ ...params[id], path: params[id], params: { path: params[id] }, query: {} });
    print({ "TanStack Query options": ids.every((id) => {
      const { queryKey, queryFn } = options[id](values(id));
      return Array.isArray(queryKey) && typeof queryFn === "function";
    }) });`,

  msw: `
    import { getResponse } from "msw";
    const ask = async (path) => {
      const response = await getResponse(all, new Request("http://localhost" + path));
      return { status: response?.status, body: await response?.json().catch(() => undefined) };
    };
    const pathOf = (id) => paths[id].replace(/\\{(.*?)\\}/g, (_, name) => params[id][name]);
    const responses = await Promise.all(ids.map((id) => ask(pathOf(id))));
    const responds = responses.every(({ status, body }) => status === 200 && body);
    const listing = pathOf("getErc20Balances") + "?limit=1";
    const seen = [];
    let next = "";
    let pages = 0;
    do {
      const { body } = await ask(listing + next);
      seen.push(...(body?.erc20TokenBalances ?? [0, 0]));
      next = body?.cursor ? "&cursor=" + encodeURIComponent(body.cursor) : "";
    } while (next && ++pages < 10);
    const isPaged = pages > 0 && pages < 10 && seen.length === pages + 1 && new Set(seen.map((each) => JSON.stringify(each))).size === seen.length;
    const wrong = await ask("/ethereum/v1/transactions?limit=101");
    print({
      "MSW handlers": all.length >= ids.length,
      "… that respond without a body written by hand": responds,
      "… that refuse a request that breaks the contract": responds && wrong.status === 400,
      "… that page through a listing": responds && isPaged,
    });`,
};

/** Rows of the table, in its order. */
export const rows: readonly string[] = [
  "typed client",
  "validators of responses",
  "TanStack Query options",
  "MSW handlers",
  "… that respond without a body written by hand",
  "… that refuse a request that breaks the contract",
  "… that page through a listing",
  "command line",
  "MCP server",
];
