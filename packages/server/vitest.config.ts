import { availableParallelism } from "node:os";
import { project } from "../../vitest.project.ts";

const { CHAINKIT_PGBOUNCER, CHAINKIT_TEST_DATABASE } = process.env;

export default project(import.meta.dirname, {
  test: {
    // A file waits for nodes, limits and clocks for up to six sevenths of its time.
    maxWorkers: 2 * availableParallelism(),
    // Projects with other numbers of workers run before or after.
    sequence: { groupOrder: 1 },
    // Ends the PostgreSQL servers of the workers.
    globalSetup: "./test/setup.ts",
    // A pgbouncer ends with the file that has started it; a given database is emptied for each.
    isolate: (CHAINKIT_PGBOUNCER ?? CHAINKIT_TEST_DATABASE) !== undefined,
    // Services that tests start catch up with their chains, beside whatever else the machine does.
    expect: { poll: { timeout: 40_000 } },
  },
});
