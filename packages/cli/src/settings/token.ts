import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { UsageError } from "@chainkit/command";

/** Checks a token without ever showing it. */
export function checkToken(token: string, source: string): string {
  const trimmed = token.trim();
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new UsageError(
      `${source} does not contain a token`,
      "A token is one line of visible ASCII.",
    );
  }
  return trimmed;
}

/** Reads a token from a file; `-` is standard input, hidden if it is typed. */
export async function readTokenFile(file: string): Promise<string> {
  if (file !== "-") {
    const content = await readFile(file, "utf8").catch((error: Error) => {
      throw new UsageError(`--token-file: ${error.message}`);
    });
    return checkToken(content, `--token-file ${file}`);
  }
  const typed = process.stdin.isTTY ? await promptHidden() : await text(process.stdin);
  return checkToken(typed, "standard input");
}

/** Reads a line from the terminal without showing it. */
async function promptHidden(): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write("Token: ");
  stdin.setRawMode(true).setEncoding("utf8");
  let line = "";
  try {
    for await (const typed of stdin) {
      for (const key of typed as string) {
        if (key === "\r" || key === "\n" || key === "\x04") {
          return line;
        }
        if (key === "\x03") {
          process.kill(process.pid, "SIGINT");
          return "";
        }
        line = key === "\x7f" ? line.slice(0, -1) : line + key;
      }
    }
    return line;
  } finally {
    stdin.setRawMode(false);
    stderr.write("\n");
  }
}
