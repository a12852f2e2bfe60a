import { AT, type Body, body, pages, query, queryOf, request } from "../mutation.ts";
import { at, hasUpperCase, json, type Mutations, onlyIf, reply } from "./tools.ts";

/** Filters, cases and balances against what is stated of them. */
export const FILTERS: Mutations = {
  "contract-address ignored for NFTs": request(AT.erc721, ({ url }) => ({
    url: query(url, "contract-address", null),
  })),
  "contract-address ignored for tokens that nobody has": at(AT.erc20, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 200 && json(found).resultCount === 0
      ? forward({ ...incoming, url: query(incoming.url, "contract-address", null) })
      : found;
  }),
  "contract-address in upper case finds nothing": onlyIf(
    (incoming) => /[A-F]/.test(queryOf(incoming, "contract-address")?.slice(2) ?? ""),
    pages(AT.balances, () => []),
  ),
  "contract-address in upper case is ignored": at(AT.erc721, (incoming, forward) =>
    forward(
      /[A-F]/.test(queryOf(incoming, "contract-address")?.slice(2) ?? "")
        ? { ...incoming, url: query(incoming.url, "contract-address", null) }
        : incoming,
    ),
  ),
  "wallets in upper case have nothing": onlyIf(
    hasUpperCase,
    pages(AT.erc721, () => []),
  ),
  "wallets in upper case have sent nothing": onlyIf(
    ({ url }) => /address\/0x[0-9a-f]*[A-F]/.test(url),
    body(AT.wallet, () => ({ cursor: null, transactions: [] })),
  ),
  "a limit lets the filter be forgotten": at(AT.erc20, (incoming, forward) =>
    forward(
      queryOf(incoming, "limit") !== undefined
        ? { ...incoming, url: query(incoming.url, "contract-address", null) }
        : incoming,
    ),
  ),
  "balances of zero without a filter": at(AT.erc20, async (incoming, forward) => {
    const found = await forward(incoming);
    const page = json(found);
    if (found.status !== 200 || page.cursor || queryOf(incoming, "contract-address")) {
      return found;
    }
    const [some] = page.erc20TokenBalances;
    const limit = Number(queryOf(incoming, "limit") || 100);
    if (!some || page.resultCount >= limit) {
      return found;
    }
    const contract = { ...some.contract, address: `0x${"ab".repeat(20)}` };
    const none: Body = { balance: "0", raw_balance: "0", contract };
    page.erc20TokenBalances.push(none);
    return reply(200, { ...page, resultCount: page.resultCount + 1 });
  }),
  "a token of which the wallet has two": body(AT.erc721, (page) => {
    for (const item of page.erc721TokenBalances.slice(-1)) {
      item.balance = "2";
    }
  }),
};
