import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { sampled, times } from "../../../packages/server/test/support/thorough.ts";
import { anyProbe, type Probe, probesFor } from "./listeners/probes.ts";
import { sendRaw, statusesOf } from "./listeners/raw.ts";
import { type Listener, listeners } from "./listeners/servers.ts";

/** Statuses that no request may cause, however hostile. */
const isFailure = (status: number) => status === 500 || status > 501;

/** Requests that are sent at the same time. */
const AT_ONCE = 25;

/** Notes what no handler has caught, until the test ends: it would end a process. */
function uncaught(): unknown[] {
  const caught: unknown[] = [];
  const note = (error: unknown) => void caught.push(error);
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, note);
    onTestFinished(() => void process.off(event, note));
  }
  return caught;
}

async function responseTo({ url, wellFormed: { path, init } }: Listener) {
  const response = await fetch(url + path, init);
  return { status: response.status, text: await response.text() };
}

test.each(Object.keys(listeners))("no request ends or confuses %s", async (name) => {
  const errors = uncaught();
  const listener = await (listeners[name] as () => Promise<Listener>)();
  onTestFinished(() => listener.close?.());
  const normal = await responseTo(listener);
  expect(normal.status).toBe(200);
  /** Sends probes at once, and returns what is wrong with the responses and the listener. */
  const send = async (probes: readonly Probe[]): Promise<string[]> => {
    const responses = probes.map(async (probe) => {
      const failed = statusesOf(await sendRaw(listener.url, probe.text)).filter(isFailure);
      return failed.map((status) => `${status} for ${probe.name}`);
    });
    const wrong = (await Promise.all(responses)).flat();
    expect(await responseTo(listener)).toEqual(normal);
    return [...wrong, ...errors.splice(0).map((error) => `uncaught ${error}`)];
  };

  const failures: string[] = [];
  // Every fourth, and each night all.
  const probes = sampled(probesFor(listener.paths), 4);
  for (let at = 0; at < probes.length; at += AT_ONCE) {
    const batch = probes.slice(at, at + AT_ONCE);
    if ((await send(batch)).length > 0) {
      for (const probe of batch) {
        failures.push(...(await send([probe])).map((what) => `${what} after ${probe.name}`));
      }
    }
  }
  expect(failures).toEqual([]);

  const anyBatch = fc.array(anyProbe(listener.paths), { minLength: 1, maxLength: 2 * AT_ONCE });
  const property = fc.asyncProperty(anyBatch, async (batch) => {
    expect(await send(batch)).toEqual([]);
  });
  await fc.assert(property, { numRuns: times(4, 1_000) });
});
