// Runs in every JavaScript runtime: no import but types.
import type * as runtime from "../../src/index.ts";
import type { PagedCall } from "../../src/index.ts";
import type { createRaw } from "../../src/raw.ts";
import type { Outcome, Vector } from "./vector.ts";

type Lists = PagedCall<unknown, unknown, unknown>;
type Methods = Record<string, (params?: object, call?: object) => Lists>;
type Raw = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown }>;

/** Credentials of the operations that have several. */
const SCHEMES: Parameters<typeof runtime.credentials>[0] = {
  apiKey: { kind: "key", in: "header", name: "X-Key" },
  appid: { kind: "key", in: "query", name: "appid" },
  user: { kind: "basic" },
};

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** JavaScript values that JSON has no form for, made on demand: workerd makes none beforehand. */
const jsValues: Record<string, () => unknown> = {
  array: () => [],
  boxed: () => new String("o"),
  circular: () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    return circular;
  },
  controller: () => new AbortController(),
  date: () => new Date(0),
  failingLogger: () => {
    const fail = () => {
      throw new Error("disk full");
    };
    return { debug: fail, info: fail, warn: fail, error: fail };
  },
  function: () => () => {},
  functionLogger: () => Object.assign(() => {}, quiet),
  infinity: () => Number.POSITIVE_INFINITY,
  headers: () => new Headers({ "x-client": "a", "x-call": "a" }),
  hook: () => ({ onRequest: () => undefined }),
  inheriting: () => Object.create({ timeoutMs: "5" }),
  liar: () => ({ [Symbol.toStringTag]: "string" }),
  lowerHook: () => ({ onrequest: () => undefined }),
  map: () => new Map([["a", 1]]),
  misspeltHook: () => ({ onRequest: () => undefined, onRespone: () => undefined }),
  moreHeaders: () => new Headers({ "x-call": "b" }),
  nan: () => Number.NaN,
  ownHook: () =>
    new (class {
      readonly zone = "oneregion";
      readonly onRetry = () => undefined;
      onResponse() {
        return undefined;
      }
    })(),
  promise: () => Promise.resolve("o"),
  // biome-ignore lint/suspicious/noSparseArray: what it is about.
  sparse: () => [, 1],
  surrogate: () => "a\ud800b",
  symbol: () => Symbol("s"),
  taggedLogger: () =>
    Object.create({
      ...quiet,
      get [Symbol.toStringTag]() {
        return "Pino";
      },
    }),
  throwing: () => ({
    get id() {
      throw new Error("mine");
    },
  }),
  undefined: () => undefined,
  vanishing: () => ({ toJSON: () => undefined }),
};

/** Puts the values in for `{ "$js": name }`; `bigint:5` is 5n. */
function revived(value: unknown): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(revived);
  }
  const { $js: name } = value as { $js?: string };
  if (name !== undefined) {
    const [, digits] = /^bigint:(\d+)$/.exec(name) ?? [];
    const make = digits === undefined ? jsValues[name] : () => BigInt(digits);
    if (!make) {
      throw new Error(`unknown value: ${name}`);
    }
    return make();
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revived(part)]));
}

/** Changes an object as deep as `changes` says. */
function change(target: Record<string, unknown>, changes: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(changes)) {
    if (typeof value === "object" && value !== null) {
      change(target[name] as Record<string, unknown>, value as Record<string, unknown>);
    } else {
      target[name] = value;
    }
  }
}

async function first<T>(source: AsyncIterable<T>, max = Infinity, taken: T[] = []): Promise<T[]> {
  if (max === 0) {
    return taken;
  }
  for await (const value of source) {
    taken.push(value);
    if (taken.length >= max) {
      break;
    }
  }
  return taken;
}

async function act(
  vector: Vector,
  client: Methods,
  raw: typeof createRaw,
  outcome: Outcome,
): Promise<void> {
  const { do: what = "call", operation, max } = vector;
  const params = revived(vector.params) as Record<string, unknown>;
  const controller = new AbortController();
  const call = revived(vector.call === undefined ? {} : vector.call) as Record<string, unknown>;
  if (vector.abortAfterMs !== undefined) {
    call.signal = controller.signal;
    const abort = () => controller.abort(new Error("the user left"));
    if (vector.abortAfterMs === 0) {
      abort();
    } else {
      setTimeout(abort, vector.abortAfterMs);
    }
  }
  if (what === "raw") {
    const { request } = raw(client) as unknown as { request: Raw };
    const [method = "", path = ""] = operation.split(" ");
    const { data, error } = await request(method, path, { ...params, ...call });
    outcome.data = { data, error };
    return;
  }
  const started = (client[operation] as Methods[string])(params, call);
  change(params, vector.changeAfterwards ?? {});
  if (what === "call") {
    outcome.data = await started;
  }
  if (what === "response") {
    const { data, response } = await started.withResponse();
    Object.assign(outcome, { data, status: response.status });
  }
  if (what === "result") {
    const result = (await started.result().catch(() => {
      throw new Error("result() rejected");
    })) as { ok: boolean; data?: unknown; error?: Error };
    if (!result.ok) {
      throw result.error;
    }
    outcome.data = result.data;
  }
  outcome.items = [];
  outcome.pages = [];
  if (what === "items") {
    await first(started, max, outcome.items);
  }
  if (what === "pages") {
    await first(started.pages(), max, outcome.pages);
  }
  if (what === "toArray") {
    outcome.items = await started.toArray(max === undefined ? {} : { max });
  }
}

/** The functions under test. */
export interface Factories
  extends Pick<typeof runtime, "createClient" | "listings" | "queries" | "bodies">,
    Pick<typeof runtime, "credentials" | "tokens" | "schemas" | "types" | "envelopes" | "results"> {
  readonly raw: typeof createRaw;
}

/**
 * Carries out one vector.
 *
 * @param factories What is under test.
 * @param inspect Shows an error as the runtime's console does.
 */
export async function runVector(
  factories: Factories,
  operations: Parameters<typeof runtime.createClient>[0],
  vector: Vector,
  baseUrl: string,
  inspect: (value: unknown) => string = String,
): Promise<Outcome> {
  const outcome: Outcome = { log: [], ms: 0, shown: "" };
  const line = (level: string) => (text: string) => outcome.log.push(`${level} ${text}`);
  const logger = {
    debug: line("debug"),
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
  };
  const { token, ...options } = revived(vector.client ?? {}) as Record<string, unknown>;
  const dynamic = token as { function?: string; fails?: string } | string | undefined;
  let asked = 0;
  const source =
    typeof dynamic === "object"
      ? async () => {
          if (dynamic.fails) {
            throw new Error(dynamic.fails);
          }
          asked++;
          return `${dynamic.function}${asked}`;
        }
      : dynamic;
  const start = performance.now();
  try {
    const fast = { baseDelayMs: 1, maxDelayMs: 5 };
    const { listings, queries, bodies, tokens, schemas, types } = factories;
    const given =
      vector.client === null
        ? null
        : {
            baseUrl,
            logger,
            ...options,
            retry:
              options.retry === false ? (false as const) : { ...fast, ...Object(options.retry) },
            ...(source !== undefined && { token: source }),
          };
    const { credentials, envelopes, results } = factories;
    const keys = operations[vector.operation]?.credentials && SCHEMES;
    const parts = [
      { options: { space: null, ...(keys && { apiKey: null, appid: null, user: null }) } },
      ...[listings, queries, bodies, keys ? credentials(keys) : tokens],
      ...[schemas, types, envelopes, results],
    ];
    const client = factories.createClient<Methods>(operations, given as never, parts);
    await act(vector, client, factories.raw, outcome);
  } catch (caught) {
    const error = caught as Error & { toJSON?: () => Record<string, unknown> };
    const cause = error.cause as Error | undefined;
    outcome.error = {
      ...(error.toJSON?.() ?? { name: error.name, message: error.message, unknown: true }),
      isError: error instanceof Error,
      ...(cause && { causeMessage: cause.message }),
    };
    outcome.shown = [error.stack, inspect(error), JSON.stringify(error), cause?.message].join("\n");
  }
  outcome.ms = performance.now() - start;
  outcome.shown += outcome.log.join("\n");
  return outcome;
}
