import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";

/** `dev`, running in a copy of the repository. */
export interface DevLoop {
  readonly api: string;
  readonly mock: string;
  readonly docs: string;
  /** Waits until it prints what matches, and forgets all up to there. */
  until(pattern: RegExp): Promise<string>;
  /** Interrupts it; how it ended, and what it printed since. */
  end(): Promise<{ code: number | null; printed: string }>;
}

const CLOSE_MS = 5_000;

/** Starts `dev` on free ports, and ends it with the test. */
export async function startDevLoop(folder: string): Promise<DevLoop> {
  const cli = join(folder, "tools/start/src/dev-cli.ts");
  const ports = ["--api-port", "--mock-port", "--docs-port"].flatMap((name) => [name, "0"]);
  const child = spawn(process.execPath, ["--conditions=@chainkit/source", cli, ...ports], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGINT");
    // The second one does not wait for servers to close.
    const timer = setTimeout(() => child.kill("SIGINT"), CLOSE_MS);
    await closed;
    clearTimeout(timer);
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const until = async (pattern: RegExp) => {
    await expect.poll(() => output, { timeout: 200_000, interval: 50 }).toMatch(pattern);
    const { 0: found, index } = pattern.exec(output) as RegExpExecArray;
    output = output.slice(index + found.length);
    return found;
  };
  const started = await until(/Service.*Press Ctrl-C/s);
  const url = (name: string) => new RegExp(`${name} +(http\\S+)`).exec(started)?.[1] ?? "";
  return {
    api: url("Service"),
    mock: url("Mock"),
    docs: url("Docs"),
    until,
    async end() {
      output = "";
      child.kill("SIGINT");
      await closed;
      return { code: child.exitCode, printed: output };
    },
  };
}
