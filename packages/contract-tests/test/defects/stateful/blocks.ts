import { AT, type Body, body } from "../mutation.ts";
import type { Mutation } from "../proxy.ts";
import { behindLatest, type Mutations, read } from "./tools.ts";

/** Changes a block with the help of another one. */
const besides = (offset: number, change: (block: Body, other: Body) => void): Mutation =>
  body(AT.block, async ({ block }, incoming, forward) => {
    if (block.number + offset >= 0) {
      const url = incoming.url.replace(/[^/]+$/, String(block.number + offset));
      change(block, (await read(incoming, forward, url)).block);
    }
  });

let frozen: Body;
let asked = 0;

/** What blocks and the head of a chain say of each other. */
export const BLOCKS: Mutations = {
  "parent_hash of the block before the parent": besides(-1, (record, parent) => {
    record.parent_hash = parent.parent_hash;
  }),
  "the time of the block before": besides(-1, (record, parent) => {
    record.timestamp = parent.timestamp;
  }),
  "the latest block is six blocks old": behindLatest(() => 6),
  "the latest block goes back by five now and then": behindLatest(() => {
    asked += 1;
    return asked % 2 === 0 ? 5 : 0;
  }),
  "the latest block stays the one first asked for": body(
    /v2\/ethereum\/blocks\/latest/,
    (latest) => {
      frozen ??= latest;
      return frozen;
    },
  ),
};
