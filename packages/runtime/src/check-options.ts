import { type CallFacts, inputError } from "./errors.ts";
import type { CallOptions, Settings } from "./options.ts";
import { hasMethods, membersOf, received, typeOf } from "./values.ts";
import { isAbortSignal, isHeaders } from "./web.ts";

/** What the value of an option must be. */
interface OptionRule {
  /** For the error message: `must be of type …`. */
  readonly type: string;
  accepts(value: unknown): boolean;
}

/** The options that there are, by name; null: checked elsewhere, or when it is used. */
type OptionRules = Readonly<Record<string, OptionRule | null>>;

export const NUMBER: OptionRule = {
  type: "number >= 0",
  accepts: (value) => typeof value === "number" && value >= 0,
};

const LOG_LEVELS = ["debug", "info", "warn", "error"];
const HOOKS = ["onRequest", "onResponse", "onError"];

const SHARED_OPTIONS: OptionRules = {
  headers: {
    type: "object or Headers",
    accepts: (value) => typeOf(value) === "object" || isHeaders(value),
  },
  maxResponseBytes: NUMBER,
  retry: null,
  timeoutMs: NUMBER,
};

/** Options of a call. */
const CALL_OPTIONS: OptionRules = {
  ...SHARED_OPTIONS,
  signal: { type: "AbortSignal", accepts: isAbortSignal },
};

/** Options of every client, and those that the client of an area may have. */
export const CLIENT_OPTIONS: OptionRules = {
  ...SHARED_OPTIONS,
  baseUrl: null,
  fetch: { type: "function", accepts: (value) => typeof value === "function" },
  logger: {
    type: `object with ${LOG_LEVELS.join(", ")}`,
    accepts: (value) => hasMethods(value, LOG_LEVELS),
  },
  middleware: {
    type: `array of objects with ${HOOKS.join(", ")}`,
    accepts: (value) => Array.isArray(value) && value.every(isMiddleware),
  },
  successCodes: { type: "array", accepts: Array.isArray },
  token: null,
};

const RETRY_OPTIONS: OptionRules = {
  attempts: NUMBER,
  baseDelayMs: NUMBER,
  maxDelayMs: NUMBER,
  maxRetryAfterMs: NUMBER,
};

/** A misspelt hook would never be called; middleware may have other members of its own. */
function isMiddleware(value: unknown): boolean {
  const isMisspelt = (name: string) => /\bon(Req|Resp|Err)/.test(name) && !HOOKS.includes(name);
  return HOOKS.some((hook) => Object(value)[hook]) && !Object.keys(Object(value)).some(isMisspelt);
}

/**
 * Copies the members of an object, inherited ones too.
 *
 * @throws InputError if the value is not an object, or has other members than those that are known.
 */
export function checkMembers(
  call: CallFacts,
  name: string,
  value: unknown,
  known: readonly string[],
): Record<string, unknown> {
  if (typeOf(value) !== "object") {
    throw inputError(call, name, `must be of type object; ${received(value)}`);
  }
  const members = membersOf(value as object);
  const unknown = Object.keys(members).find((member) => !known.includes(member));
  if (unknown !== undefined) {
    throw inputError(call, unknown, `is unknown; expected ${known.join(", ")}`);
  }
  return members;
}

/**
 * Checks the options of a client or call, so that none is ignored or taken for something else.
 *
 * @returns Those that are set.
 * @throws InputError for the first option that is unknown or wrong.
 */
export function checkOptions<Options extends object>(
  call: CallFacts,
  options: Options,
  rules: OptionRules,
  name = "options",
): Options {
  // Without a prototype: an option that is named as a member of every object was not given.
  const checked: Record<string, unknown> = Object.create(null);
  const members = checkMembers(call, name, options, Object.keys(rules));
  for (const [option, value] of Object.entries(members)) {
    if (value === undefined) {
      continue;
    }
    const rule = rules[option];
    if (rule && !rule.accepts(value)) {
      throw inputError(call, option, `must be of type ${rule.type}; ${received(value)}`);
    }
    const isPolicy = option === "retry" && value !== false;
    checked[option] = isPolicy ? checkOptions(call, value as object, RETRY_OPTIONS, option) : value;
  }
  return checked as Options;
}

/**
 * Joins the options of a client and a call, whose own win; of `retry`, each by itself.
 *
 * @throws InputError if an option of the call is wrong.
 */
export function mergeOptions(
  facts: CallFacts,
  client: Settings,
  given: CallOptions | undefined,
): Settings & CallOptions {
  if (given === undefined) {
    return client;
  }
  const call = checkOptions(facts, given, CALL_OPTIONS);
  const merged = { ...client, ...call };
  if (client.retry && call.retry) {
    merged.retry = { ...client.retry, ...call.retry };
  }
  return merged;
}

/**
 * Returns the base URL without a slash at its end.
 *
 * @throws InputError if it is invalid; it is not shown, because it may contain a secret.
 */
export function checkBaseUrl(call: CallFacts, baseUrl: unknown): string {
  // A page's own origin stands behind a relative base URL.
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const text = baseUrl instanceof URL ? baseUrl.href : baseUrl;
  const isUrl = typeof text === "string" && URL.canParse(text, location?.href);
  // A server variable such as `{region}` in it would be sent as it is, and so would a space.
  if (isUrl && /^http[^{ ?#@]+$/.test(new URL(text, location?.href).origin + text)) {
    return text.replace(/\/$/, "");
  }
  throw inputError(call, "baseUrl", "must be set to an http(s) URL without ? # @ {");
}
