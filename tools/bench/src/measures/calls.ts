import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { loadPeer, writePeer } from "../bundle.ts";
import { type Connected, type Connection, peers } from "../peers.ts";
import { type Candidate, cpuMillis, type Effort, perSecond } from "../rounds.ts";

/** Measured calls. */
export type Work = (client: Connected) => Promise<unknown>;

async function candidates(connection: Connection, work: Work): Promise<Candidate[]> {
  const connected = peers.map(async (peer) => {
    const client = (await loadPeer(await writePeer(peer)))(connection);
    return { name: peer.name, run: () => work(client) };
  });
  return Promise.all(connected);
}

/** Calls per second of CPU time, with a `fetch` that returns a constant body immediately. */
export async function stubbed(body: string, effort: Effort) {
  const fetch = async () => new Response(body, { headers: { "content-type": "application/json" } });
  const all = await candidates({ baseUrl: "http://localhost", fetch }, (client) => client.page());
  return perSecond(all, effort, cpuMillis);
}

/** Calls per second to a real server in another process. */
export async function overLoopback(pages: readonly string[], effort: Effort, work: Work) {
  const server = fork(join(import.meta.dirname, "../server.ts"));
  try {
    server.send(pages);
    const [baseUrl] = await once(server, "message");
    return await perSecond(await candidates({ baseUrl }, work), effort);
  } finally {
    server.disconnect();
  }
}
