import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { listenAt } from "@chainkit/command";
import { onTestFinished, vi } from "vitest";
import { main } from "../src/main.ts";

/** The program as it is published. */
export const program = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

export const wallet = "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b";

/** What a run printed, and how it ended. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Set if standard output is to be a terminal of this width. */
  readonly terminal?: number;
}

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** Starts the program, with no setting of this machine but where compiled code is kept. */
export function start(args: readonly string[], { env = {}, terminal }: RunOptions = {}) {
  const preload = `for (const stream of [process.stdout, process.stderr]) {
    stream.isTTY = true;
    stream.columns = ${terminal};
  }`;
  const first = terminal ? ["--import", `data:text/javascript,${encodeURIComponent(preload)}`] : [];
  return spawn(process.execPath, [...first, program, ...args], {
    env: { PATH, HOME: "/nonexistent", NODE_COMPILE_CACHE, ...env },
    timeout: 300_000,
  });
}

/** Runs the program to its end, in a process of its own. */
export async function runProgram(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = start(args, options);
  const closed = once(child, "close");
  child.stdin.on("error", () => {}).end(options.stdin ?? "");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await closed;
  return { code, stdout, stderr };
}

let last: Promise<unknown> = Promise.resolve();

/** Does the same in this process, which saves the start of one. Runs one at a time, as they share its streams. */
export function run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const next = last.then(() => runHere(args, options));
  last = next.catch(() => {});
  return next;
}

async function runHere(
  args: readonly string[],
  { env = {}, stdin, terminal }: RunOptions,
): Promise<Run> {
  const printed = { stdout: "", stderr: "" };
  const replaced = (["stdout", "stderr"] as const).map((name) => {
    const stream = process[name];
    const { isTTY, columns } = stream;
    Object.assign(stream, { isTTY: terminal !== undefined, columns: terminal });
    const write = vi.spyOn(stream, "write").mockImplementation((chunk) => {
      printed[name] += Buffer.from(chunk).toString();
      return true;
    });
    return () => {
      write.mockRestore();
      Object.assign(stream, { isTTY, columns });
    };
  });
  const { env: own, stdin: input } = process;
  process.env = { PATH, HOME: "/nonexistent", ...env };
  const set = (stream: Readable) => Object.defineProperty(process, "stdin", { value: stream });
  set(Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]));
  try {
    return { code: await main(args), ...printed };
  } finally {
    process.env = own;
    set(input);
    for (const restore of replaced) {
      restore();
    }
  }
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "chainkit-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Serves a test, and keeps the requests. */
export async function serve(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  const { url, close } = await listenAt(server);
  onTestFinished(close);
  return { url, requests };
}
