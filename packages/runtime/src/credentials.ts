import { type CallFacts, inputError } from "./errors.ts";
import type { CredentialScheme, Operation } from "./operation.ts";
import type { Basic, Fetch, Settings, TokenSource } from "./options.ts";
import { copyRequest } from "./request.ts";
import { type Authorize, authorizeWith } from "./tokens.ts";
import { canSendCookies } from "./web.ts";

/** A key in the query: its parameter and its value. */
type Pair = readonly [name: string, value: string];

/**
 * Sending of credentials other than one bearer token, for clients with operations that take some.
 *
 * @param schemes How the value of each client option is sent.
 */
export function credentials(schemes: Readonly<Record<string, CredentialScheme>>) {
  /**
   * Keys in the query of a request, by its headers. A key is added as late as possible: the URL of the call,
   * which errors show, never has it.
   */
  const pairs = new WeakMap<object, readonly Pair[]>();

  /** Uses the first alternative of which all options are set. Without one, nothing is sent. */
  function authorizeFor(rule: Operation, client: object): Authorize | undefined {
    const sourceOf = (option: string) => Object.getOwnPropertyDescriptor(client, option)?.value;
    const options = rule.credentials?.find((names) =>
      names.every((name) => sourceOf(name) !== undefined),
    );
    return (
      options &&
      (async (given, call) => {
        let headers = new Headers(given);
        const inQuery: Pair[] = [];
        for (const option of options) {
          const scheme = schemes[option];
          const source = sourceOf(option);
          if (scheme?.kind === "bearer") {
            headers = await authorizeWith(source as TokenSource)(headers, call);
          } else if (scheme?.kind === "key" && scheme.in === "query") {
            inQuery.push([scheme.name, await readKey(call, option, source)]);
          } else if (scheme) {
            await addHeader(headers, call, option, scheme, source);
          }
        }
        pairs.set(headers, inQuery);
        return headers;
      })
    );
  }

  /** Wraps the function that sends requests: it adds the keys of the query. */
  function adapt({ fetch: given }: Pick<Settings, "fetch">): { fetch: Fetch } {
    return {
      fetch: async (input, init) => {
        const own = pairs.get(Object(init.headers)) ?? [];
        const send = given ?? fetch;
        return own.length === 0 ? send(input, init) : sendWithKeys(send, input, init, own);
      },
    };
  }

  return { authorizeFor, adapt };
}

/** A header of the caller's own wins. */
async function addHeader(
  headers: Headers,
  call: CallFacts,
  option: string,
  scheme: CredentialScheme,
  source: unknown,
): Promise<void> {
  if (scheme.kind === "key" && scheme.in === "cookie") {
    addCookie(headers, call, option, scheme.name, await readKey(call, option, source));
    return;
  }
  const name = scheme.kind === "key" ? scheme.name : "authorization";
  if (!headers.has(name)) {
    const read = scheme.kind === "key" ? readKey : readBasic;
    headers.set(name, await read(call, option, source));
  }
}

function addCookie(
  headers: Headers,
  call: CallFacts,
  option: string,
  name: string,
  key: string,
): void {
  if (!canSendCookies()) {
    const problem = "is sent as a cookie, which browsers allow no code; log in there instead";
    throw inputError(call, option, problem);
  }
  if (/[\s",;\\]/.test(key)) {
    throw inputError(call, option, "must have no space, comma, semicolon, quote or backslash");
  }
  const others = headers.get("cookie");
  headers.set("cookie", [...(others === null ? [] : [others]), `${name}=${key}`].join("; "));
}

/** @throws InputError for what is no key; the error does not show it. */
async function readKey(call: CallFacts, option: string, source: unknown): Promise<string> {
  const key = await readSource(call, option, source);
  // Words: a key may have a scheme of its own before it, such as `Token abc`.
  if (typeof key !== "string" || !/^[!-~]+( [!-~]+)*$/.test(key)) {
    throw inputError(call, option, "must be visible ASCII");
  }
  return key;
}

/** Writes name and password as RFC 7617 has them, in UTF-8. */
async function readBasic(call: CallFacts, option: string, source: unknown): Promise<string> {
  const { username, password } = Object(await readSource(call, option, source)) as Partial<Basic>;
  if (typeof username !== "string" || typeof password !== "string" || username.includes(":")) {
    const problem = "must be { username, password }, without a colon in the username";
    throw inputError(call, option, problem);
  }
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

async function readSource(call: CallFacts, option: string, source: unknown): Promise<unknown> {
  try {
    return typeof source === "function" ? await source() : source;
  } catch (cause) {
    throw inputError(call, option, "function failed", cause);
  }
}

async function sendWithKeys(
  send: Fetch,
  input: string | Request,
  init: RequestInit,
  pairs: readonly Pair[],
): Promise<Response> {
  const url = typeof input === "string" ? input : input.url;
  const target = withPairs(url, pairs);
  try {
    const response = await send(
      typeof input === "string" ? target : copyRequest(new Request(target, input)),
      init,
    );
    const location = response.headers.get("location") ?? "";
    const shown = hide(location, pairs);
    if (shown === location) {
      return response;
    }
    // The error about a redirect shows where it leads.
    const headers = new Headers(response.headers);
    headers.set("location", shown);
    return new Response(response.body, { status: response.status, headers });
  } catch (error) {
    // Some platforms name the whole URL.
    const shown = hide(messagesOf(error), pairs);
    throw shown === messagesOf(error) ? error : new Error(shown);
  }
}

/** Adds parameters to a URL, but those that it has. */
function withPairs(url: string, pairs: readonly Pair[]): string {
  const [, query = ""] = url.split("?");
  const given = new URLSearchParams(query);
  const added = pairs
    .filter(([name]) => !given.has(name))
    .map((pair) => pair.map(encodeURIComponent).join("="));
  return added.length === 0 ? url : `${url}${query === "" ? "?" : "&"}${added.join("&")}`;
}

/** Replaces keys in a text, in every form that a URL has them in. */
function hide(text: string, pairs: readonly Pair[]): string {
  return pairs
    .flatMap(([, key]) => [
      key,
      encodeURIComponent(key),
      new URLSearchParams({ key }).toString().slice(4),
    ])
    .reduce((shown, key) => shown.replaceAll(key, "***"), text);
}

/** The message of an error and of its cause. */
function messagesOf(error: unknown): string {
  const { message, cause } = Object(error) as Partial<Error>;
  const own = message ?? String(error);
  return cause === undefined ? own : `${own}: ${messagesOf(cause)}`;
}
