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

/** What a listing says that it covers, as it stands in the header, and read. */
interface Stated {
  readonly text: string;
  readonly members: Dictionary;
}

async function check(
  fixture: Fixture,
  params: CallParams,
  checkItems: (fixture: Fixture, stated: Stated, items: readonly unknown[]) => void,
): Promise<void> {
  const { verdict, response } = await fixture.ask(params);
  const text = response?.status === 200 ? response.headers[HEADER] : undefined;
  if (text === undefined) {
    fixture.skip("the deployment does not state what its lists cover", true);
    return;
  }
  let members: Dictionary | undefined;
  try {
    members = parseDictionary(text);
  } catch {}
  fixture.assert(members !== undefined, "a dictionary of structured fields", text);
  if (members) {
    const items = itemsOf(field(verdict.body, listingOf(fixture.operation)?.itemsField ?? ""));
    checkItems(fixture, { text, members }, items);
  }
}

/** An integer of the header; undefined if it is not stated. */
function integerOf({ members }: Stated, name: string): number | undefined {
  const value = members.get(name)?.[0];
  return typeof value === "number" ? value : undefined;
}

function checkBlocks(fixture: Fixture, stated: Stated, items: readonly unknown[]): void {
  const { text } = stated;
  const from = integerOf(stated, "from") ?? 0;
  const to = integerOf(stated, "to") ?? Number.POSITIVE_INFINITY;
  const balances = integerOf(stated, "balances") ?? to;
  fixture.assert(from <= to && balances <= to, "`from` and `balances` up to `to`", text);
  for (const item of items) {
    const number = field(item, "block_number");
    if (typeof number === "number") {
      fixture.assert(number >= from && number <= to, `a block within ${text}`, String(number));
    }
  }
}

function checkComplete(fixture: Fixture, stated: Stated, items: readonly unknown[]): void {
  const { text, members } = stated;
  const from = integerOf(stated, "from");
  const unread = (integerOf(stated, "pending") ?? 0) + (integerOf(stated, "unreadable") ?? 0);
  // Tokens that a wallet received below `from` may be known without these blocks; its transactions cannot.
  const isHistory = items.some((item) => field(item, "block_number") !== undefined);
  const isWhole = unread === 0 && (from === 0 || (from !== undefined && !isHistory));
  const isComplete = members.get("complete")?.[0] === true;
  fixture.assert(!isComplete || isWhole, "complete from block 0 on, with nothing unread", text);
  const isRead = unread === 0 || integerOf(stated, "balances") === undefined;
  fixture.assert(isRead, "`balances` with nothing unread", text);
}
