import type { IncomingMessage, ServerResponse } from "node:http";
import type { GraphNodeSettings } from "../../../src/graph-node/graph-node.ts";
import { startServer } from "../serve.ts";
import { callAdmin } from "./admin.ts";
import { GraphNodeState } from "./state.ts";
import { namesOf, queryStatus } from "./status.ts";

type Reply = { readonly status?: number; readonly json: unknown } | "panic";

/** What a query gets instead of a response of its own. */
type QueryHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A stand-in for graph-node, written after its interfaces. It indexes nothing. */
export interface StandIn {
  readonly state: GraphNodeState;
  readonly urls: { readonly admin: string; readonly query: string; readonly status: string };
  /** Settings of the service for it, with short times. */
  readonly settings: GraphNodeSettings;
  onQuery: QueryHandler | undefined;
  lastQuery: { readonly headers: IncomingMessage["headers"]; readonly body: string } | undefined;
  lastAdmin: IncomingMessage["headers"] | undefined;
  stop(): void;
}

/** Starts a stand-in on free ports, until the test ends. */
export async function startStandIn(): Promise<StandIn> {
  const state = new GraphNodeState();
  const admin = await startServer(async (request, response) => {
    const text = await read(request);
    const { method = "", params } = JSON.parse(text);
    state.log.push(`${method} ${params?.name ?? ""}`);
    standIn.lastAdmin = request.headers;
    await withFault(state, method, response, () => ({ json: callAdmin(state, text) }));
  });
  const status = await startServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://graph-node");
    const text = await read(request);
    await withFault(state, "status", response, async () => {
      const id = /^\/explorer\/subgraphs-for-deployment\/(.+)$/.exec(pathname)?.[1];
      if (id !== undefined) {
        return { json: namesOf(state, decodeURIComponent(id)) };
      }
      if (pathname !== "/graphql") {
        return { status: 404, json: "Not found" };
      }
      const result = await queryStatus(state, text);
      return result === undefined ? "panic" : { json: result };
    });
  });
  const query = await startServer(async (request, response) => {
    if (standIn.onQuery) {
      standIn.onQuery(request, response);
      return;
    }
    const body = await read(request);
    if (request.method === "POST") {
      standIn.lastQuery = { headers: request.headers, body };
    }
    await withFault(state, "query", response, () => answerQuery(state, request, body));
  });
  const urls = { admin: admin.url, status: status.url, query: query.url };
  const standIn: StandIn = {
    state,
    urls,
    settings: {
      admin: { url: urls.admin },
      query: { url: urls.query },
      status: { url: urls.status },
      tagRequires: "nothing",
      limits: { maxQuery: 1_000_000, maxResponse: 10_000_000, timeoutMs: 5_000 },
      requestMs: 1_500,
      deployMs: 1_500,
    },
    onQuery: undefined,
    lastQuery: undefined,
    lastAdmin: undefined,
    stop() {
      for (const each of [admin, status, query]) {
        each.stop();
      }
    },
  };
  return standIn;
}

/** graph-node reads the length of a query from its header, and takes none without. */
function answerQuery(state: GraphNodeState, request: IncomingMessage, body: string): Reply {
  if (request.method === "GET" && request.url === "/") {
    return {
      json: { message: "Access deployed subgraphs by deployment ID at /subgraphs/id/<ID>" },
    };
  }
  const [, id] = /^\/subgraphs\/id\/([^/?]+)$/.exec(request.url ?? "") ?? [];
  if (request.method !== "POST" || id === undefined) {
    return { json: { message: "Not found" } };
  }
  if (!request.headers["content-type"] || !(Number(request.headers["content-length"]) > 0)) {
    return { status: 400, json: { error: "Body is required" } };
  }
  if (!state.deployments.has(id)) {
    return { json: { errors: [{ message: `deployment \`${id}\` does not exist` }] } };
  }
  const { query, variables } = JSON.parse(body);
  return { json: { data: { _meta: { deployment: id }, query, variables } } };
}

async function withFault(
  state: GraphNodeState,
  kind: string,
  response: ServerResponse,
  work: () => Reply | Promise<Reply>,
): Promise<void> {
  const fault = state.faults.get(kind);
  const isBefore = (fault?.kind === "break" || fault?.kind === "hang") && fault.at === "before";
  const reply: Reply =
    fault?.kind === "status"
      ? { status: fault.status, json: {} }
      : isBefore
        ? "panic"
        : await work();
  if (fault?.kind === "hang") {
    return;
  }
  if (reply === "panic" || fault?.kind === "break") {
    response.destroy();
    return;
  }
  const headers = {
    "content-type": "application/json",
    "access-control-allow-origin": "*",
    "set-cookie": "session=1",
    "graph-attestable": "true",
    "graph-indexed": '{"number":5}',
  };
  response.writeHead(reply.status ?? 200, headers).end(JSON.stringify(reply.json));
}

async function read(request: IncomingMessage): Promise<string> {
  return (await request.toArray()).join("");
}
