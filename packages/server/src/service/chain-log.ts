import type { FastifyBaseLogger } from "fastify";
import type { IngestEvent } from "../ingest/events.ts";
import { TOO_MANY_REQUESTS } from "../source/rpc-call.ts";

/** Writes an event of following a chain to the log. */
export function writeLog(log: FastifyBaseLogger, chain: string, event: IngestEvent): void {
  switch (event.kind) {
    case "balances corrected":
      log.debug({ chain, count: event.count }, "balances had changed without a log");
      break;
    case "development chain": {
      const rules = "senders are not verified, and reverted blocks are removed at any depth";
      log.info({ chain }, `the nodes run a development chain: ${rules}`);
      break;
    }
    case "reorg":
      log.warn({ chain, depth: event.depth, seconds: event.seconds }, "chain reorganised");
      break;
    case "set aside": {
      const { contract, reason, attempts } = event;
      const retry = new Date(event.due * 1000).toISOString();
      log.warn({ chain, contract, reason, attempts, retry }, "contract set aside");
      break;
    }
    case "metadata failed":
      log.warn({ chain, reason: event.reason }, "metadata of NFTs cannot be stored");
      break;
    case "trouble":
      log.error({ chain, reason: event.reason }, "chain stalled");
      break;
    case "recovered":
      log.warn({ chain }, "chain advances again");
      break;
    case "history unavailable": {
      const { from, first, reason } = event;
      log.warn({ chain, from, first, reason }, "older blocks are not available; retried in 10 min");
      break;
    }
    case "node behind": {
      const { head, served } = event;
      log.warn({ chain, head, served }, "the node is behind the stored blocks");
      break;
    }
    case "node caught up":
      log.info({ chain, head: event.head }, "the node is no longer behind the stored blocks");
      break;
    case "standby":
      log.info({ chain, reason: event.reason }, "standby: another process follows the chain");
      break;
    case "took over":
      log.warn({ chain }, "took over: this process follows the chain now");
      break;
    case "lease lost":
      log.warn({ chain, reason: event.reason }, "lease lost: waiting to take over again");
      break;
    case "node failed":
      writeFailure(log, chain, event);
      break;
  }
}

/** Two nodes at their rate limits may replace each other every second, which the metrics show. */
function writeFailure(
  log: FastifyBaseLogger,
  chain: string,
  { host, reason, next }: IngestEvent & { readonly kind: "node failed" },
): void {
  if (next === undefined || reason === TOO_MANY_REQUESTS) {
    log.debug({ chain, host, reason }, "node failed");
  } else {
    log.warn({ chain, host, reason, next }, "node failed; another one is used");
  }
}
