import { curlCommand, shellWord } from "@chainkit/openapi/http";
import type { Command } from "../commands.ts";
import type { Settings } from "../settings/settings.ts";
import { createCaller } from "./caller.ts";

const PLACEHOLDER = "token";

/** Quotes a text as one word of a POSIX shell, if that is necessary. */
export const shellQuote = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : shellWord(text);

/**
 * The request that a call would send, as a curl command; the token is a variable in it.
 *
 * @throws InputError if the client refuses the parameters.
 */
export async function describeRequest(
  command: Command,
  settings: Settings,
  params: Readonly<Record<string, unknown>>,
): Promise<string> {
  const stop = new AbortController();
  const token = command.auth === "required" ? PLACEHOLDER : settings.token;
  const all = { ...settings, ...(token === undefined ? {} : { token }) };
  const [url, init] = await new Promise<[string, RequestInit]>((resolve, reject) => {
    const fetch = (input: string | Request, sent: RequestInit) => {
      resolve([String(input), sent]);
      return new Promise<Response>(() => {});
    };
    createCaller(command, all, { retry: false, fetch })
      .then((call) => call(params, { signal: stop.signal }))
      .catch(reject);
  });
  stop.abort();
  const headers = [...new Headers(init.headers)].map(([name, value]) =>
    name === "authorization"
      ? '"authorization: Bearer $CHAINKIT_TOKEN"'
      : shellWord(`${name}: ${value}`),
  );
  return curlCommand({
    method: init.method ?? "GET",
    url: shellWord(url),
    headers,
    body: init.body ? String(init.body) : undefined,
  });
}
