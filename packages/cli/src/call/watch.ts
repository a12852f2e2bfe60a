import { setTimeout as sleep } from "node:timers/promises";
import { kebab } from "@chainkit/command";
import type { Command } from "../commands.ts";
import { unwrap } from "../output/records.ts";
import { type Caller, readPage } from "./caller.ts";

type Params = Readonly<Record<string, unknown>>;

/** Options of a watch. */
export interface WatchOptions {
  readonly intervalMs: number;
  /** Number of records after which to stop. */
  readonly max: number;
  readonly print: (records: readonly unknown[]) => Promise<void>;
  readonly note: (line: string) => void;
}

/** Numbers between two polls that are fetched; beyond them a note says what is left out. */
const MAX_GAP = 1_000;
/** Pages of one poll. */
const MAX_PAGES = 100;

/**
 * Repeats a call and prints what is new: of a listing the records that it did not begin with before,
 * of anything else a response that has changed. An error that may pass does not end it.
 */
export async function watch(
  command: Command,
  call: Caller,
  params: Params,
  { intervalMs, max, print, note }: WatchOptions,
): Promise<void> {
  const poll = command.pagination
    ? listingPoll(command, call, params, note)
    : valuePoll(command, call, params, note);
  let count = 0;
  for (let isFirst = true; ; isFirst = false) {
    let waitMs = intervalMs;
    try {
      const records = (await poll()).slice(0, max - count);
      count += records.length;
      await print(records);
    } catch (error) {
      if (isFirst || !mayPass(error)) {
        throw error;
      }
      const { message, retryAfterMs = 0 } = error as Error & { retryAfterMs?: number };
      waitMs = Math.max(intervalMs, retryAfterMs);
      note(`${message}; trying again`);
    }
    if (count >= max) {
      return;
    }
    await sleep(waitMs);
  }
}

function mayPass(error: unknown): boolean {
  const { kind = "", status = 0 } = Object(error) as { kind?: string; status?: number };
  return /^(network|timeout)$/.test(kind) || status === 429 || status >= 500;
}

/** The records that are new at the beginning of a listing, the oldest first. */
function listingPoll(command: Command, call: Caller, params: Params, note: WatchOptions["note"]) {
  let seen: Set<string> | undefined;
  return async () => {
    const fresh: unknown[] = [];
    const now = new Set<string>();
    let pages = 0;
    for await (const page of call(params).pages()) {
      const { records } = readPage(command, page);
      const keys = records.map((record) => JSON.stringify(record));
      fresh.push(...records.filter((_, at) => !seen?.has(keys[at] ?? "")));
      const isKnown = keys.some((key) => seen?.has(key));
      for (const key of keys) {
        now.add(key);
      }
      // Where the listing reaches what it began with before, the rest is known.
      if (!seen || isKnown) {
        break;
      }
      if (++pages === MAX_PAGES) {
        note(`more than ${MAX_PAGES} pages are new; older ones are omitted`);
        break;
      }
    }
    // What was seen before may come back when a chain is reorganised: the last polls are kept.
    seen = new Set([...now, ...[...(seen ?? [])].slice(0, 10_000)]);
    return fresh.reverse();
  };
}

/**
 * The response if it has changed. A parameter such as `block_number`, given by a word (`latest`), is
 * followed in the field `number` of the response: numbers passed over between two polls are fetched.
 */
function valuePoll(command: Command, call: Caller, params: Params, note: WatchOptions["note"]) {
  const followed = Object.keys(params).find(
    (name) => /^[a-z]+$/i.test(String(params[name])) && isNumber(command, name),
  );
  const [field = ""] = kebab(followed ?? "")
    .split("-")
    .slice(-1);
  let last: string | undefined;
  // Neither before nor after any other number.
  let lastNumber = Number.NaN;
  return async () => {
    const data = await call(params);
    const text = JSON.stringify(data);
    if (text === last) {
      return [];
    }
    const { [field]: stated } = Object(unwrap(data));
    const number = typeof stated === "number" ? stated : Number.NaN;
    const between: unknown[] = [];
    const from = Math.max(lastNumber + 1, number - MAX_GAP);
    if (from > lastNumber + 1) {
      note(`${from - lastNumber - 1} are left out: ${lastNumber + 1} to ${from - 1}`);
    }
    for (let at = from; at < number; at++) {
      between.push(await call({ ...params, [followed ?? ""]: String(at) }));
    }
    last = text;
    lastNumber = number;
    return [...between, data];
  };
}

/** Whether a text parameter may be a number as well. */
function isNumber({ params }: Command, name: string): boolean {
  const { [name]: schema } = Object(params.properties) as Record<string, { pattern?: string }>;
  return schema?.pattern !== undefined && new RegExp(schema.pattern, "u").test("1");
}
