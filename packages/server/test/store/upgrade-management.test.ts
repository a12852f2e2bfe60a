import { expect, test } from "vitest";
import type { ManagementStore } from "../../src/store/management-store.ts";
import type { StoreLocation } from "../../src/store/open.ts";
import { SHARED_STEPS } from "../../src/store/postgres/schema.ts";
import { MANAGEMENT_STEPS } from "../../src/store/sqlite/management.ts";
import type { SubgraphStore } from "../../src/store/subgraph-store.ts";
import { type Engine, POSTGRES, SQLITE, untilEnd } from "../support/engines.ts";
import { GIVEN } from "../support/postgres/database.ts";
import { load, storesOfVersions } from "../support/store-sql.ts";

const SCHEMAS = { chainkit: SHARED_STEPS };
const SECONDS = 1_700_000_000;

interface Stores {
  readonly management: ManagementStore;
  readonly subgraphs: SubgraphStore;
}

async function open(engine: Engine, place: StoreLocation): Promise<Stores> {
  return {
    management: untilEnd(await engine.openManagement(place, () => SECONDS)),
    subgraphs: untilEnd(await engine.openSubgraphs(place, () => SECONDS * 1000)),
  };
}

const token = (id: string, expiresAt: number | null) => ({
  ...{ id, name: `token ${id}`, scope: "data" as const, expiresAt },
  hash: Buffer.alloc(32, id),
});
const deployment = (version: string) => ({
  ...{ name: "swaps", version, deploymentId: `Qm${version}`, remoteName: `swaps/${version}` },
  node: version === "1.0.0" ? null : "index_node_1",
});

/** Does what operators and callers do first; a deployment is interrupted. */
async function begin({ management, subgraphs }: Stores): Promise<void> {
  await management.addToken(token("a", null));
  await management.addToken(token("b", SECONDS + 90));
  await management.addDeployment("transfers", "1.0.0");
  await management.addDeployment("transfers", "1.1.0");
  await management.setTag("transfers", "1.0.0", "prod");
  await management.setTag("transfers", "1.1.0", "canary");
  await subgraphs.attach(deployment("1.0.0"));
  await subgraphs.beginDeploy(deployment("2.0.0"), { holder: "one", until: SECONDS * 1000 - 1 });
}

/** Goes on from there, as every later version must be able to. */
async function goOn({ management, subgraphs }: Stores): Promise<void> {
  await management.setTag("transfers", "1.1.0", "prod");
  await management.removeDeployment("transfers", "1.0.0");
  await management.deleteToken("a");
  await management.addToken(token("c", null));
  await subgraphs.claim("swaps", "2.0.0", { holder: "two", until: SECONDS * 1000 + 1 });
  await subgraphs.finish("swaps", "2.0.0", "two");
}

async function contents({ management, subgraphs }: Stores) {
  return {
    tokens: await management.listTokens(),
    hash: (await management.findToken("b"))?.hash,
    versions: await management.listDeployments(),
    tags: [
      await management.listTags("transfers", "1.0.0"),
      await management.listTags("transfers", "1.1.0"),
    ],
    deployments: await subgraphs.listDeployments(),
    unfinished: await subgraphs.listUnfinished(),
    target: await subgraphs.resolve("transfers", "prod"),
  };
}

test.each([
  { engine: SQLITE, kind: "management-sqlite", steps: MANAGEMENT_STEPS },
  // A given database has its own management data.
  ...(GIVEN ? [] : [{ engine: POSTGRES, kind: "management-postgres", steps: SHARED_STEPS }]),
])("$kind of each version is opened and continued", async ({ engine, kind, steps }) => {
  const place = await engine.place();
  const fresh = await open(engine, place);
  await begin(fresh);
  const begun = await contents(fresh);
  expect(begun.unfinished).toHaveLength(1);
  const files = await storesOfVersions(kind, steps, place, SCHEMAS);
  await goOn(fresh);
  const expected = [begun, await contents(fresh)];
  for (const file of files) {
    const older = await engine.place();
    await load(older, file);
    const stores = await open(engine, older);
    const found = [await contents(stores)];
    await goOn(stores);
    found.push(await contents(stores));
    expect(found).toEqual(expected);
  }
});

const HOW_TO_GO_ON =
  "newer version of this program: run that one, or restore a copy from before the upgrade";

test("a version that refuses newer management data says how to go on", async () => {
  const place = await SQLITE.place();
  await load(place, `PRAGMA user_version = ${MANAGEMENT_STEPS.length + 1}`);
  await expect(SQLITE.openManagement(place)).rejects.toThrow(HOW_TO_GO_ON);
});

test.skipIf(GIVEN)("so it does in PostgreSQL", async () => {
  const place = await POSTGRES.place();
  await (await POSTGRES.openManagement(place)).close();
  await load(place, "INSERT INTO chainkit.migration (step, sha256) VALUES (99, '')");
  await expect(POSTGRES.openManagement(place)).rejects.toThrow(HOW_TO_GO_ON);
});
