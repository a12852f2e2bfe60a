import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Listening, listenAt } from "@chainkit/command";

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

/** Starts a proxy in front of a service that changes requests or responses. */
export function startProxy(target: string, mutate: Mutation): Promise<Listening> {
  const forward = forwarder(target);
  const server = createServer(async (incoming, outgoing) => {
    const { method = "GET", url = "/", headers: asked } = incoming;
    const sent = { method, url, headers: asked, body: await buffer(incoming) };
    const none = { status: 502, headers: {}, body: Buffer.from("bad gateway") };
    const { status, headers, body } = await mutate(sent, forward).catch(() => none);
    outgoing.writeHead(status, { ...headers, "content-length": String(body.length) });
    outgoing.end(body);
  });
  return listenAt(server);
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
          const own = Object.entries(incoming.headers)
            .filter(([name]) => !HOP_BY_HOP.includes(name))
            .map(([name, value]) => [name, String(value)]);
          const { statusCode: status = 0 } = incoming;
          buffer(incoming).then(
            (received) => resolve({ status, headers: Object.fromEntries(own), body: received }),
            reject,
          );
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });
}
