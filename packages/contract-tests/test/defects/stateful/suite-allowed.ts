import { setTimeout as sleep } from "node:timers/promises";
import { AT, type Body, body, problem, records } from "../mutation.ts";
import type { Mutation } from "../proxy.ts";

const reversed = (value: Body): Body =>
  typeof value !== "object" || value === null
    ? value
    : Array.isArray(value)
      ? value.map(reversed)
      : Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, each]) => [name, reversed(each)]),
        );
let turn = 0;
let busy = 0;
const read = new Set<string>();

/** What the contract leaves to a deployment: none of it may fail. */
export const ALLOWED: Readonly<Record<string, Mutation>> = {
  "keys in any order": body(/./, (value) => (turn++ % 2 === 0 ? reversed(value) : value)),
  "a balance that changes": records(AT.erc20, (record) => {
    if (record.contract.decimals === 18) {
      record.raw_balance = String(BigInt(record.raw_balance) + BigInt(turn++) * 10n ** 18n);
      record.balance = whole(record.raw_balance);
    }
  }),
  "a replica a block behind": async (incoming, forward) => {
    if (!/blocks\/latest/.test(incoming.url) || turn++ % 2 === 0) {
      return forward(incoming);
    }
    const found = await forward(incoming);
    if (found.status !== 200) {
      return found;
    }
    const { block } = JSON.parse(found.body.toString());
    const url = incoming.url.replace("latest", String(block.number - 1));
    return forward({ ...incoming, url });
  },
  "slow responses": async (incoming, forward) => {
    await sleep(AT.v2.test(incoming.url) ? 30 : 0);
    return forward(incoming);
  },
  "a rate limit with a date": async (incoming, forward) => {
    busy += 1;
    if (busy % 40 !== 0 || incoming.method !== "GET") {
      return forward(incoming);
    }
    const refused = problem(429);
    const headers = { ...refused.headers, "retry-after": new Date(Date.now()).toUTCString() };
    return { ...refused, headers };
  },
  "503 while a balance is read": async (incoming, forward) => {
    if (!AT.erc20.test(incoming.url) || read.has(incoming.url)) {
      return forward(incoming);
    }
    read.add(incoming.url);
    const refused = problem(503);
    return { ...refused, headers: { ...refused.headers, "retry-after": "0" } };
  },
};

function whole(raw: string): string {
  const digits = raw.padStart(19, "0");
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0*$/, "");
}
