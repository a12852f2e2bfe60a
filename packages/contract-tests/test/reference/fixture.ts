import { Context } from "../../src/context.ts";
import type { Known } from "../../src/index.ts";
import { Fixture } from "../../src/invariants/fixture.ts";
import { loadSpecs } from "../../src/spec/load.ts";
import { createAreaSender } from "../../src/targets/senders.ts";
import type { Target } from "../../src/targets/target.ts";
import { Waivers } from "../../src/waivers.ts";
import { known, startReference } from "./server.ts";
import { type Service, TOKEN } from "./service.ts";

/** Runs a check on the context of a reference. */
export async function inContext<Result>(
  check: (context: Context) => Promise<Result>,
  change: (service: Service) => void = () => {},
  calls: Known = known,
): Promise<Result> {
  const { url, close } = await startReference(change);
  const options = { isPrism: false, options: {}, known: calls };
  const target: Target = { url, token: TOKEN, ...options };
  const sender = createAreaSender(target, { timeoutMs: 60_000 });
  const context = new Context(await loadSpecs(), target, sender, { blockWaitMs: 0 });
  return check(context).finally(() => {
    sender.close();
    return close();
  });
}

/** Runs a check of one operation against a reference of its own. */
export function onReference<Result>(
  id: string,
  check: (fixture: Fixture) => Promise<Result>,
  change?: (service: Service) => void,
): Promise<Result> {
  return inContext((context) => {
    const waivers = new Waivers([]);
    return check(new Fixture(context, context.operation(id), { basis: "", seed: 1, waivers }));
  }, change);
}
