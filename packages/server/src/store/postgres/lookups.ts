import { StoreUnavailableError } from "../engine.ts";

/** Reads the records that exist, by key. */
export type ReadMany<Key, Found> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>;

/** A lookup that waits for its result. */
interface Lookup<Key, Found> {
  readonly key: Key;
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

/** How lookups share statements. */
export interface Sharing {
  /** Statements in flight for which no further one is sent. */
  readonly statements: number;
  /** Keys of a statement, at most. */
  readonly keys: number;
  /** Keys from which another statement is sent beside one in flight. */
  readonly worth: number;
}

/**
 * Two statements, so that the server reads while the process decodes the rows of the other one. To start
 * one that searches twenty ranges takes the server as long as to read four keys.
 */
const TWO_AT_A_TIME: Sharing = { statements: 2, keys: 64, worth: 4 };
/** Time after which another statement is sent beside a slow one, in milliseconds. */
const PATIENCE_MS = 5;

/**
 * Combines concurrent lookups into statements for many keys: while statements are in flight, further
 * keys are gathered for the next one, and divided if they are worth several. A key is never added to a
 * statement that was sent before, so that each lookup sees the state at its beginning or a later one.
 *
 * If a statement for several keys fails, each is read alone, so that lookups fail by themselves.
 */
export function combineLookups<Key, Found>(
  readMany: ReadMany<Key, Found>,
  { statements, keys, worth }: Sharing = TWO_AT_A_TIME,
): (key: Key) => Promise<Found | undefined> {
  let gathered: Lookup<Key, Found>[] = [];
  let inFlight = 0;
  let isScheduled = false;
  let patience: NodeJS.Timeout | undefined;

  const settle = async (lookups: readonly Lookup<Key, Found>[]): Promise<void> => {
    try {
      const found = await readMany([...new Set(lookups.map(({ key }) => key))]);
      for (const { key, resolve } of lookups) {
        resolve(found.get(key));
      }
    } catch (error) {
      if (lookups.length > 1 && !(error instanceof StoreUnavailableError)) {
        await Promise.all(lookups.map((lookup) => settle([lookup])));
        return;
      }
      for (const { reject } of lookups) {
        reject(error);
      }
    }
  };
  const send = () => {
    isScheduled = false;
    clearTimeout(patience);
    patience = undefined;
    const parts = Math.min(statements - inFlight, Math.floor(gathered.length / worth));
    const share = Math.min(keys, Math.ceil(gathered.length / Math.max(1, parts)));
    const lookups = gathered.slice(0, share);
    gathered = gathered.slice(share);
    inFlight += 1;
    settle(lookups).then(sent, sent);
    schedule();
  };
  const sent = () => {
    inFlight -= 1;
    schedule();
  };
  const schedule = () => {
    if (gathered.length === 0 || isScheduled) {
      return;
    }
    if (inFlight === 0 || (inFlight < statements && gathered.length >= worth)) {
      isScheduled = true;
      // After all callers that are ready to run, of which some look up something as well.
      process.nextTick(send);
    } else {
      patience ??= setTimeout(send, PATIENCE_MS);
    }
  };
  return (key) =>
    new Promise((resolve, reject) => {
      gathered.push({ key, resolve, reject });
      schedule();
    });
}
