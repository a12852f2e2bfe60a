import { allHandlers } from "../../src/handlers/all.ts";
import { createCursors } from "../../src/http/cursor.ts";
import { readOperations } from "../../src/http/spec.ts";
import { openManagementStore } from "../../src/store/sqlite/management-store.ts";

const management = openManagementStore(":memory:");
const cursors = createCursors(new Uint8Array(32));
const handlers = allHandlers({ chains: new Map(), cursors, management });
management.close();

/** Operations of the contract that the service answers. */
export const served: readonly string[] = Object.keys(handlers);

/** Operations that came into the contract before their handlers: they are answered with 501. */
export const notServed: readonly string[] = (await readOperations())
  .map(({ id }) => id)
  .filter((id) => !served.includes(id));
