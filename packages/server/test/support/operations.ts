import { createSecretKey } from "node:crypto";
import { readOperations } from "../../src/http/spec.ts";
import { allHandlers } from "../../src/service/http-service.ts";

const cursorKey = createSecretKey(new Uint8Array(32));
const handlers = allHandlers({ chains: new Map(), cursorKey, management: {} as never });

export const served: readonly string[] = Object.keys(handlers);

/** Operations that came into the contract before their handlers: they are answered with 501. */
export const notServed: readonly string[] = (await readOperations())
  .map(({ id }) => id)
  .filter((id) => !served.includes(id));
