import type { Answer, Call } from "../../reference/answers.ts";
import { blocks as chain, type Fields, NEWEST } from "../../reference/data.ts";
import { BREAK } from "../../reference/server.ts";
import { type Service, TOKEN } from "../../reference/service.ts";
import { answers, bodies, type Defect, defectsOf, set } from "./defect.ts";

const headers = (added: Record<string, string>) => (answer: Answer) => ({
  ...answer,
  headers: { ...answer.headers, ...added },
});

const stated: Readonly<Record<string, Defect["apply"]>> = {
  "block null": bodies("getBlock", set("block", null)),
  "no Allow": answers(
    "",
    (answer) => {
      const { allow: _, ...others } = answer.headers;
      return { ...answer, headers: others };
    },
    [405],
  ),
  "connection breaks": answers("getBlock", (answer) => ({ ...answer, body: BREAK })),
  "limit above 100 clamped": (service) => {
    const { checks, answer } = service;
    const right = checks.limit;
    checks.limit = (text) => (/^\d{3,}$/.test(text) ? undefined : right?.(text));
    service.answer = (call) => {
      const { limit } = call.parameters;
      const clamped = Number(limit) > 100 ? { limit: "100" } : {};
      return answer.call(service, { ...call, parameters: { ...call.parameters, ...clamped } });
    };
  },
  "a hexadecimal token id is another token": (service) => {
    const { findNft } = service;
    service.findNft = (collection, id) =>
      findNft.call(service, collection, id.startsWith("0x") ? "41" : id) ??
      findNft.call(service, collection, id.startsWith("0x") ? "42" : id);
  },
};

let count = 0;
const counted = (answer: Answer): Answer => {
  count += 1;
  const body = { ...(answer.body as object), count };
  return { ...headers({ etag: '"one"' })(answer), body };
};
const heldOr = (answer: Answer, call: Call): Answer =>
  call.headers["if-none-match"] === undefined
    ? headers({ etag: '"one"' })(answer)
    : { status: 304, headers: { etag: '"one"' }, body: Buffer.alloc(0) };

const covers = (operation: string, coverage: string) =>
  answers(operation, headers({ "chainkit-coverage": coverage }));

const records =
  (change: (found: readonly Fields[], call: Call, service: Service) => readonly Fields[]) =>
  (service: Service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => change(recordsOf.call(service, call), call, service);
  };

const implied: Readonly<Record<string, Defect["apply"]>> = {
  "one entity tag for all content": answers("getBlock", counted),
  "an entity tag, and no 304": answers("getTransaction", headers({ etag: '"one"' })),
  "304 whatever the caller has": answers("getErc20Balances", heldOr),
  "the newest block kept for an hour": answers(
    "getBlock",
    headers({ "cache-control": "public, max-age=3600" }),
  ),
  "a list from the middle of the chain said to be complete": covers(
    "getAddressTransactions",
    `from=5, to=${NEWEST}, complete`,
  ),
  "a transaction below the first block of its list": covers(
    "getLatestTransactions",
    `from=${NEWEST + 1}, to=${NEWEST + 1}, complete=?0`,
  ),
  "a coverage that is no dictionary": covers("getAddressTransactions", "from:0, to:5"),
  "latest is old": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) =>
      number === "latest" ? (chain[0] as Fields) : findBlock.call(service, number);
  },
  "time runs backwards": bodies(
    "getBlock",
    set("block.timestamp", (body) => new Date(2e12 - body.block.number * 1e6).toISOString()),
  ),
  "more gas used than allowed": bodies("getTransaction", set("transaction.gas", "20000")),
  "minted at another time": bodies(
    "getNft",
    set("nft.mint_block_timestamp", "2020-01-01T00:00:00Z"),
  ),
  "the newest blocks are not among the latest transactions": records((found, { operation }) =>
    operation === "getLatestTransactions"
      ? found.filter(({ block_number }) => Number(block_number) < NEWEST - 2)
      : found,
  ),
  "a wallet that was never seen has everything": records(
    (found, { operation, parameters }, service) =>
      found.length > 0 || parameters["contract-address"] !== undefined
        ? found
        : service.listed(() => operation === "getAddressTransactions"),
  ),
  "a refused creation is carried out": (service) => {
    const { manage } = service;
    service.manage = (call) => {
      const answer = manage.call(service, call);
      if (answer.status === 401 && call.operation === "createTag") {
        manage.call(service, { ...call, authorization: `Bearer ${TOKEN}` });
      }
      return answer;
    };
  },
  "tags of versions of one name": ({ tags }) => {
    const { find } = tags;
    tags.find = (key) => find.call(tags, key.replace("1.0.0", "1.1.0"));
  },
};

/**
 * Defects in the code of the reference that reach an assertion, or a kind of finding, which no change of exchanges
 * reaches; the suite has to find all.
 */
export const defects: readonly Defect[] = [
  ...defectsOf("stated", stated),
  ...defectsOf("implied", implied),
];
