import { honestly, ME, type PAGES, USDC, word, YOU } from "./scenes.ts";
import { type Override, sendJson } from "./site.ts";

/**
 * Members of a response that differ from those of the honest service: a record's fields, or those of each item; and what
 * the lists of a wallet cover, by their paths.
 */
type Changes = Readonly<Record<string, unknown>> & {
  readonly covers?: Readonly<Record<string, string>>;
};

/** The honest service, but for some members of its records. */
export function altered(changes: Changes): Override {
  return (url, response) => {
    const [status, body] = honestly(url);
    const members = Object.entries<object>({ ...body }).map(([name, was]) => {
      const own = changes[name] ?? was;
      const items = Array.isArray(own) && own.map((each, at) => ({ ...Object(was)[at], ...each }));
      return [name, items || (Object(own) === own ? { ...was, ...own } : own)];
    });
    const covered = changes.covers?.[url.pathname.split("/").at(-1) ?? ""];
    const headers = covered ? { "chainkit-coverage": covered } : {};
    return sendJson(response, status, Object.fromEntries(members), headers);
  };
}

/** Of one word more than is shown. */
const LONG = `0x12345678${"0".repeat(64 * 257)}`;
const call = (method: string, own: object = {}) => JSON.stringify({ method, arguments: own });
/** One letter more than fits. */
const name = (fitting: number) => `${"N".repeat(fitting)}!`;
/** Balances of the token that is called. */
const called = (contract: object) => [{ contract: { address: USDC, decimals: 6, ...contract } }];

/** Records that pages show in another way. */
export const KINDS: Partial<Record<keyof typeof PAGES, Readonly<Record<string, Changes>>>> = {
  home: {
    "without fees": {
      block: { base_fee_per_gas: null, gas_used: "1", transaction_count: 1, miner: "" },
    },
  },
  block: {
    "without gas": {
      block: { extra_data: "0xff", gas_limit: "0", gas_used: "0", base_fee_per_gas: null },
      transactions: [
        { decoded: call(name(18)), value: "1234567891234567890" },
        { decoded: call("N".repeat(18)), input: `0xa9059cbb${word(YOU)}${word("1")}` },
        { decoded: null, input: "0x12345678", to_address: YOU },
        { decoded: call(" "), input: "0x5ae401dc", status: 1 },
      ],
      cursor: "next",
    },
    "without amounts": {
      block: { gas_used: "some", extra_data: "0x", miner: "", timestamp: "then" },
      transactions: [
        { to_address: null },
        { input: null, decoded: null },
        // Four wallets that may hold a token, of which three are asked.
        ...[ME, `0x${"a".repeat(40)}`, `0x${"b".repeat(40)}`].map((from_address) => ({
          ...{ from_address, to_address: USDC, value: "0", decoded: null },
          input: `0xa9059cbb${word(YOU)}${word("1")}`,
        })),
      ],
    },
  },
  token_call: {
    "as a deposit": {
      transaction: {
        ...{ effective_gas_price: "0", l1_fee: "1000000000000", transaction_type: 126 },
        ...{ max_fee_per_gas: null, status: null },
      },
    },
    "with blobs and an unknown method": {
      transaction: { gas_used: "many", input: LONG, status: 1234, transaction_type: 3 },
      transactions: [],
    },
    "reverted for free, too short": {
      transaction: { effective_gas_price: "0", input: "0x12", status: 0 },
      transactions: [],
    },
    "as a reverted creation": {
      transaction: { contract_address: ME, status: 0, to_address: null },
    },
    "to nobody": { transaction: { input: "0x", l1_fee: "some", to_address: null } },
    "as a permit of no token": {
      transaction: { input: `0xd505accf${word(ME)}${word(YOU)}${"f".repeat(64)}` },
      transactions: [
        { decoded: call("permit", { owner: ME, value: "9", deadline: "1767225600", v: ["1"] }) },
      ],
      erc20TokenBalances: [],
    },
    "of a value that is no token's": {
      transaction: { input: "0xd0e30db0" },
      transactions: [{ decoded: call("deposit", { value: "1000" }) }],
    },
    "of long names, not decoded": {
      transactions: [],
      erc20TokenBalances: called({ name: name(30), symbol: name(12) }),
    },
    "of no names, without arguments": {
      transactions: [{ decoded: call("transfer") }],
      erc20TokenBalances: called({ decimals: null, name: " ", symbol: null }),
    },
  },
  address: {
    "in each direction": {
      transactions: [
        { from_address: ME.toUpperCase().replace("X", "x") },
        { from_address: YOU, to_address: ME },
        { from_address: ME, to_address: ME },
        { from_address: ME, to_address: null },
      ],
      erc20TokenBalances: called({ decimals: 256, name: name(40), symbol: name(40) }),
      erc721TokenBalances: [
        { tokenId: "4", metadata: { name: "Tiles" } },
        { tokenId: "5", metadata: { name: "Tile 5" } },
        { tokenId: "1".repeat(60), metadata: null },
        { metadata: { name: `7${name(39)}` } },
      ],
      covers: { erc721: "from=1, to=2, complete=?0" },
    },
    "of which the lists lack something": {
      covers: {
        transactions: "from=17000000, to=17000009, complete=?0",
        erc20: "from=17000000, to=17000009, complete=?0, pending=3, unreadable=1",
        erc721: "from=17000000, to=17000009, complete",
      },
    },
  },
  token: {
    "of another standard": {
      erc20TokenBalances: called({ erc_type: name(20), name: name(60) }),
    },
    "as a collection": {
      erc20TokenBalances: [],
      erc721TokenBalances: [{ address: USDC, ercType: "ERC721", metadata: { symbol: "TILE" } }],
    },
  },
  nft: {
    bare: {
      nft: {
        ...{ attributes: [], description: null, image_uri: " ", name: null, owner_address: null },
        ...{ mint_block_number: null, standard: " ", symbol: " " },
      },
    },
    "of the first block": {
      nft: {
        ...{ description: name(120), image_uri: "http://images.example/1.png", name: name(120) },
        ...{ mint_block_number: 0, mint_block_timestamp: null, standard: name(40) },
      },
    },
    "on a network": { nft: { attributes: null, image_uri: "AR:/x" } },
    "on another host": { nft: { image_uri: " https://images.example/1.png" } },
  },
};
