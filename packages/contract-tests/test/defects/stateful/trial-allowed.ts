import {
  AT,
  all,
  type Body,
  body,
  fieldOf,
  json,
  problem,
  queryOf,
  records,
  reply,
  request,
} from "../mutation.ts";
import type { Mutation } from "../proxy.ts";
import { asking, everything, type Mutations, nft, onlyIf } from "./tools.ts";

/** How a deployment pages: cursors are positions, which every listing takes. */
interface Paging {
  readonly write?: (position: number) => string;
  readonly read?: (cursor: string) => number;
  /** Number of records of a page. */
  readonly size?: (limit: number) => number;
  /** A page without records after this many records, or before the end. */
  readonly emptyAt?: "middle" | "end";
  readonly isOldestFirst?: boolean;
}

/**
 * Pages through listings by positions, counted from the oldest record, so that they stay while a listing grows.
 */
function paged({
  write = String,
  read = Number,
  size = (limit) => limit,
  emptyAt,
  isOldestFirst = false,
}: Paging): Mutation {
  return onlyIf(
    ({ url }) => LISTS.test(url),
    async (incoming, forward) => {
      const cursor = queryOf(incoming, "cursor");
      const probe = await forward(asking(incoming, "cursor", null));
      const page = json(probe);
      if (probe.status !== 200) {
        return probe;
      }
      const field = fieldOf(page);
      const records = await everything(incoming, forward);
      const listed = isOldestFirst ? records.reverse() : records;
      const position = (index: number) => (isOldestFirst ? index : listed.length - index);
      const [text = "", isEmpty] = (cursor ?? "").split("~");
      const given = cursor === undefined || cursor === "" ? position(0) : read(text);
      if (!Number.isInteger(given) || given < 0 || given > listed.length) {
        return problem(400, {
          title: "Bad Request",
          errors: [{ parameter: "cursor", reason: "is not a position" }],
        });
      }
      const start = position(given);
      const end = start + size(Number(queryOf(incoming, "limit") || 100));
      const isNow =
        emptyAt !== undefined && !isEmpty && (emptyAt === "end" ? end >= listed.length : start > 0);
      const next = isNow
        ? `${write(position(start))}~1`
        : end < listed.length
          ? write(position(end))
          : null;
      const items = isNow && emptyAt === "middle" ? [] : listed.slice(start, end);
      return reply(200, {
        cursor: next,
        [field]: emptyAt === "end" && isEmpty ? [] : items,
        ...("resultCount" in page
          ? { resultCount: emptyAt === "end" && isEmpty ? 0 : items.length }
          : {}),
      });
    },
  );
}

const mixed = (hex: unknown) =>
  typeof hex === "string"
    ? `0x${hex.slice(2).replace(/[a-f]/g, (digit, at) => (at % 2 ? digit : digit.toUpperCase()))}`
    : hex;
const ADDRESSES = [
  ...["from_address", "to_address", "contract_address", "address"],
  ...["owner_address", "token_address", "miner"],
];

/** Writes addresses with capitals, at any depth. */
function withCapitals(value: Body): void {
  for (const [name, inner] of Object.entries(value ?? {})) {
    if (ADDRESSES.includes(name) && typeof inner === "string") {
      value[name] = mixed(inner);
    } else if (typeof inner === "object") {
      withCapitals(inner);
    }
  }
}

const OPTIONAL = [
  ...["contract_address", "to_address", "status", "max_fee_per_gas", "max_priority_fee_per_gas"],
  ...["decoded", "l1_fee", "l1_fee_scalar", "l1_gas_price", "l1_gas_used", "base_fee_per_gas"],
  ...["total_difficulty", "withdrawals_root", "attributes", "description", "external_uri"],
  ...["image_uri", "logo", "owner_address", "mint_block_number", "mint_block_timestamp"],
  ...["token_uri", "tokenUri", "metadata", "logoUri", "symbol", "decimals"],
];

/** Removes fields at any depth. */
function omit(value: Body, isOmitted: (name: string, value: unknown) => boolean): void {
  for (const [name, inner] of Object.entries(value ?? {})) {
    if (isOmitted(name, inner)) {
      delete value[name];
    } else if (typeof inner === "object") {
      omit(inner, isOmitted);
    }
  }
}

/** `AT.lists` without management. */
const LISTS = /^\/(?!public_api)\w+\/v1\//;
const data = /^\/(v2|(?!public_api)\w+\/v1)\//;
const seen = new Map<string, number>();
const inHex = (id: unknown) => `0x${BigInt(String(id)).toString(16)}`;
const NFT_ID = /(\/nfts\/)([^/?]+)/;

/** What the interface leaves to a deployment; all waivers are allowed. */
export const ALLOWED_BY_TRIAL: Mutations = {
  "positions of JSON text as cursors": paged({
    write: (position) => JSON.stringify({ position }),
    read: (cursor) => Number(json({ body: Buffer.from(cursor) })?.position ?? Number.NaN),
  }),
  "positions as cursors with + / =": paged({
    write: (position) => `+/=${position}`,
    read: (cursor) => Number(cursor.startsWith("+/=") ? cursor.slice(3) : Number.NaN),
  }),
  "positions as cursors of 2 kB": paged({
    write: (position) => `${"x".repeat(2000)}${position}`,
    read: (cursor) => Number(cursor.length > 2000 ? cursor.slice(2000) : Number.NaN),
  }),
  "positions as cursors": paged({}),
  "smaller pages than asked for": paged({ size: (limit) => Math.max(1, Math.ceil(limit / 2)) }),
  "an empty page in the middle": paged({ emptyAt: "middle" }),
  "an empty page at the end": paged({ emptyAt: "end" }),
  "the oldest first": paged({ isOldestFirst: true }),
  "addresses with a checksum everywhere": body(data, withCapitals),
  "addresses with a checksum in lists only": body(LISTS, withCapitals),
  "null fields left out": body(data, (value) =>
    omit(value, (name, inner) => inner === null && name !== "cursor"),
  ),
  "optional fields left out": body(data, (value) => omit(value, (name) => OPTIONAL.includes(name))),
  "token ids in hexadecimal": all(
    request(AT.nft, ({ url }) => {
      const id = NFT_ID.exec(url)?.[2] ?? "";
      const text = /^0x[0-9a-f]{1,64}$/i.test(id) ? String(BigInt(id)) : "no-id";
      return { url: url.replace(NFT_ID, `$1${text}`) };
    }),
    onlyIf(
      ({ url }) => AT.nft.test(url) && !/\/nfts\/0x[0-9a-f]+($|\?)/i.test(url),
      async () =>
        problem(400, {
          title: "Bad Request",
          errors: [{ parameter: "token_id", reason: "is not hexadecimal" }],
        }),
    ),
    nft((record) => {
      record.token_id = inHex(record.token_id);
    }),
    records(AT.erc721, (record) => {
      record.tokenId = inHex(record.tokenId);
    }),
  ),
  "metadata that arrives between two reads": all(
    body(AT.nft, ({ nft: record }, { url }) => {
      const count = (seen.get(url.toLowerCase()) ?? 0) + 1;
      seen.set(url.toLowerCase(), count);
      for (const name of count > 1
        ? []
        : ["name", "description", "image_uri", "token_uri", "attributes"]) {
        record[name] = null;
      }
    }),
    records(AT.erc721, (record) => {
      const key = `${record.address} ${record.tokenId}`;
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      record.metadata = count > 3 ? record.metadata : null;
    }),
  ),
};
