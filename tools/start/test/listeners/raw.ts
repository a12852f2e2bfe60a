import { once } from "node:events";
import { connect } from "node:net";

/** Longest wait for a response to begin, and for its end once it has begun, in milliseconds. */
const HEAD_MS = 2_000;
const BODY_MS = 200;

/**
 * Sends bytes that no HTTP client would, one per character, and returns the statuses of what came back until the
 * server closed the connection or fell silent.
 */
export async function statusesOf(url: string, text: string): Promise<number[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding("latin1").setTimeout(HEAD_MS);
  socket.on("timeout", () => socket.destroy()).on("error", () => {});
  let received = "";
  socket.on("data", (part) => {
    received += part;
    socket.setTimeout(BODY_MS);
  });
  socket.write(text, "latin1");
  await once(socket, "close");
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}
