import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isThorough } from "../../../../packages/server/test/support/thorough.ts";
import { bundle } from "../../src/gates/bundle.ts";
import { useConsumer } from "../../src/gates/consumer.ts";
import { hosts } from "../../src/gates/runtimes/hosts.ts";
import { servePlan } from "../../src/gates/runtimes/plan.ts";

const consumer = await useConsumer();

/** The oldest Node, Bun and workerd; each night all. */
const tried = Object.entries(hosts).filter(
  ([name]) => isThorough || /^(Node 20|Bun|workerd)$/.test(name),
);

// A run is mostly waits between attempts.
it.concurrent.each(tried)(
  "every vector holds on %s, and so do query options and validation",
  async (_, host) => {
    const plan = await servePlan();
    const folder = await mkdtemp(join(tmpdir(), "chainkit-runtime-"));
    try {
      const entry = join(import.meta.dirname, "../../src/gates/runtimes/client.ts");
      const code = `import * as runtime from "@chainkit/runtime";
      import { createRaw as raw } from "@chainkit/runtime/raw";
      import { createChainkit } from "@chainkit/client";
      import { createQueries } from "@chainkit/query";
      import { validate } from "@chainkit/client/validate";
      import { runPlan } from ${JSON.stringify(entry)};
      export const run = async () => {
        const fetch = async () => Response.json({ block: {} });
        const options = { baseUrl: "http://localhost", middleware: validate(), fetch };
        const block = { chain_name: "base", block_number: "1" };
        const { chainData } = createChainkit(options);
        const { queryFn } = createQueries(chainData).getBlock.queryOptions(block);
        const error = await queryFn({ signal: new AbortController().signal }).catch((reason) => reason);
        if (!error?.pointer?.startsWith("/block/")) throw error;
        await runPlan({ ...runtime, raw }, ${JSON.stringify(plan.url)});
      };`;
      await host(await bundle(code, consumer), { folder, origin: plan.url });
      expect(plan.count).toBeGreaterThan(270);
      expect(await plan.failures).toEqual([]);
    } finally {
      await Promise.all([plan.close(), rm(folder, { recursive: true })]);
    }
  },
);
