import { itemsOf } from "@chainkit/openapi";
import { type Dictionary, parseDictionary } from "structured-headers";
import type { CallParams } from "../cases/values.ts";
import type { Operation } from "../spec/operations.ts";
import { field } from "./facts.ts";
import type { Fixture } from "./fixture.ts";
import type { Invariant } from "./invariant.ts";
import { listingOf } from "./listing.ts";

const HEADER = "chainkit-coverage";

/** Invariants of what a listing says that it covers. A deployment that says nothing breaks none of them. */
export function coverageInvariants(operation: Operation): Invariant[] {
  const success = operation.responses.find(({ status }) => status === "200");
  if (!success?.headers.some(({ name }) => name.toLowerCase() === HEADER)) {
    return [];
  }
  return [
    {
      name: "a list has nothing outside of the blocks that it covers",
      basis: "`from` and `to` are the first and the latest block that were considered.",
      operation: operation.id,
      check: (fixture, params) => check(fixture, params, checkBlocks),
    },
    {
      name: "a list of transactions is complete only from block 0 on, others with nothing pending",
      basis: "`complete` is true only if nothing is missing up to `to`.",
      operation: operation.id,
      check: (fixture, params) => check(fixture, params, checkComplete),
    },
  ];
}

/** Members of the header: integers, and whether the list is complete; undefined for those not stated. */
interface Coverage {
  readonly text: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly balances: number | undefined;
  readonly unread: number;
  readonly isComplete: boolean;
}

async function check(
  fixture: Fixture,
  params: CallParams,
  checkItems: (fixture: Fixture, coverage: Coverage, items: readonly unknown[]) => void,
): Promise<void> {
  const { verdict, response } = await fixture.ask(params);
  const text = response?.status === 200 ? response.headers[HEADER] : undefined;
  if (text === undefined) {
    fixture.skip("the deployment does not state what its lists cover", true);
    return;
  }
  const members = dictionaryOf(text);
  if (fixture.assert(members !== undefined, "a dictionary of structured fields", text)) {
    const items = itemsOf(field(verdict.body, listingOf(fixture.operation)?.itemsField ?? ""));
    checkItems(fixture, coverageOf(text, members ?? new Map()), items);
  }
}

function checkBlocks(
  fixture: Fixture,
  { text, from = 0, to = Number.POSITIVE_INFINITY, balances = to }: Coverage,
  items: readonly unknown[],
): void {
  fixture.assert(from <= to && balances <= to, "`from` and `balances` up to `to`", text);
  for (const item of items) {
    const number = field(item, "block_number");
    if (typeof number === "number") {
      fixture.assert(number >= from && number <= to, `a block within ${text}`, String(number));
    }
  }
}

function checkComplete(
  fixture: Fixture,
  { text, from, balances, unread, isComplete }: Coverage,
  items: readonly unknown[],
): void {
  // Tokens that a wallet received below `from` may be known without these blocks; its transactions cannot.
  const isHistory = items.some((item) => field(item, "block_number") !== undefined);
  const isWhole = unread === 0 && (from === 0 || (from !== undefined && !isHistory));
  fixture.assert(!isComplete || isWhole, "complete from block 0 on, with nothing unread", text);
  fixture.assert(unread === 0 || balances === undefined, "`balances` with nothing unread", text);
}

function dictionaryOf(text: string): Dictionary | undefined {
  try {
    return parseDictionary(text);
  } catch {
    return undefined;
  }
}

function coverageOf(text: string, members: Dictionary): Coverage {
  const memberOf = (name: string) => members.get(name)?.[0];
  const numberOf = (name: string) => {
    const value = memberOf(name);
    return typeof value === "number" ? value : undefined;
  };
  return {
    text,
    from: numberOf("from"),
    to: numberOf("to"),
    balances: numberOf("balances"),
    unread: (numberOf("pending") ?? 0) + (numberOf("unreadable") ?? 0),
    isComplete: memberOf("complete") === true,
  };
}
