import { Agent, get, type IncomingMessage } from "node:http";

/** A keep-alive agent, so that no request has to connect first. */
export const keepAlive = (connections: number) =>
  new Agent({ keepAlive: true, maxSockets: connections, scheduling: "fifo" });

/** Sends a GET and reads the answer to its end. @returns Its status. */
export function getStatus(agent: Agent, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const read = (response: IncomingMessage) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    };
    get(url, { agent }, read).once("error", reject);
  });
}

/**
 * Sends requests at a constant rate, whether or not those before are answered.
 *
 * A latency counts from the instant a request was due, so that one which had to wait for its turn
 * counts in full. Timers are up to a millisecond late, and that counts too. autocannon has an option
 * for a rate, but sends what is due in a second at its beginning.
 *
 * @param urlOf The request of a number, from 0 on.
 * @param take Told the status and the latency in milliseconds of each.
 */
export async function pace(
  perSecond: number,
  seconds: number,
  urlOf: (count: number) => string,
  take: (status: number, millis: number, url: string) => void,
): Promise<void> {
  const agent = keepAlive(64);
  const total = Math.round(perSecond * seconds);
  const everyMs = 1000 / perSecond;
  const start = performance.now();
  const waiting: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const sendDue = () => {
      const due = Math.min(total, (performance.now() - start) / everyMs);
      while (waiting.length < due) {
        const dueAt = start + waiting.length * everyMs;
        const url = urlOf(waiting.length);
        const answer = getStatus(agent, url).then((status) =>
          take(status, performance.now() - dueAt, url),
        );
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
