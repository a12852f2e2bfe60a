import { UsageError } from "@chainkit/command";
import { type Command, variableOf } from "./commands.ts";
import { createPaint, hasColor, visible } from "./output/text.ts";

/** Options of an error report. */
export interface ReportOptions {
  readonly isJson: boolean;
  /** Texts that must not be shown, such as the token. */
  readonly secrets?: readonly string[];
  /** The command, for the messages of its operation. */
  readonly command?: Pick<Command, "id" | "name" | "source" | "credentials">;
  /** The flag of each parameter, by its name on the wire. */
  readonly flags?: ReadonlyMap<string, string>;
  readonly noColor?: boolean;
}

interface ApiFacts extends Error {
  readonly kind?: string;
  readonly status?: number;
  readonly parameter?: string;
  readonly url?: string;
  readonly retryAfterMs?: number;
  toJSON?(): Record<string, unknown>;
}

/**
 * Prints an error to standard error: what is wrong, and what to do about it.
 *
 * @returns The exit code.
 */
export function reportError(thrown: unknown, options: ReportOptions): number {
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as ApiFacts;
  const { parameter, kind = error instanceof UsageError ? "usage" : "unexpected" } = error;
  const message = messageOf(error, options);
  const fix = fixOf(error, options.command);
  const exitCode = exitCodeOf(error);
  if (options.isJson) {
    const { name: _, ...facts } = error.toJSON?.() ?? {};
    const all = { kind, message, ...(fix ? { fix } : {}), exitCode };
    const text = JSON.stringify({ error: { ...facts, ...all, ...(parameter && { parameter }) } });
    process.stderr.write(`${hide(text, options.secrets)}\n`);
    return exitCode;
  }
  const paint = createPaint(hasColor(process.stderr.isTTY, process.env, options.noColor ?? false));
  const lines = [message, ...fix.split("\n").filter(Boolean)].map((line) => visible(line));
  const [first = "", ...others] = hide(lines.join("\n"), options.secrets).split("\n");
  process.stderr.write(`${paint.red("chainkit:")} ${[first, ...others].join("\n")}\n`);
  return exitCode;
}

/** The message in the words of the command line: the command for the operation, flags for parameters. */
function messageOf({ message, kind, parameter = "" }: ApiFacts, options: ReportOptions): string {
  const { command, flags } = options;
  const flag = kind === "input" && flags?.get(parameter);
  const begin = `${command?.id}: `;
  if (!command || !message.startsWith(begin)) {
    // Of flags before a command: the program's name begins the line anyway.
    return message.replace(/^chainkit: /, "");
  }
  const rest = message.slice(begin.length);
  const isNamed = flag && rest.startsWith(`${parameter} `);
  return `${command.name}: ${isNamed ? `--${flag}${rest.slice(parameter.length)}` : rest}`;
}

/** The text without secrets. */
export const hide = (text: string, secrets: readonly string[] = []): string =>
  secrets.filter(Boolean).reduce((shown, secret) => shown.replaceAll(secret, "***"), text);

function fixOf(error: ApiFacts, command: ReportOptions["command"]): string {
  const { kind, status, retryAfterMs, url = "" } = error;
  if (error instanceof UsageError) {
    return error.fix;
  }
  if (kind === "network") {
    const origin = URL.canParse(url) ? new URL(url).origin : "the base URL";
    return `Check that the service runs at ${origin} and that --base-url is right.${proxyHint(url)}`;
  }
  if (kind === "timeout") {
    return "Raise --timeout.";
  }
  if (status === 401 || status === 403) {
    const names = (command?.credentials ?? [])
      .flat()
      .map(({ name }) => variableOf(command ?? {}, name));
    return command?.source
      ? `Check the credentials: ${[...new Set(names)].join(", ") || "the document names none"}.`
      : "Check the token: CHAINKIT_TOKEN, --token-file or the profile.";
  }
  return status === 429 && retryAfterMs !== undefined
    ? `Try again in ${Math.ceil(retryAfterMs / 1000)} s.`
    : "";
}

/** Says that a proxy of the environment was not used: other programs use it without a further setting. */
function proxyHint(url: string): string {
  const { env, execArgv } = process;
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: "", hostname: "" };
  const name = protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const isUsed =
    env.NODE_USE_ENV_PROXY === "1" ||
    [env.NODE_OPTIONS ?? "", ...execArgv].some((each) => each.includes("--use-env-proxy"));
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(hostname);
  return (env[name] || env[name.toLowerCase()]) && !isUsed && !isLocal
    ? `\n${name} is set, but Node uses it only with NODE_USE_ENV_PROXY=1 (Node 22.21, 24.5 or later).`
    : "";
}

/** The exit codes, and what each says. */
export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [0, "success; also if the reader of a pipe closes it early"],
  [1, "unexpected error"],
  [2, "wrong usage, or input that the contract forbids; nothing was sent"],
  [3, "no response: connection refused, name not found, TLS failure"],
  [4, "timeout"],
  [5, "HTTP status 4xx other than those below, or a redirect"],
  [6, "HTTP 401 or 403: token missing, wrong or not allowed"],
  [7, "HTTP 404: not found"],
  [8, "HTTP 429: rate limit exceeded"],
  [9, "HTTP status 5xx"],
  [10, "response that breaks the contract: not JSON, a repeated cursor"],
  [11, "result code of an envelope that is not a success"],
  [130, "Ctrl-C"],
];

const byKind: Readonly<Record<string, number>> = {
  input: 2,
  network: 3,
  timeout: 4,
  decode: 10,
  pagination: 10,
  envelope: 11,
  aborted: 130,
};

const byStatus: Readonly<Record<number, number>> = { 401: 6, 403: 6, 404: 7, 429: 8 };

/** The exit code of an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) {
    return 2;
  }
  const { kind = "", status = 0 } = Object(error) as Partial<ApiFacts>;
  if (kind === "http") {
    return byStatus[status] ?? (status >= 500 ? 9 : 5);
  }
  return byKind[kind] ?? 1;
}
