import { test } from "vitest";
import { WALLETS } from "../reference/data.ts";
import type { Service } from "../reference/service.ts";
import { expectViolation, outcomeOf } from "./outcome.ts";

const of = (name: string, operation = "getErc20Balances") => `${operation} / invariant / ${name}`;
const FOREIGN = of("a cursor of another listing is refused");
const CASE = of("walletAddress means the same in upper and in lower case");
const FILTER_CASE = of("contract-address means the same in upper and in lower case");
const NFT_CASE = of("collection_address means the same in upper and in lower case", "getNft");
const ZEROS = of("block_number means the same with zeros before it", "getBlock");

/** Reads an address by its case. */
const byCase = (name: string, isOther: RegExp) => (service: Service) => {
  const { recordsOf } = service;
  service.recordsOf = (call) =>
    isOther.test(call.parameters[name] ?? "") ? [] : recordsOf.call(service, call);
};

test.concurrent.each<[string, string, (service: Service) => void, RegExp]>([
  [
    CASE,
    "upper case",
    byCase("walletAddress", /[A-F]/),
    /^walletAddress in upper case returns the same as in lower case$/,
  ],
  [
    FILTER_CASE,
    "upper case",
    byCase("contract-address", /[A-F]/),
    /^contract-address in upper case returns the same as in lower case$/,
  ],
  [
    FILTER_CASE,
    "no filter in upper case",
    (service) => {
      const { recordsOf } = service;
      service.recordsOf = (call) => {
        const { "contract-address": asked = "", ...others } = call.parameters;
        const found = recordsOf.call(service, call);
        return found.length === 0 && /[A-F]/.test(asked)
          ? recordsOf.call(service, { ...call, parameters: others })
          : found;
      };
    },
    /^no record has contract-address 0x\w+, in upper case either$/,
  ],
  [
    NFT_CASE,
    "another owner",
    (service) => {
      const { findNft } = service;
      service.findNft = (collection, id) => {
        const found = findNft.call(service, collection, id);
        return found && /[A-F]/.test(collection) ? { ...found, owner_address: WALLETS[1] } : found;
      };
    },
    /^collection_address in upper case returns the same as in lower case$/,
  ],
  [
    ZEROS,
    "octal",
    (service) => {
      const { findBlock } = service;
      service.findBlock = (number) =>
        findBlock.call(service, /^0\d/.test(number) ? String(Number.parseInt(number, 8)) : number);
    },
    /./,
  ],
  [
    ZEROS,
    "another block",
    (service) => {
      const { findBlock } = service;
      service.findBlock = (number) => {
        const found = findBlock.call(service, number);
        return found && /^0\d/.test(number) ? { ...found, size: 7 } : found;
      };
    },
    /^the same for 00\d+ as for \d+$/,
  ],
  [
    FOREIGN,
    "taken",
    (service) => {
      service.scopeOf = () => "";
    },
    /status|400/,
  ],
])("%s: %s", async (title, _, change, expected) => {
  const found = await outcomeOf(title, change);
  expectViolation(found, expected);
});
