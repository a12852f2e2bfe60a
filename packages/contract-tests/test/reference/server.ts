import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Listening, listenAt } from "@chainkit/command";
import { idsUnderLaw } from "../../src/chain/all.ts";
import type { Known } from "../../src/index.ts";
import { loadSpecs } from "../../src/spec/load.ts";
import { operationsOf } from "../../src/spec/operations.ts";
import type { Spec } from "../../src/spec/spec.ts";
import { type Answer, problem } from "./answers.ts";
import { COLLECTIONS, NEWEST, transactions, WALLETS } from "./data.ts";
import { Others } from "./others.ts";
import { type Route, type Router, routerOf } from "./routes.ts";
import { Service } from "./service.ts";

/** A running implementation of the contract. */
export interface Reference extends Listening {
  readonly service: Service;
}

/** Calls that succeed there, by what the reference has data for. */
const own: Known = {
  getTransaction: [{ chain_name: "ethereum", transaction_hash: transactions[0]?.transaction_hash }],
  getBlock: [
    { chain_name: "ethereum", block_number: String(NEWEST) },
    { chain_name: "ethereum", block_number: String(NEWEST - 2) },
  ],
  getNft: [
    { chain_name: "ethereum", collection_address: COLLECTIONS[0], token_id: "40" },
    { chain_name: "ethereum", collection_address: COLLECTIONS[1], token_id: "43" },
  ],
  getErc20Balances: [{ chainName: "ethereum", walletAddress: WALLETS[0] }],
  getErc721Balances: [{ chainName: "ethereum", walletAddress: WALLETS[0] }],
  getAddressTransactions: [{ chainName: "ethereum", walletAddress: WALLETS[2] }],
  getBlockTransactions: [
    { chainName: "ethereum", blockNumber: NEWEST - 2 },
    { chainName: "ethereum", blockNumber: NEWEST },
  ],
  getLatestTransactions: [{ chainName: "ethereum" }],
  createTag: [
    { subgraph_name: "token-transfers", version: "1.0.0" },
    { subgraph_name: "token-transfers", version: "1.1.0" },
  ],
  queryTag: [{ subgraph_name: "token-transfers", version: "1.1.0" }],
  removeSubgraph: [{ name: "disposable", version: "0.0.1" }],
};

const contract = await loadSpecs();

/** Calls that succeed there. */
export const known: Known = knownOf(contract);

/** Calls that succeed at a reference of these specs. */
export function knownOf(specs: readonly Spec[]): Known {
  const ids = new Set(specs.flatMap(operationsOf).map(({ id }) => id));
  const all = { ...othersOf(specs).known(), ...own };
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
}

function othersOf(specs: readonly Spec[]): Others {
  const operations = specs.flatMap(operationsOf);
  const own = idsUnderLaw(operations);
  return new Others(operations.filter(({ id }) => !own.has(id)));
}

/**
 * Starts the reference implementation.
 *
 * @param change Puts wrong decisions in the place of right ones.
 * @param specs What it serves; what it has no data for, as the contract shows it.
 */
export async function startReference(
  change: (service: Service) => void = () => {},
  specs: readonly Spec[] = contract,
): Promise<Reference> {
  const others = othersOf(specs);
  const service = new Service(others);
  const router = routerOf(specs.flatMap(operationsOf));
  change(service);
  const server = createServer(
    (incoming, outgoing) => void handle(service, router, incoming, outgoing),
  );
  // Or else it may close a connection while a proxy of a test sends the next request on it.
  server.keepAliveTimeout = 0;
  return { ...(await listenAt(server)), service };
}

async function handle(
  service: Service,
  router: Router,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const text = await buffer(incoming);
  const { pathname: path, searchParams } = new URL(incoming.url ?? "/", "http://localhost");
  const method = incoming.method ?? "";
  const route = router(method, path);
  if (!route) {
    return write(outgoing, problem(404, "no such path"));
  }
  const call = {
    operation: route.operation,
    path,
    parameters: { ...Object.fromEntries(searchParams), ...route.parameters },
    query: searchParams,
    headers: incoming.headers,
    authorization: incoming.headers.authorization,
    contentType: incoming.headers["content-type"] ?? "",
    text,
  };
  const answer = route.methods.includes(method) ? service.answer(call) : otherMethod(route);
  write(outgoing, service.finish({ ...call }, answer));
}

function otherMethod({ methods }: Route): Answer {
  const allow = methods.join(", ");
  const answer = problem(405, `only ${allow}`);
  return { ...answer, headers: { ...answer.headers, allow } };
}

function write(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  if (body === BREAK) {
    return void outgoing.destroy();
  }
  outgoing.writeHead(status, headers);
  outgoing.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

export const BREAK: symbol = Symbol("the connection breaks");
