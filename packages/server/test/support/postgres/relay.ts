import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A TCP relay, as a virtual address of a database is. */
export interface Relay {
  readonly port: number;
  /** Ends all connections, and connects later ones to another port; undefined: to none. */
  moveTo(port: number | undefined): void;
}

/** Relays connections to a port on loopback, until the test ends. */
export async function startRelay(port: number): Promise<Relay> {
  let target: number | undefined = port;
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  const server = createServer((from) => {
    if (target === undefined) {
      from.destroy();
      return;
    }
    const to = connect(target, "127.0.0.1");
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    cut();
  });
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(next) {
      target = next;
      cut();
    },
  };
}
