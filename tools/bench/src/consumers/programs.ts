import { spawn } from "node:child_process";

const PATIENCE_MS = 60_000;

/** Initial messages of every MCP client, and the request for the tools. */
const GREETING = [
  {
    ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "bench", version: "1" },
    },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 2, method: "tools/list" },
];

/** Only letters and digits, in lower case: programs spell operation ids in several ways. */
const plain = (text: string) => text.replace(/[^a-z0-9]/gi, "").toLowerCase();

/**
 * Runs a program with Node until its output is enough, or it ends.
 *
 * @param input What it is sent on its standard input, which then stays open.
 * @returns Its output, in letters and digits.
 */
function outputOf(
  args: readonly string[],
  isEnough: (output: string) => boolean = () => false,
  input?: string,
): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
    let output = "";
    const end = () => {
      clearTimeout(timer);
      child.kill();
      resolve(plain(output));
    };
    const timer = setTimeout(end, PATIENCE_MS);
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (isEnough(plain(output))) {
        end();
      }
    });
    child.on("close", end);
    child.on("error", end);
    child.stdin.on("error", () => {});
    if (input === undefined) {
      child.stdin.end();
    } else {
      child.stdin.write(input);
    }
  });
}

const hasAll = (ids: readonly string[]) => (output: string) =>
  ids.every((id) => output.includes(plain(id)));

/** Whether the help of a command line has every operation. */
export async function isCommandLine(
  file: string,
  help: readonly (readonly string[])[],
  ids: readonly string[],
): Promise<boolean> {
  const outputs = await Promise.all(help.map((args) => outputOf([file, ...args])));
  return hasAll(ids)(outputs.join(" "));
}

/** Whether an MCP server over stdio lists a tool for every operation. */
export async function isMcpServer(
  args: readonly string[],
  ids: readonly string[],
): Promise<boolean> {
  const lines = GREETING.map((message) => `${JSON.stringify(message)}\n`);
  return hasAll(ids)(await outputOf(args, hasAll(ids), lines.join("")));
}
