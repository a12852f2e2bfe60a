import { Agent } from "node:http";
import { getStatus } from "../read-all.ts";

const CONNECTIONS = 64;

/**
 * Sends requests at a constant rate, independent of the responses (open loop).
 *
 * @param urlOf Returns the URL of a request by its number, from 0.
 * @param take Called with the status of each response.
 */
export async function pace(
  perSecond: number,
  seconds: number,
  urlOf: (count: number) => string,
  take: (status: number) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: "fifo" });
  const total = Math.round(perSecond * seconds);
  const everyMs = 1000 / perSecond;
  const start = performance.now();
  const waiting: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const sendDue = () => {
      const due = Math.min(total, (performance.now() - start) / everyMs);
      while (waiting.length < due) {
        const answer = getStatus(agent, urlOf(waiting.length)).then(take);
        answer.catch(() => {});
        waiting.push(answer);
      }
      if (waiting.length >= total) {
        return resolve();
      }
      setTimeout(sendDue, Math.max(0, start + waiting.length * everyMs - performance.now()));
    };
    sendDue();
  });
  await Promise.all(waiting).finally(() => agent.destroy());
}
