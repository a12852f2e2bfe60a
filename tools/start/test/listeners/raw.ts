import { connect } from "node:net";

/** Longest wait for a response to begin, and for its end once it has begun, in milliseconds. */
const HEAD_MS = 2_000;
const BODY_MS = 200;

/**
 * Sends bytes that no HTTP client would, one per character, and returns what came back until the server
 * closed the connection or fell silent.
 */
export function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = "";
    let timer = setTimeout(() => socket.destroy(), HEAD_MS);
    socket.setEncoding("latin1");
    socket.on("connect", () => socket.write(text, "latin1"));
    socket.on("data", (part) => {
      received += part;
      clearTimeout(timer);
      timer = setTimeout(() => socket.destroy(), BODY_MS);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(received);
    });
  });
}

/** Returns the statuses of the responses in a text; bodies do not count. */
export function statusesOf(received: string): number[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}
