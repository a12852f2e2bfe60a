import { once } from "node:events";
import { connect } from "node:net";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { sampled, times } from "../../../packages/server/test/support/thorough.ts";
import { anyProbe, probesFor, shown } from "./listeners/probes.ts";
import { type Listener, listeners } from "./listeners/servers.ts";

/** Statuses that no request may cause, however hostile. */
const isFailure = (status: number) => status === 500 || status > 501;

/** Requests that are sent at the same time. */
const AT_ONCE = 25;

/** Longest wait for a response to begin, and for its end once it has begun, in milliseconds. */
const HEAD_MS = 2_000;
const BODY_MS = 200;

/**
 * Sends bytes that no HTTP client would, one per character, and returns the statuses of what came back until the
 * server closed the connection or fell silent.
 */
async function statusesOf(url: string, text: string): Promise<number[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding("latin1").setTimeout(HEAD_MS);
  socket.on("timeout", () => socket.destroy()).on("error", () => {});
  let received = "";
  socket.on("data", (part) => {
    received += part;
    socket.setTimeout(BODY_MS);
  });
  socket.write(text, "latin1");
  await once(socket, "close");
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}

async function responseTo({ url, wellFormed: { path, init } }: Listener) {
  const response = await fetch(url + path, init);
  return { status: response.status, text: await response.text() };
}

test.each(Object.keys(listeners))("no request ends or confuses %s", async (name) => {
  // What no handler has caught would end a process.
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, note);
    onTestFinished(() => void process.off(event, note));
  }
  const listener = await (listeners[name] as () => Promise<Listener>)();
  onTestFinished(() => listener.close?.());
  const normal = await responseTo(listener);
  expect(normal.status).toBe(200);
  /** Sends probes at once, and returns what is wrong with the responses and the listener. */
  const send = async (probes: readonly string[]): Promise<string[]> => {
    const responses = probes.map(async (probe) => {
      const failed = (await statusesOf(listener.url, probe)).filter(isFailure);
      return failed.map((status) => `${status} for ${shown(probe)}`);
    });
    const wrong = (await Promise.all(responses)).flat();
    expect(await responseTo(listener)).toEqual(normal);
    return [...wrong, ...errors.splice(0).map((error) => `uncaught ${error}`)];
  };

  const failures: string[] = [];
  // Every fourth, and each night all.
  const probes = sampled(probesFor(listener.paths), 4);
  for (let at = 0; at < probes.length; at += AT_ONCE) {
    failures.push(...(await send(probes.slice(at, at + AT_ONCE))));
  }
  expect(failures).toEqual([]);

  const anyBatch = fc.array(anyProbe(listener.paths), { minLength: 1, maxLength: 2 * AT_ONCE });
  const property = fc.asyncProperty(anyBatch, async (batch) => {
    expect(await send(batch)).toEqual([]);
  });
  await fc.assert(property, { numRuns: times(4, 1_000) });
});
