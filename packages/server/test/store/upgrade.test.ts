import { expect, test } from "vitest";
import { CHAIN_STEPS, SHARED_STEPS } from "../../src/store/postgres/schema.ts";
import { MANAGEMENT_STEPS, CHAIN_STEPS as MIGRATIONS } from "../../src/store/sqlite/schema.ts";
import { POSTGRES, SQLITE } from "../support/engines.ts";
import { chainLife, managementLife } from "../support/life.ts";
import { GIVEN } from "../support/postgres/database.ts";
import { load, storesOfVersions } from "../support/store-sql.ts";

const OF_SQLITE = { engine: SQLITE, schemas: {} };
const OF_POSTGRES = { engine: POSTGRES, schemas: { chainkit: SHARED_STEPS } };
const NEWER_STEP = "migration (step, sha256) VALUES (99, '')";

const KINDS = [
  {
    ...{ ...OF_SQLITE, kind: "sqlite", steps: MIGRATIONS, open: chainLife },
    newer: `PRAGMA user_version = ${MIGRATIONS.length + 1}`,
  },
  {
    ...{ ...OF_SQLITE, kind: "management-sqlite", steps: MANAGEMENT_STEPS, open: managementLife },
    newer: `PRAGMA user_version = ${MANAGEMENT_STEPS.length + 1}`,
  },
  {
    ...{ ...OF_POSTGRES, kind: "postgres", steps: CHAIN_STEPS, open: chainLife },
    schemas: { chainkit: SHARED_STEPS, chain_ethereum: CHAIN_STEPS },
    newer: `INSERT INTO chain_ethereum.${NEWER_STEP}`,
  },
  {
    ...{ ...OF_POSTGRES, kind: "management-postgres", steps: SHARED_STEPS, open: managementLife },
    newer: `INSERT INTO chainkit.${NEWER_STEP}`,
  },
  // A given database has schemas of other names, and its own management data.
].filter(({ engine }) => GIVEN === undefined || engine === SQLITE);

test.each(KINDS)(
  "a store of each version of $kind is opened and continued",
  async ({ engine, kind, steps, schemas, open }) => {
    const place = await engine.place();
    const first = await open(engine, place);
    await first.begin();
    const begun = await first.contents();
    await first.close();
    const files = await storesOfVersions(kind, steps, place, schemas);
    const fresh = await open(engine, place);
    await fresh.goOn();
    const expected = [begun, await fresh.contents()];
    await fresh.close();
    for (const file of files) {
      const older = await engine.place();
      await load(older, file);
      const store = await open(engine, older);
      const found = [await store.contents()];
      await store.goOn();
      found.push(await store.contents());
      await store.close();
      expect(found).toEqual(expected);
    }
  },
);

test.each(KINDS)(
  "a version that refuses a newer store of $kind says how to go on",
  async ({ engine, open, newer }) => {
    const place = await engine.place();
    await (await open(engine, place)).close();
    await load(place, newer);
    await expect(open(engine, place)).rejects.toThrow(
      "newer version of this program: run that one, or restore a copy from before the upgrade",
    );
  },
);
