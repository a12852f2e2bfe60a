import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A request on its way to the service. */
export interface ProxyRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A response on its way back. */
export interface ProxyResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Forwards a request to the service. */
export type Forward = (incoming: ProxyRequest) => Promise<ProxyResponse>;

/** Mutation of an exchange by a proxy. */
export type Mutation = (incoming: ProxyRequest, forward: Forward) => Promise<ProxyResponse>;

/** A proxy that changes requests or responses. */
export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a proxy in front of a service. */
export async function startProxy(target: string, mutate: Mutation): Promise<Proxy> {
  const forward = forwarder(target);
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk) => chunks.push(chunk));
    incoming.on("end", async () => {
      const { method = "GET", url = "/", headers } = incoming;
      const {
        status,
        headers: own,
        body,
      } = await mutate({ method, url, headers, body: Buffer.concat(chunks) }, forward).catch(
        () => ({ status: 502, headers: {}, body: Buffer.from("bad gateway") }),
      );
      outgoing.writeHead(status, { ...own, "content-length": String(body.length) });
      outgoing.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "content-length"];

function forwarder(target: string): Forward {
  return ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const { host: _, "content-length": _length, ...rest } = headers;
      const outgoing = request(
        target + url,
        { method, headers: { ...rest, "content-length": body.length } },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk) => chunks.push(chunk));
          incoming.on("error", reject);
          incoming.on("end", () => {
            const own = Object.entries(incoming.headers).filter(
              ([name]) => !HOP_BY_HOP.includes(name),
            );
            resolve({
              status: incoming.statusCode ?? 0,
              headers: Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
              body: Buffer.concat(chunks),
            });
          });
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });
}
