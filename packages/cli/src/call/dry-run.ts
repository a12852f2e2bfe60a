import { kebab, UsageError } from "@chainkit/command";
import { curlCommand, shellWord } from "@chainkit/openapi/http";
import { type Command, variableOf } from "../commands.ts";
import type { Settings } from "../settings/settings.ts";
import { createCaller } from "./caller.ts";

/** Quotes a text as one word of a POSIX shell, if that is necessary. */
export const shellQuote = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : shellWord(text);

/**
 * The request that a call would send, as a curl command; the credentials are variables in it.
 *
 * @throws InputError if the client refuses the parameters.
 */
export async function describeRequest(
  command: Command,
  settings: Settings["options"],
  params: Readonly<Record<string, unknown>>,
): Promise<string> {
  const stop = new AbortController();
  const { source, credentials: [first = []] = [], auth } = command;
  const ofArea = auth === "required" || "token" in settings ? ["token"] : [];
  // Values that stand for the credentials that the operation takes, and the variables that have these.
  const placeholders = (source ? first.map(({ name }) => name) : ofArea).map((name) => ({
    name,
    value: `placeholder-of-${kebab(name)}`,
    variable: variableOf(command, name),
  }));
  const given = Object.fromEntries(placeholders.map(({ name, value }) => [name, value]));
  const [url, init] = await new Promise<[string, RequestInit]>((resolve, reject) => {
    const fetch = (input: string | Request, sent: RequestInit) => {
      resolve([String(input), sent]);
      return new Promise<Response>(() => {});
    };
    createCaller(command, { ...settings, ...given }, { retry: false, fetch })
      .then((call) => call(params, { signal: stop.signal }))
      .catch(reject);
  });
  stop.abort();
  if (init.body instanceof Blob || init.body instanceof FormData) {
    throw new UsageError(`${command.name}: --dry-run cannot show files and multipart forms`);
  }
  const user = placeholders.find(
    ({ value }) => new Headers(init.headers).get("authorization") === `Basic ${btoa(`${value}:`)}`,
  );
  const headers = [...new Headers(init.headers)]
    .filter(([name]) => !user || name !== "authorization")
    .map(([name, value]) => {
      const secret = placeholders.find((each) => value.endsWith(each.value));
      const shown = `${name}: ${value}`;
      return secret ? `"${shown.replace(secret.value, `$${secret.variable}`)}"` : shellWord(shown);
    });
  return curlCommand({
    method: init.method ?? "GET",
    url: placeholders.reduce(
      (text, { value, variable }) => text.replaceAll(value, `'"$${variable}"'`),
      shellWord(url),
    ),
    headers,
    body: init.body ? String(init.body) : undefined,
    ...(user ? { options: [`--user "$${user.variable}"`] } : {}),
  });
}
