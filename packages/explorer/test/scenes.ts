import type { AddressData, ChainData } from "@chainkit/client";
import { type Override, sendJson } from "./site.ts";
import { extremes, HASH } from "./values.ts";

/** A chain at a glance, invented: blocks, transactions of each kind, tokens and NFTs of one wallet. */
const NEWEST = 23_184_207;
const BLOCK_S = 12;
export const ME = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
export const YOU = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
export const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const TILES = "0x5fc8d32690cc91d4c39d9d3abcbd16989f875707";
const ART =
  "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path fill='%230d6e70' d='M0 0h8v8H0z'/><circle cx='4' cy='4' r='2' fill='%23e7b252'/></svg>";

/** Spreads a number over so many hexadecimal digits. */
function hex(seed: number, digits: number): `0x${string}` {
  let text = "";
  for (let at = 1; text.length < digits; at++) {
    text += (Math.imul(seed + 7, 2_654_435_761 + at * 40_503) >>> 0).toString(16);
  }
  return `0x${text.slice(0, digits)}`;
}

/** Nine seconds after the newest block. */
export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const timeOf = (number: number) =>
  new Date(NOW - 9_000 - (NEWEST - number) * BLOCK_S * 1_000).toISOString();
export const word = (value: string) => value.replace(/^0x/, "").padStart(64, "0");

function block(number: number): ChainData.Block {
  const used = 9_000_000 + ((number * 7_919) % 20_000_000);
  return {
    base_fee_per_gas: "3420000000",
    difficulty: "0",
    extra_data: "0x6265617665726275696c642e6f7267",
    gas_limit: "30000000",
    gas_used: String(used),
    hash: hex(number, 64),
    logs_bloom: "0x00",
    miner: "0x95222290dd7278aa3ddd389cc1e1d165cc4bafe5",
    nonce: "0x0000000000000000",
    number,
    parent_hash: hex(number - 1, 64),
    receipt_root: hex(number + 1, 64),
    sha3_uncles: hex(2, 64),
    size: 68_395,
    state_root: hex(number + 2, 64),
    timestamp: timeOf(number),
    transaction_count: 120 + ((number * 37) % 130),
    transactions_root: hex(number + 3, 64),
  };
}

interface Kind {
  readonly call?: { readonly method: string; readonly arguments: Readonly<Record<string, string>> };
  readonly to?: `0x${string}` | null;
  readonly value?: string;
  readonly status?: number;
  readonly input?: `0x${string}`;
}

/** One transaction of each kind; a list repeats them. */
const KINDS: readonly Kind[] = [
  {
    call: { method: "transfer", arguments: { to: YOU, value: "1250000000" } },
    to: USDC,
    input: `0xa9059cbb${word(YOU)}${word("4a817c80")}`,
  },
  { to: YOU, value: "1204200000000000000" },
  {
    call: { method: "approve", arguments: { spender: YOU, value: `${2n ** 256n - 1n}` } },
    to: USDC,
    input: `0x095ea7b3${word(YOU)}${"f".repeat(64)}`,
  },
  { to: YOU, value: "850000000000000000", status: 0 },
  { to: null, input: "0x6080604052348015600e575f80fd5b50" },
  { to: TILES, input: `0x40c10f19${word(ME)}${word("7")}` },
];

/** The transactions of a list, by their places. */
function transaction(at: number) {
  const { call, to = null, value = "0", status = 1, input = "0x" } = KINDS[at % KINDS.length] ?? {};
  const number = NEWEST - Math.floor(at / 2);
  return {
    block_hash: hex(number, 64),
    block_number: number,
    block_timestamp: timeOf(number),
    contract_address: to === null ? hex(at + 99, 40) : null,
    cumulative_gas_used: "1000000",
    decoded: call ? JSON.stringify(call) : null,
    effective_gas_price: "3520000000",
    from_address: at % 5 === 4 ? YOU : ME,
    gas: "65000",
    gas_price: "3520000000",
    gas_used: "52341",
    input,
    max_fee_per_gas: "8000000000",
    max_priority_fee_per_gas: "100000000",
    nonce: String(1_318 - at),
    status,
    to_address: to,
    transaction_hash: hex(at + 1_000, 64),
    transaction_index: 42,
    transaction_type: 2,
    value,
  } as const;
}
const TRANSACTIONS = Array.from({ length: 60 }, (_, at) => transaction(at));

const TOKENS: readonly [
  name: string | null,
  symbol: string | null,
  decimals: number | null,
  raw: string,
][] = [
  ["USD Coin", "USDC", 6, "2480050000"],
  ["CelerToken", "CELR", 18, "336195560049560000000000"],
  ["Wrapped Ether", "WETH", 18, "6000000000000000"],
  ["Storj", "STORJ", 8, "741600000000"],
  [null, null, null, "126"],
];

function token(at: number): AddressData.Erc20Balance {
  const [name = null, symbol = null, decimals = null, raw_balance = "0"] = TOKENS[at] ?? [];
  const address = at === 0 ? USDC : hex(at + 500, 40);
  return {
    balance: raw_balance,
    raw_balance,
    contract: { address, decimals, erc_type: "ERC20", name, symbol },
  };
}

function nft(at: number): AddressData.Erc721Balance {
  const tokenId = String(7 + at * 10);
  const metadata = {
    name: at === 5 ? null : `Tile ${tokenId}`,
    symbol: "TILE",
    imageUri: at % 3 === 0 ? ART : null,
  };
  return { address: TILES, balance: "1", ercType: "ERC721", tokenId, metadata };
}

/** A healthy service with plausible data. */
export function honestly(url: URL): readonly [status: number, body: object] {
  const [, area, , , last = ""] = url.pathname.split("/");
  const contract = url.searchParams.get("contract-address");
  const send = (body: object) => [200, body] as const;
  if (area !== "v2") {
    const page = (field: string, items: readonly object[]) =>
      send({ cursor: null, resultCount: items.length, [field]: items });
    if (url.pathname.endsWith("/erc20")) {
      const all = TOKENS.map((_, at) => token(at));
      return page(
        "erc20TokenBalances",
        contract ? all.filter((each) => each.contract.address === contract) : all,
      );
    }
    if (url.pathname.endsWith("/erc721")) {
      return page(
        "erc721TokenBalances",
        contract ? [] : Array.from({ length: 8 }, (_, at) => nft(at)),
      );
    }
    const limit = Number(url.searchParams.get("limit") ?? 100);
    const listed = url.pathname.includes(USDC)
      ? TRANSACTIONS.filter(({ to_address }) => to_address === USDC)
      : TRANSACTIONS;
    return page("transactions", listed.slice(0, limit));
  }
  if (url.pathname.includes("/blocks/")) {
    return send({ block: block(last === "latest" ? NEWEST : Number(last)) });
  }
  if (url.pathname.includes("/nfts/")) {
    return send({
      nft: {
        attributes: [
          { trait_type: "Ground", value: "Verdigris" },
          { trait_type: "Rings", value: 0 },
          { trait_type: 7, value: "" },
          { trait_type: " ", value: { brass: 1 } },
          "plain",
        ],
        description: "Two links, one of brass and one of verdigris.",
        image_uri: ART,
        mint_block_number: NEWEST - 900,
        mint_block_timestamp: timeOf(NEWEST - 900),
        name: "Tile 7",
        owner_address: ME,
        standard: "ERC721",
        symbol: "TILE",
        token_address: TILES,
        token_id: "7",
      },
    });
  }
  const found = TRANSACTIONS.find(({ transaction_hash }) => transaction_hash === last);
  return found
    ? send({ transaction: { ...found, value: 0, value_raw: found.value } })
    : [404, { ...PROBLEM, status: 404, detail: "There is no transaction with this hash." }];
}

const honest: Override = (url, response) => sendJson(response, ...honestly(url));

const PROBLEM = { type: "about:blank", title: "Problem" };

/** A chain with one block and nothing on it. */
const empty: Override = (url, response) => {
  if (url.pathname.startsWith("/v2/")) {
    return url.pathname.includes("/blocks/")
      ? sendJson(response, 200, {
          block: { ...block(0), gas_used: "0", transaction_count: 0, extra_data: "0x" },
        })
      : extremes("emptiest")(url, response);
  }
  const lists = { transactions: [], erc20TokenBalances: [], erc721TokenBalances: [] };
  return sendJson(response, 200, { cursor: null, resultCount: 0, ...lists });
};

const failed: Override = (_, response) =>
  sendJson(response, 500, { ...PROBLEM, status: 500, detail: "The store cannot be read." });

const outage: Override = (_, response) => {
  response.destroy();
  return true;
};

/** Of the lists of a wallet, the first comes. */
const silent: Override = (url, response) =>
  url.pathname.endsWith("/erc20") ? honest(url, response) : true;

/** Nothing is there but the newest block. */
const missing: Override = (url, response) =>
  url.pathname.endsWith("/latest")
    ? honest(url, response)
    : sendJson(response, 404, { ...PROBLEM, status: 404, detail: "It is not here." });

/** What the service does, by the kind of data. */
export const SCENES = {
  honest,
  empty,
  failed,
  hostile: extremes("longest"),
  missing,
  outage,
  silent,
};

const transactionPath = (at: number) => `#/ethereum/tx/${TRANSACTIONS[at]?.transaction_hash}`;

/** A page of each kind. */
export const PAGES = {
  home: "#/",
  block: `#/ethereum/block/${NEWEST}`,
  transfer: transactionPath(1),
  token_call: transactionPath(0),
  approval: transactionPath(2),
  reverted: transactionPath(3),
  creation: transactionPath(4),
  address: `#/ethereum/address/${ME}`,
  token: `#/ethereum/address/${USDC}`,
  nft: `#/ethereum/nft/${TILES}/7`,
  not_found: `#/ethereum/tx/${HASH}`,
  nowhere: "#/ethereum/nonsense/1",
} as const;
