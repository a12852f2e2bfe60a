import { Agent, get, type IncomingMessage } from "node:http";

/** Keep-alive agent, so that requests reuse connections. */
const keepAlive = (connections: number) =>
  new Agent({ keepAlive: true, maxSockets: connections, scheduling: "fifo" });

/** Sends a GET and reads the whole response. @returns Its status. */
function getStatus(agent: Agent, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const read = (response: IncomingMessage) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    };
    get(url, { agent }, read).once("error", reject);
  });
}

/**
 * Sends requests at a constant rate, independent of the responses (open loop).
 *
 * Latency is measured from when a request was sent. None waits for a response before it is sent, so that
 * a pause of the server counts for each request of that time; a pause of this process, which shares the
 * processors with the server, does not. autocannon's rate option sends the requests of a second in one
 * burst.
 *
 * @param urlOf Returns the URL of a request by its number, from 0.
 * @param take Called with status and latency in milliseconds of each response.
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
        const url = urlOf(waiting.length);
        const sentAt = performance.now();
        const answer = getStatus(agent, url).then((status) =>
          take(status, performance.now() - sentAt, url),
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
