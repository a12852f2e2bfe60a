import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import module from "node:module";
import type { AddressInfo } from "node:net";

/**
 * Ends the process if Node is too old, and keeps compiled code for the next start. Call it before anything is imported
 * that an older Node fails to load with an unrelated error.
 *
 * @param name The program, in the message.
 * @param oldest Major and minor version, such as `22.15`.
 */
export function requireNode(name: string, oldest: string): void {
  const [major = 0, minor = 0] = oldest.split(".").map(Number);
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split(".").map(Number);
  if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
    console.error(`${name}: requires Node ${oldest} or later; this is ${process.version}`);
    process.exit(1);
  }
  // Half of the time of a start is that of compiling what it loads. Node 20 has no cache of it.
  module.enableCompileCache?.();
}

/** Server that listens. */
export interface Listening {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** Closes the server and its connections. */
  close(): Promise<void>;
}

/** Where a server listens. Default: a free port of the loopback. */
interface Address {
  readonly port?: number | undefined;
  readonly host?: string | undefined;
}

/** Where a client on the same machine connects to a server that listens on all addresses. */
const LOOPBACKS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/**
 * Lets a server listen.
 *
 * @throws Error with the code `EADDRINUSE` if the port is in use.
 */
export async function listenAt(
  server: HttpServer,
  { port = 0, host = "127.0.0.1" }: Address = {},
): Promise<Listening> {
  await once(server.listen(port, host), "listening");
  const { address, family, port: bound } = server.address() as AddressInfo;
  const own = LOOPBACKS[address] ?? address;
  return {
    url: `http://${family === "IPv6" ? `[${own}]` : own}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Options of `listen`. */
export interface ListenOptions {
  /** The port that was asked for; undefined if none was. */
  readonly port: number | undefined;
  /** The port if none was asked for. */
  readonly usual: number;
  /** The option that chooses the port (default: `--port`). */
  readonly option?: string;
  /** Tells that the usual port is in use (default: prints it). */
  readonly note?: (line: string) => void;
}

/**
 * Starts a server on the port that was asked for; otherwise on its usual port, or on a free one if that is in use.
 *
 * @param start Listens on a port; it fails with the code `EADDRINUSE` if that is in use.
 * @throws Error naming the option if the port that was asked for is in use.
 */
export async function listen<Server>(
  start: (port: number) => Promise<Server>,
  { port, usual, option = "--port", note = console.log }: ListenOptions,
): Promise<Server> {
  try {
    return await start(port ?? usual);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") {
      throw error;
    }
    if (port !== undefined) {
      const what = `port ${port} is in use; choose another, or 0 for a free one`;
      throw new Error(`${option}: ${what}`, { cause: error });
    }
  }
  note(`Port ${usual} is in use; using a free port. ${option} chooses another.`);
  return start(0);
}

/**
 * Closes a server on Ctrl-C or SIGTERM, and then ends the process; a second signal ends it at once. It exits instead of
 * being killed by the signal, so that its exit handlers end child processes, also during startup.
 *
 * @param close Closes what runs.
 * @returns Sets what is closed instead, for what starts in parts.
 */
export function closeOnSignal(close: () => unknown = () => {}): (close: () => unknown) => void {
  let next: (() => unknown) | undefined = close;
  const end = async () => {
    const closing = next;
    next = undefined;
    await closing?.();
    process.exit(0);
  };
  process.on("SIGINT", end).on("SIGTERM", end);
  return (later) => {
    next = later;
  };
}
