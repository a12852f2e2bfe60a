import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { loadPeer, writePeer } from "../bundle.ts";
import { type Connected, type Connection, peers } from "../peers.ts";
import { type Candidate, cpuMillis, type Effort, perSecond } from "../rounds.ts";

/** What a client is measured doing. */
export type Work = (client: Connected) => Promise<unknown>;

async function candidates(connection: Connection, work: Work): Promise<Candidate[]> {
  const connected = peers.map(async (peer) => {
    const client = (await loadPeer(await writePeer(peer)))(connection);
    return { name: peer.name, run: () => work(client) };
  });
  return Promise.all(connected);
}

/** Calls per second of computing, with a `fetch` that answers at once with one and the same body. */
export async function stubbed(body: string, effort: Effort) {
  const fetch = async () => new Response(body, { headers: { "content-type": "application/json" } });
  const all = await candidates({ baseUrl: "http://localhost", fetch }, (client) => client.page());
  return perSecond(all, effort, cpuMillis);
}

/** How often per second the work is done against a real server, in a process of its own. */
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
