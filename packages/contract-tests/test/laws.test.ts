import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { isCompleteInBlocks } from "../src/chain/wallet-transactions.ts";
import { participants } from "../src/chain/wallets.ts";
import { answers, type Body, bodies, decides, set } from "./defects/service/defect.ts";
import { blocks as changeBlocks, outcomeOf } from "./outcome.ts";
import type { Answer, Call } from "./reference/answers.ts";
import { blocks, createTokens, type Fields, NEWEST, tokens, WALLETS } from "./reference/data.ts";
import { onReference } from "./reference/fixture.ts";
import { runOnReference } from "./reference/run.ts";
import { known } from "./reference/server.ts";
import type { Service } from "./reference/service.ts";

/** Has on `polygon` what the reference has on `ethereum`, and the other way round. */
const onPolygon = decides("answer", (own, call) => {
  const others: Readonly<Record<string, string>> = { polygon: "ethereum", ethereum: "polygon" };
  const parameters = Object.entries(call.parameters).map(([name, value]) => [
    name,
    others[value] ?? value,
  ]);
  return own({ ...call, parameters: Object.fromEntries(parameters) });
});

test.each([
  "getAddressTransactions / invariant / a wallet lists what it sent and what it received",
  "getAddressTransactions / invariant / a wallet lists its transactions of every block",
  "get* / invariant / an unused wallet has an empty page",
  "getLatestTransactions / invariant / the latest transactions begin at the newest blocks",
])("asks the chain that has data, not that of the examples: %s", async (title) => {
  const { results } = await runOnReference({ include: [title] }, onPolygon);
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["passed"]));
});

test("takes a wallet in another case for the same wallet", async () => {
  const [at = expect.fail()] = known.getErc20Balances ?? [];
  const { walletAddress } = at;
  const upper = `0x${String(walletAddress).slice(2).toUpperCase()}`;
  const options = {
    known: { ...known, getErc20Balances: [at, { ...at, walletAddress: upper }] },
    include: ["getErc20Balances / invariant / a cursor of another listing is refused"],
  };
  const anyCase = decides("scopeOf", (own, call) => own(call).toLowerCase());
  const { results } = await runOnReference(options, anyCase);
  expect(results.map(({ outcome }) => outcome)).toEqual(["passed"]);
});

test.each([
  ["the newest first: compared up to the last whole block", false, true],
  ["in no order: not compared", true, false],
])("more transactions of a wallet than are read, %s", async (_, isShuffled, isCompared) => {
  const change = (service: Service) => {
    service.lengthen();
    decides("listed", (own, belongs) => {
      const all = own(belongs);
      return isShuffled ? [...all.slice(-1), ...all.slice(0, -1)] : all;
    })(service);
  };
  const result = await onReference(
    "getAddressTransactions",
    async (fixture) => {
      fixture.budget = 0;
      await isCompleteInBlocks(fixture, { chainName: "ethereum", walletAddress: WALLETS[0] });
      expect(fixture.budget).toBe(-1000);
      expect(fixture.extent).toBe(1000);
      return { findings: fixture.findings, isCompared: fixture.checks > 0 };
    },
    change,
  );
  expect(result).toEqual({ findings: [], isCompared });
});

test("wallets that are compared: a sender, one that does both, one that receives, one that creates", () => {
  const transactions = [
    { from_address: "0xA", to_address: "0xb" },
    { from_address: "0xb", to_address: "0xc" },
    { from_address: "0xd", to_address: null },
    { from_address: "0xe" },
    { from_address: "0xf", to_address: "0xa" },
  ];
  expect(participants(transactions)).toEqual(["0xA", "0xb", "0xc", "0xd", "0xf"]);
  expect(participants([])).toEqual([]);
});

/** Looks a block up by another number. */
const findingBlocks = (find: (number: string, own: Service["findBlock"]) => Fields | undefined) =>
  decides("findBlock", (own, number) => find(number, own));

/** Changes pages of balances of a wallet with so many tokens. */
const pagesOf =
  (count: number, change: (page: Body, sent: Call["parameters"]) => void) => (service: Service) => {
    service.tokens = createTokens(count);
    answers("getErc20Balances", (answer, { parameters }) => {
      const page: Body = structuredClone(answer.body);
      change(page, parameters);
      return { ...answer, body: page };
    })(service);
  };

/** Responds with an entity tag, and to requests that hold it. */
const tagged =
  (held: (answer: Answer) => Answer, body = (answer: Answer): unknown => answer.body) =>
  (answer: Answer, call: Call): Answer => {
    const isHeld = call.headers["if-none-match"] !== undefined;
    const headers = { ...answer.headers, etag: '"one"' };
    return isHeld ? held(answer) : { ...answer, headers, body: body(answer) };
  };

/** Responds with null for what a deployment may not know of tokens and NFTs. */
const knowingLittle = bodies("", ({ nft, erc20TokenBalances = [] }) => {
  Object.assign(nft ?? {}, { owner_address: null, mint_block_timestamp: null });
  for (const { contract } of erc20TokenBalances) {
    contract.decimals = null;
  }
});

test.each([
  ["has none of", "none", decides("recordsOf", () => [])],
  ["does not know", "null", knowingLittle],
])(
  "what a deployment %s is unchecked, unless the contract leaves it open",
  async (_, name, change) => {
    const include = ["get* / invariant / *"];
    const { results } = await runOnReference({ known, include }, change);
    const told = results
      .filter(({ outcome }) => outcome === "not applicable")
      .map(({ isUnchecked, reason }) => `${isUnchecked ? "unchecked" : "open"}: ${reason}`);
    const lines = Object.entries(Object.groupBy(told, (line) => line)).map(
      ([line, all]) => `${line} × ${all?.length}\n`,
    );
    await expect(lines.sort().join("")).toMatchFileSnapshot(`catalogue/unchecked-${name}.txt`);
  },
);

let turn = 0;
const anotherToken = createTokens(200).at(-1) as Fields;

/** Has another id for every NFT. */
const withOtherIds = decides("findNft", (own, ...asked) => {
  const found = own(...asked);
  return found && { ...found, token_id: "99" };
});

/** Has one balance, of a token with six decimals. */
const holding = (balance: string, raw_balance: string) => (service: Service) => {
  service.tokens = [{ ...tokens[0], balance, raw_balance }];
};
const BALANCE =
  "getErc20Balances / invariant / balance equals raw_balance divided by 10^decimals, exactly";

/** What no defect of the corpus breaks: a change, the law that it breaks, and what the report expects. */
test.concurrent.each<[what: string, law: string, (service: Service) => void, expected: RegExp]>([
  [
    "a block after the latest one, each time",
    "getBlock / invariant / `latest` is the newest block: there is none after it",
    findingBlocks((number, find) => find(number === "latest" ? String(NEWEST - 1) : number)),
    /^no block after `latest`/,
  ],
  [
    "a parent that is newer",
    "getBlock / invariant / parent_hash is the hash of the preceding block",
    changeBlocks((each) => {
      each.timestamp = each.number === NEWEST - 3 ? "2024-01-01T00:00:00Z" : each.timestamp;
    }),
    /^block 2002 is not older than its parent/,
  ],
  [
    "an entity tag of several contents",
    "getBlock / invariant / an entity tag identifies one content only",
    answers(
      "getBlock",
      tagged(
        () => ({ status: 304, headers: { etag: '"one"' }, body: Buffer.alloc(0) }),
        (answer) => ({ ...(answer.body as Body), count: turn++ }),
      ),
    ),
    /^the content of entity tag "one"$|^200 to If-None-Match: "contract-tests/,
  ],
  [
    "a hash in upper case finds another transaction",
    "getLatestTransactions / invariant / a listed transaction is found by its hash, in either case, with the same fields",
    answers("getTransaction", (answer, { parameters }) => {
      const transaction = { ...(answer.body as Body).transaction, gas_used: "1" };
      const isUpper = /[A-F]/.test(parameters.transaction_hash ?? "");
      return isUpper ? { ...answer, body: { transaction } } : answer;
    }),
    /^the same transaction by its hash in upper case$/,
  ],
  [
    "a block number with zeros is another block",
    "getBlock / invariant / block_number means the same with zeros before it",
    findingBlocks((number, find) => {
      const found = find(number);
      return found && /^0\d/.test(number) ? { ...found, size: 7 } : found;
    }),
    /^the same for 00\d+ as for \d+$/,
  ],
  [
    "a listing that is longer than is read ends early with small pages",
    "getErc20Balances / invariant / every limit yields the same records, each once, up to the end",
    pagesOf(1400, (page, { limit }) => {
      page.cursor = Number(limit) < 100 ? null : page.cursor;
    }),
    /^with limit \d+, the listing is as long$/,
  ],
  [
    "a filter finds another record",
    "getErc20Balances / invariant / contract-address returns exactly the records with this contract address",
    pagesOf(7, (page, sent) => {
      if ("contract-address" in sent) {
        page.erc20TokenBalances[0] = anotherToken;
      }
    }),
    /^(every record has 0x\w+ at \.contract\.address|all records with 0x\w+ are listed|the filtered listing is a subset of the unfiltered one)$/,
  ],
  [
    "an NFT with another id",
    "getNft / invariant / a listed NFT is found by its id, owned by the listed wallet, with the same fields",
    withOtherIds,
    /^token_id is 4\d, as listed$/,
  ],
  [
    "a raw_balance that is no integer",
    BALANCE,
    holding("1.5", "1.5"),
    /^raw_balance is a decimal integer$/,
  ],
])("%s", async (_, law, change, expected) => {
  const { outcome, expected: found } = await outcomeOf(law, change);
  expect(outcome).toBe("failed");
  expect(found).not.toEqual([]);
  expect(found.filter((each) => !expected.test(each))).toEqual([]);
});

const block = (number: unknown): Body => blocks.find((each) => each.number === number);

/** A transaction with fields that depend on its block. */
const transactions = (fieldsOf: (transaction: Body) => Fields) =>
  bodies("getTransaction", ({ transaction }) => {
    Object.assign(transaction, fieldsOf(transaction));
  });

const withHeader = (operation: string, name: string, text: string) =>
  answers(operation, (answer) => ({ ...answer, headers: { ...answer.headers, [name]: text } }));

/** Has NFTs by ids in hexadecimal, with an id that is so much more. */
const inHexadecimal = (more: bigint) =>
  decides("findNft", (own, collection, id) => {
    const isHex = id.startsWith("0x");
    const found = own(collection, isHex ? String(BigInt(id)) : id);
    return found && isHex ? { ...found, token_id: String(BigInt(id) + more) } : found;
  });

let turns = 0;

/** Sends a tag of its content, or another one each time with another content, and a status where a caller has another one. */
const tags = (isKept: boolean, otherwise: number) =>
  answers("getBlock", (answer, { headers }) => {
    const text = isKept ? JSON.stringify(answer.body) : String(turns++);
    const etag = `"${createHash("sha256").update(text).digest("hex")}"`;
    const held = headers["if-none-match"];
    const status = held === undefined ? 200 : held === etag ? 304 : otherwise;
    const body = isKept ? answer.body : { ...(answer.body as Body), turns };
    const sent = status === 304 ? Buffer.alloc(0) : body;
    return { status, headers: { ...answer.headers, etag }, body: sent };
  });

const WITHIN = "a list has nothing outside of the blocks that it covers";
const COMPLETE =
  "a list of transactions is complete only from block 0 on, others with nothing pending";
const LIFETIME =
  "getLatestTransactions / invariant / a response that the next block may change is cached for at most 1 s";
const IN_BLOCK =
  "getTransaction / invariant / a transaction agrees with the block that contains it";
const CHAINS =
  "getLatestTransactions / invariant / no two chains have the same latest transactions";
const onEachChain = decides("answer", (own, call) =>
  own({ ...call, parameters: { ...call.parameters, chainName: "ethereum" } }),
);
const OF_BLOCK = "getBlock / invariant / the gas of a block is within its limit";
const IN_TOKENS = "getTransaction / invariant / value equals value_raw in whole tokens";
const HEXADECIMAL =
  "getNft / invariant / token_id means the same in decimal and in hexadecimal, where both are taken";
const TAG = "getBlock / invariant / an entity tag identifies one content only";

const NO_CACHING = "the deployment sends no caching headers";
const OWN = "getAddressTransactions / invariant / a wallet lists only what it sent or received";

const OTHER = `0x${"98".repeat(20)}`;

/** Lists creations by another wallet. */
const creating = (contract_address: unknown) =>
  bodies("getAddressTransactions getTransaction", (body) => {
    for (const each of body.transactions ?? [body.transaction]) {
      Object.assign(each, { from_address: OTHER, to_address: null, contract_address });
    }
  });

const pays = (more: bigint) =>
  transactions(({ block_number }) => ({
    effective_gas_price: String(BigInt(block(block_number).base_fee_per_gas) + more),
    max_fee_per_gas: "20",
  }));
const at = (more: number) =>
  transactions(({ block_number }) => ({
    transaction_index: block(block_number).transaction_count + more,
  }));
const covers = (operation: string, name: string, text: string) =>
  [`${operation} / invariant / ${name}`, withHeader(operation, "chainkit-coverage", text)] as const;
const cached = (text: string) =>
  [LIFETIME, withHeader("getLatestTransactions", "cache-control", text)] as const;

/** Leaves out so many of the latest transactions, in turn: of first pages, and of others. */
const growing = (firsts: number[], others: number[]) =>
  decides("recordsOf", (own, call) => {
    const counts = call.parameters.cursor === undefined ? firsts : others;
    counts.push(counts.shift() ?? 0);
    return own(call).slice(counts.at(-1));
  });
const MOVING =
  "getLatestTransactions / invariant / records added while paging neither repeat nor hide others";

/** Gives a block so much gas, in hexadecimal. */
const limits = (more: number) =>
  changeBlocks((each) => {
    each.gas_limit = `0x${(Number(each.gas_used) + more).toString(16)}`;
  });

type Row = [what: string, outcome: string, law: string, change?: (service: Service) => void];

test.concurrent.each<Row>([
  ["a price that is the base fee", "passed", IN_BLOCK, pays(0n)],
  ["a price below the base fee", "failed", IN_BLOCK, pays(-1n)],
  ["the last index of a block", "passed", IN_BLOCK, at(-1)],
  ["an index that is the count of the block", "failed", IN_BLOCK, at(0)],
  ["a block that uses all of its gas", "passed", OF_BLOCK, limits(0)],
  ["a block that uses more than its gas", "failed", OF_BLOCK, limits(-1)],
  ["the same transactions on all chains", "failed", CHAINS, onEachChain],
  ["a balance of less than a token", "passed", BALANCE, holding("0.00012", "120")],
  [
    "the newest transactions last",
    "passed",
    "getLatestTransactions / invariant / the latest transactions begin at the newest blocks",
    decides("recordsOf", (own, call) => own(call).toReversed()),
  ],
  [
    "wallets without one of the latest transactions",
    "unchecked: no known wallet has one of the latest transactions",
    "getLatestTransactions / invariant / the latest transactions include those that wallets list of the same blocks",
    bodies("getAddressTransactions", set("transactions", [])),
  ],
  ["no value", "passed", IN_TOKENS, transactions(() => ({ value: 0, value_raw: "0" }))],
  ["a wei, and no value", "failed", IN_TOKENS, transactions(() => ({ value: 0, value_raw: "1" }))],
  ["token ids in decimal only", "passed", HEXADECIMAL],
  ["the same token id in hexadecimal", "passed", HEXADECIMAL, inHexadecimal(0n)],
  ["another token id in hexadecimal", "failed", HEXADECIMAL, inHexadecimal(1n)],
  [
    "records that contain a wallet at different places",
    "passed",
    "getAddressTransactions / invariant / every record contains the requested walletAddress",
  ],
  ["content that is not modified as long as its tag is the same", "passed", TAG, tags(true, 200)],
  ["other content that is tagged anew each time", "passed", TAG, tags(false, 200)],
  ["content that is refused to another tag", "failed", TAG, tags(true, 412)],
  ["blocks within", "passed", ...covers("getLatestTransactions", WITHIN, "from=2001, to=2004")],
  ["a block above", "failed", ...covers("getLatestTransactions", WITHIN, "from=0, to=2003")],
  ["one block", "passed", ...covers("getErc20Balances", WITHIN, "from=5, to=5")],
  ["a range without blocks", "failed", ...covers("getErc20Balances", WITHIN, "from=6, to=5")],
  ["balances above", "failed", ...covers("getErc20Balances", WITHIN, "from=0, to=5, balances=6")],
  ["pending", "passed", ...covers("getErc20Balances", COMPLETE, "pending=1, complete=?0")],
  ["all but one", "failed", ...covers("getErc20Balances", COMPLETE, "from=0, pending=1, complete")],
  [
    "balances with one unreadable",
    "failed",
    ...covers("getErc20Balances", COMPLETE, "from=0, unreadable=1, balances=5"),
  ],
  ["all from 5", "failed", ...covers("getAddressTransactions", COMPLETE, "from=5, complete")],
  ["all from 0", "passed", ...covers("getAddressTransactions", COMPLETE, "from=0, complete")],
  ["balances from 5", "passed", ...covers("getErc20Balances", COMPLETE, "from=5, complete")],
  ["from no block", "failed", ...covers("getErc20Balances", COMPLETE, "complete")],
  ["a second", "passed", ...cached("public, max-age=1, s-maxage=1")],
  ["two seconds of a shared cache", "failed", ...cached("public, s-maxage=2")],
  ["two seconds, with spaces", "failed", ...cached("Max-Age = 2")],
  ["two seconds, quoted", "failed", ...cached('max-age="2"')],
  ["nothing cached", `not applicable: ${NO_CACHING}`, ...cached("no-store")],
  ["another directive", `not applicable: ${NO_CACHING}`, ...cached("x-max-ages=5")],
  ["a contract that somebody created", "failed", OWN, creating(OTHER)],
  ["a creation of no contract", "failed", OWN, creating(null)],
  [
    "a creation of which the contract is not told",
    "unchecked: the target leaves out to_address or contract_address, which tell recipients",
    OWN,
    creating(undefined),
  ],
  ["new records, after which a page goes on", "passed", MOVING, growing([9, 8], [9])],
  ["new records, after which a page repeats one", "failed", MOVING, growing([9, 8], [8])],
  ["new records, and a page hides one", "failed", MOVING, growing([9, 8], [9, 10, 10, 10, 10])],
])("%s: %s by %s", async (_, outcome, law, change) => {
  const { outcome: found, reason } = await outcomeOf(law, change);
  expect(found + (reason && `: ${reason}`)).toBe(outcome);
});
