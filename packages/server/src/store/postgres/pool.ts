import { Client } from "pg";
import {
  type ConnectionOptions,
  configuration,
  connect,
  type Queryable,
  runOn,
  unavailable,
} from "./connection.ts";

const POOL_SIZE = 8;

interface Pipeline {
  readonly client: Client;
  readonly connected: Promise<unknown>;
  pending: number;
  /** When its current statement was sent or could begin. */
  since: number;
}

/** Statements in flight on every connection from which another one is opened. */
const FULL = 8;
/** Time of a statement, in milliseconds, after which others are not sent behind it if they need not be. */
const SLOW_MS = 20;

/** Connections for reading. */
interface ReadPool extends Queryable {
  close(): Promise<void>;
}

/**
 * Opens connections for reading on demand, up to a number, which send statements without waiting for the results of
 * earlier ones. A connection that ends is replaced by the next statement, which throws its error.
 */
export function openPool(options: ConnectionOptions): ReadPool {
  const { pool: size = POOL_SIZE } = options;
  const open = new Set<Pipeline>();
  const add = (): Pipeline => {
    const client = new Client({ ...configuration(options), pipeline: true });
    const pipeline = { client, connected: connect(client), pending: 0, since: performance.now() };
    const drop = () => open.delete(pipeline);
    // Statements in flight fail with the same error.
    client.on("error", drop).on("end", drop);
    pipeline.connected.catch(drop);
    open.add(pipeline);
    return pipeline;
  };
  const next = (): Pipeline => {
    const now = performance.now();
    const load = ({ pending, since }: Pipeline) =>
      pending > 0 && now - since > SLOW_MS ? pending + FULL : pending;
    const [least] = [...open].sort((a, b) => load(a) - load(b));
    return least && (load(least) < FULL || open.size >= size) ? least : add();
  };
  return {
    async run(statement, ...values) {
      const pipeline = next();
      if (pipeline.pending === 0) {
        pipeline.since = performance.now();
      }
      pipeline.pending += 1;
      try {
        await pipeline.connected;
        return await runOn(pipeline.client, statement, values);
      } catch (error) {
        throw unavailable(error as Error);
      } finally {
        pipeline.pending -= 1;
        pipeline.since = performance.now();
      }
    },
    async close() {
      await Promise.all([...open].map(({ client }) => client.end()));
    },
  };
}
