import { Context } from "../../src/context.ts";
import { Fixture } from "../../src/invariants/fixture.ts";
import { loadSpecs } from "../../src/spec/load.ts";
import { createAreaSender } from "../../src/targets/senders.ts";
import type { Target } from "../../src/targets/target.ts";
import { Waivers } from "../../src/waivers/waivers.ts";
import { known, startReference } from "./server.ts";
import { type Service, TOKEN } from "./service.ts";

/** Runs a check of one operation against a reference of its own. */
export async function onReference<Result>(
  id: string,
  check: (fixture: Fixture) => Promise<Result>,
  change: (service: Service) => void = () => {},
): Promise<Result> {
  const { url, close } = await startReference(change);
  const options = { isPrism: false, servesExamples: false, options: {}, known };
  const target: Target = { url, token: TOKEN, ...options };
  const sender = createAreaSender(target, { timeoutMs: 5000 });
  const context = new Context(await loadSpecs(), target, sender);
  const waivers = new Waivers([]);
  const fixture = new Fixture(context, context.operation(id), { basis: "", seed: 1, waivers });
  return check(fixture).finally(() => {
    sender.close();
    return close();
  });
}
