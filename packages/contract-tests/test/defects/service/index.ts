import type { Answer, Call } from "../../reference/answers.ts";
import { blocks as chain, type Fields, NEWEST } from "../../reference/data.ts";
import { BREAK } from "../../reference/server.ts";
import { TOKEN } from "../../reference/service.ts";
import { answers, bodies, type Defect, decides, defectsOf, set } from "./defect.ts";

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
    const { checks } = service;
    const right = checks.limit;
    checks.limit = (text) => (/^\d{3,}$/.test(text) ? undefined : right?.(text));
    decides("answer", (own, call) => {
      const clamped = Number(call.parameters.limit) > 100 ? { limit: "100" } : {};
      return own({ ...call, parameters: { ...call.parameters, ...clamped } });
    })(service);
  },
  "a hexadecimal token id is another token": decides("findNft", (own, collection, id) => {
    const isHex = id.startsWith("0x");
    return own(collection, isHex ? "41" : id) ?? own(collection, isHex ? "42" : id);
  }),
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
  "latest is old": decides("findBlock", (own, number) =>
    number === "latest" ? (chain[0] as Fields) : own(number),
  ),
  "time runs backwards": bodies(
    "getBlock",
    set("block.timestamp", (body) => new Date(2e12 - body.block.number * 1e6).toISOString()),
  ),
  "more gas used than allowed": bodies("getTransaction", set("transaction.gas", "20000")),
  "minted at another time": bodies(
    "getNft",
    set("nft.mint_block_timestamp", "2020-01-01T00:00:00Z"),
  ),
  "the newest blocks are not among the latest transactions": decides("recordsOf", (own, call) =>
    call.operation === "getLatestTransactions"
      ? own(call).filter(({ block_number }) => Number(block_number) < NEWEST - 2)
      : own(call),
  ),
  "a wallet that was never seen has everything": (service) =>
    decides("recordsOf", (own, call) => {
      const found = own(call);
      return found.length > 0 || call.parameters["contract-address"] !== undefined
        ? found
        : service.listed(() => call.operation === "getAddressTransactions");
    })(service),
  "a refused creation is carried out": decides("manage", (own, call) => {
    const answer = own(call);
    if (answer.status === 401 && call.operation === "createTag") {
      own({ ...call, authorization: `Bearer ${TOKEN}` });
    }
    return answer;
  }),
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
