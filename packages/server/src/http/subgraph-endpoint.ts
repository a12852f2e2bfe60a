import type { FastifyInstance } from "fastify";
import { Histogram, type Registry } from "prom-client";
import { ENDPOINT_ROOT } from "../graph-node/names.ts";
import { ProxyError, type QueryProxy } from "../graph-node/proxy.ts";
import type { EndpointTarget, SubgraphStore } from "../store/subgraph-store.ts";
import { allowOrigin, type CorsOrigins, EXPOSED } from "./cors.ts";
import type { Gate } from "./gate.ts";
import { HttpError, invalid, notFound, tooManyRequests } from "./http-error.ts";
import { createRateLimiter, type RateLimit } from "./rate-limiter.ts";
import { acceptQueries } from "./request-body.ts";

export interface EndpointOptions {
  readonly store: Pick<SubgraphStore, "resolve">;
  readonly proxy: QueryProxy;
  readonly metrics: Registry;
  /** Rate limit per version or tag, shared by all callers; also of names that do not exist. */
  readonly limit: RateLimit;
}

interface EndpointRequest {
  readonly Params: { readonly name: string; readonly target: string };
  readonly Body: Buffer | undefined;
}

const PATH = `${ENDPOINT_ROOT}:name/:target`;
/** Marks the routes that check the rate limit of their callers themselves. */
const ENDPOINT = { config: { kind: "endpoint" } } as const;
const HEADERS = `${EXPOSED}, graph-indexed, x-chainkit-deployment, x-chainkit-version`;

/**
 * Adds `/subgraphs/{name}/{version or tag}`, which forwards GraphQL to a deployment. A tag is resolved
 * once per request, so that each request goes entirely to one deployment.
 *
 * @param scope Scope of its own: its hooks and its parser of bodies are not for others.
 */
export function addSubgraphEndpoint(
  scope: FastifyInstance,
  { store, proxy, metrics, limit }: EndpointOptions,
  cors: CorsOrigins,
  gate: Gate,
): void {
  const limiter = createRateLimiter();
  const labelsOf = observeQueries(scope, metrics);
  const resolve = async ({ name, target }: EndpointRequest["Params"]): Promise<EndpointTarget> => {
    const found = await store.resolve(name, target);
    if (!found) {
      throw notFound(`${name} has no version or tag ${target}.`);
    }
    return found;
  };

  acceptQueries(scope, proxy.limits.maxQuery);
  scope.addHook("onRequest", async (request, reply) => {
    allowOrigin(cors, request, reply, HEADERS);
    await gate(request, { auth: "none", scopes: [] });
  });
  scope.post<EndpointRequest>(PATH, ENDPOINT, async (request, reply) => {
    const { headers, body, params } = request;
    const { name, target } = params;
    if (!body?.length) {
      throw invalid([{ parameter: "body", reason: "must be a GraphQL request in JSON" }]);
    }
    // Before the tag is looked up: a refused request costs no statement at the database.
    const waitMs = limiter.take(JSON.stringify([name, target]), limit);
    if (waitMs > 0) {
      request.queryLabels = labelsOf(name, target, false);
      throw tooManyRequests(waitMs);
    }
    const { version, deploymentId, isTag } = await resolve(params);
    request.queryLabels = labelsOf(name, isTag ? target : "(version)", true);
    if (deploymentId === null) {
      throw notFound(`${name} ${version} has no deployment at graph-node.`);
    }
    // A query ends with its caller, as far as the response has not been sent.
    const left = new AbortController();
    reply.raw.once("close", () => left.abort());
    const query = { body, deploymentId, headers, signal: left.signal };
    const response = await proxy.forward(query).catch((error) => {
      throw error instanceof ProxyError ? new HttpError(error.status, error.message) : error;
    });
    return reply
      .code(response.status)
      .headers(response.headers)
      .headers({
        "content-security-policy": "default-src 'none'; sandbox",
        "x-chainkit-version": version,
        "x-chainkit-deployment": deploymentId,
      })
      .send(response.body);
  });
  scope.get<EndpointRequest>(PATH, ENDPOINT, async ({ params }) => {
    const { name, target } = params;
    const { version, deploymentId, isTag } = await resolve(params);
    return { subgraph: name, version, tag: isTag ? target : null, deployment: deploymentId };
  });
}

type Labels = readonly [subgraph: string, tag: string];

declare module "fastify" {
  interface FastifyRequest {
    /** Labels of a query in the metrics; absent if its tag may not exist. */
    queryLabels?: Labels | undefined;
  }
}

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 5, 30];
/** Further tags are counted as `(other)`: each tag adds a dozen time series. */
const MAX_LABELS = 100;

/**
 * Observes the queries of an app.
 *
 * @returns Function that returns the labels of a tag: versions share one, to bound the number of time series. Only existing
 *   tags become labels; of one that was not looked up, those that another query gave it.
 */
export function observeQueries(
  app: FastifyInstance,
  metrics: Registry,
  maxLabels: number = MAX_LABELS,
): (subgraph: string, tag: string, exists: boolean) => Labels | undefined {
  const duration = new Histogram({
    name: "chainkit_subgraph_query_duration_seconds",
    help: "Duration from the arrival of a subgraph query to the end of its response.",
    labelNames: ["subgraph", "tag", "status"],
    buckets: BUCKETS,
    registers: [metrics],
  });
  const labels = new Map<string, Labels>();
  app.addHook("onResponse", async ({ queryLabels = ["(none)", "(none)"] }, reply) => {
    const [subgraph, tag] = queryLabels;
    duration.observe({ subgraph, tag, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return (subgraph, tag, exists) => {
    const key = JSON.stringify([subgraph, tag]);
    if (exists && labels.size < maxLabels) {
      labels.set(key, [subgraph, tag]);
    }
    return labels.get(key) ?? (exists ? ["(other)", "(other)"] : undefined);
  };
}
