import { setTimeout as sleep } from "node:timers/promises";
import { AT, type Body, body, problem, records } from "../mutation.ts";
import {
  behindLatest,
  type Mutations,
  nowAndThen,
  onlyIf,
  refusedOnce,
  withHeaders,
} from "./tools.ts";

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

/** What the contract leaves to a deployment: none of it may fail. */
export const ALLOWED: Mutations = {
  "keys in any order": body(/./, (value) => (turn++ % 2 === 0 ? reversed(value) : value)),
  "a balance that changes": records(AT.erc20, (record) => {
    if (record.contract.decimals === 18) {
      record.raw_balance = String(BigInt(record.raw_balance) + BigInt(turn++) * 10n ** 18n);
      record.balance = whole(record.raw_balance);
    }
  }),
  "a replica a block behind": behindLatest(() => (turn++ % 2 === 0 ? 0 : 1)),
  "slow responses": async (incoming, forward) => {
    await sleep(AT.v2.test(incoming.url) ? 30 : 0);
    return forward(incoming);
  },
  "a rate limit with a date": onlyIf(
    ({ method }) => method === "GET",
    nowAndThen(/./, 40, () =>
      withHeaders(problem(429), { "retry-after": new Date(Date.now()).toUTCString() }),
    ),
  ),
  "503 while a balance is read": refusedOnce(AT.erc20, () => problem(503)),
};

function whole(raw: string): string {
  const digits = raw.padStart(19, "0");
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0*$/, "");
}
