import { once } from "node:events";
import { Agent, get } from "node:http";

const CALLERS = 16;

/** Requests each URL once, by several callers. @throws Error if a response is not 200. */
export async function readAll(urls: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const left = urls.values();
  const caller = async () => {
    for (const url of left) {
      const status = await getStatus(agent, url);
      if (status !== 200) {
        throw new Error(`${url} returned ${status}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  agent.destroy();
}

/** Sends a GET and reads the whole response. @returns Its status. */
export async function getStatus(agent: Agent, url: string): Promise<number> {
  const [response] = await once(get(url, { agent }), "response");
  await once(response.resume(), "end");
  return response.statusCode;
}
