import { AT, type Body, request } from "../mutation.ts";
import type { Mutation } from "../proxy.ts";
import { at, block, json, type Mutations, numberIn, read, reply } from "./tools.ts";

/** Changes a block with the help of another one. */
const besides = (offset: number, change: (block: Body, other: Body) => void): Mutation =>
  at(AT.block, async (incoming, forward) => {
    const found = await forward(incoming);
    const value = json(found);
    if (found.status !== 200 || value.block.number + offset < 0) {
      return found;
    }
    const url = incoming.url.replace(/[^/]+$/, String(value.block.number + offset));
    const other = await read(incoming, forward, url);
    change(value.block, other.block);
    return reply(200, value);
  });

let frozen: Body;
let asked = 0;

/** What blocks and the head of a chain say of each other. */
export const BLOCKS: Mutations = {
  "parent_hash is the block's own": block((record) => {
    record.parent_hash = record.hash;
  }),
  "parent_hash of the block before the parent": besides(-1, (record, parent) => {
    record.parent_hash = parent.parent_hash;
  }),
  "the time of the block before": besides(-1, (record, parent) => {
    record.timestamp = parent.timestamp;
  }),
  "transaction_count at most one": block((record) => {
    record.transaction_count = Math.min(record.transaction_count, 1);
  }),
  "gas_used of the first transaction": block((record) => {
    if (record.transaction_count > 1) {
      record.gas_used = String(BigInt(record.gas_used) / BigInt(record.transaction_count));
    }
  }),
  "gas_limit and gas_used exchanged": block((record) => {
    [record.gas_limit, record.gas_used] = [record.gas_used, record.gas_limit];
  }),
  "base fee in another unit than prices": block((record) => {
    record.base_fee_per_gas = String(BigInt(record.base_fee_per_gas ?? 0) * 10n ** 12n);
  }),
  "the latest block is six blocks old": at(/blocks\/latest/, async (incoming, forward) => {
    const { block: newest } = (await read(incoming, forward, incoming.url)) ?? {};
    return forward(
      newest
        ? { ...incoming, url: incoming.url.replace("latest", String(newest.number - 6)) }
        : incoming,
    );
  }),
  "the latest block goes back by five now and then": at(
    /blocks\/latest/,
    async (incoming, forward) => {
      asked += 1;
      const { block: newest } = (await read(incoming, forward, incoming.url)) ?? {};
      const number = newest?.number - (asked % 2 === 0 ? 5 : 0);
      return forward(
        newest ? { ...incoming, url: incoming.url.replace("latest", String(number)) } : incoming,
      );
    },
  ),
  "the latest block stays the one first asked for": at(
    /v2\/ethereum\/blocks\/latest/,
    async (incoming, forward) => {
      const found = await forward(incoming);
      frozen ??= found.status === 200 ? json(found) : undefined;
      return found.status === 200 ? reply(200, frozen) : found;
    },
  ),
  "another hash of the latest block than by number": block((record, url) => {
    if (url.includes("latest")) {
      record.hash = `${record.hash.slice(0, -2)}${record.hash.slice(-2) === "00" ? "01" : "00"}`;
    }
  }),
  "another number than asked for": block((record, url) => {
    if (!url.includes("latest")) {
      record.number += 1;
    }
  }),
  "the next block for odd numbers": request(AT.block, ({ url }) => ({
    url: numberIn(url) % 2 === 1 ? url.replace(/\d+$/, String(numberIn(url) + 1)) : url,
  })),
  "block numbers with leading zeros as octal": request(AT.block, ({ url }) => ({
    url: url.replace(
      /blocks\/0+([1-7][0-7]*)$/,
      (_, given) => `blocks/${Number.parseInt(given, 8)}`,
    ),
  })),
};
