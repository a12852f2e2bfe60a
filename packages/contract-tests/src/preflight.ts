import { responseFor } from "@chainkit/openapi";
import { type CallParams, requestFor, valuesFor } from "./cases/values.ts";
import type { Context } from "./context.ts";
import { type HttpResponse, NoResponseError } from "./http/send.ts";
import { judge } from "./judge/judge.ts";
import type { Operation } from "./spec/operations.ts";
import { urlOf } from "./targets/target.ts";

/** Number of operations called per area. */
const PROBES_PER_AREA = 3;

/** Statuses of a server or gateway that does not serve a path. */
const FOREIGN = /^(3..|404|405|501|502|503|504)$/;

/** Documented status that a mock returns on request. */
const REFUSED = 400;

/** Outcome of one request of the preflight. */
interface Probe {
  readonly operation: Operation;
  readonly url: string;
  readonly response?: HttpResponse;
  readonly error?: string;
}

/**
 * Checks whether the target can be tested: that it is reachable at this base path, accepts the token, and
 * serves the chains.
 *
 * @param operations Operations that will be tested.
 * @param chains Names of the chains that the target must serve.
 * @returns Reasons why it cannot be tested; empty if it can.
 */
export async function preflight(
  context: Context,
  operations: readonly Operation[],
  chains: readonly string[] = [],
): Promise<string[]> {
  const safe = operations.filter((operation) => operation.safe);
  const areas = Map.groupBy(safe, ({ spec }) => spec.name);
  const probed = [...areas.values()].flatMap((own) => own.slice(0, PROBES_PER_AREA));
  const probes = await Promise.all(probed.map((operation) => probe(context, operation)));
  const unreachable = [...Map.groupBy(probes, ({ url }) => url)]
    .filter(([, own]) => own.every(({ error }) => error !== undefined))
    .map(([url, [first]]) => `cannot reach ${url}: ${first?.error}`);
  if (unreachable.length > 0) {
    return unreachable;
  }
  const misplaced = [...Map.groupBy(probes, ({ operation }) => operation.spec.name)]
    .filter(([, own]) => own.every(isForeign))
    .map(
      ([area, own]) =>
        `${own[0]?.url} does not serve the area ${area}: ${own.map(describe).join("; ")}. ` +
        `Check the base path, or pass --target ${area}=<url>`,
    );
  if (context.target.isPrism) {
    return misplaced;
  }
  const obstacles = [...misplaced, ...refusedToken(context, probes)];
  if (obstacles.length === 0) {
    obstacles.push(...(await unannouncedMock(context, probes)));
  }
  return obstacles.length > 0 ? obstacles : unservedChains(context, operations, chains);
}

/** Reports a target that is a mock and not declared as one: it would fail what a mock cannot do. */
async function unannouncedMock(context: Context, probes: readonly Probe[]): Promise<string[]> {
  const found = probes.find(
    ({ operation, response }) =>
      isSuccess(response) && responseFor(operation.responses, REFUSED) !== undefined,
  );
  if (!found) {
    return [];
  }
  // No deployment refuses a request that it has just served because of this header (RFC 7240).
  const { response } = await probe(context, found.operation, {}, { prefer: `code=${REFUSED}` });
  return response?.status === REFUSED
    ? [`${found.url} is a mock: it returns the status that Prefer names. Pass --prism`]
    : [];
}

/** Reports the chains that the target refuses or does not have. */
async function unservedChains(
  context: Context,
  operations: readonly Operation[],
  chains: readonly string[],
): Promise<string[]> {
  const operation = operations.find(({ id }) => id === "getLatestTransactions");
  const all = chains.map(async (chain) => {
    const found = operation && (await probe(context, operation, { chainName: chain }));
    return found && /^(400|404|422)$/.test(String(found.response?.status))
      ? [`the target does not serve the chain "${chain}": ${describe(found)}. Check --chain`]
      : [];
  });
  return (await Promise.all(all)).flat();
}

/** Whether a response comes from a server or gateway that does not serve the path. */
function isForeign({ operation, response }: Probe): boolean {
  if (!response) {
    return false;
  }
  if (isSuccess(response)) {
    // A web application or a login page, which has a page for every path.
    return /^\s*</.test(response.body.toString());
  }
  if (!FOREIGN.test(String(response.status))) {
    return false;
  }
  if (!responseFor(operation.responses, response.status)) {
    return true;
  }
  const expect = { statuses: ["4XX", "5XX"], because: "", rule: { part: operation.node } };
  return judge(operation, expect, response, true).findings.length > 0;
}

function refusedToken({ target }: Context, probes: readonly Probe[]): string[] {
  // Where a token is optional, a deployment may serve the request without regard to it.
  const demanding = probes.filter(({ operation }) => operation.auth === "required");
  const taking = probes.filter(({ operation }) => operation.auth === "optional");
  const sent = demanding.length > 0 ? demanding : taking;
  const isRefused = sent.length > 0 && sent.every(({ response }) => response?.status === 401);
  return target.token !== undefined && isRefused
    ? [`the token is rejected: ${sent.map(describe).join("; ")}. Check --token`]
    : [];
}

/** Sends one request of the preflight, with the example values of the operation. */
async function probe(
  context: Context,
  operation: Operation,
  params: CallParams = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Probe> {
  const url = urlOf(context.target, operation.spec.name) ?? "";
  const [values] = valuesFor(operation, context.target);
  const parameters = { ...values.parameters, ...params };
  try {
    const request = requestFor(operation, { ...values, parameters });
    const all = { ...request, headers: { ...request.headers, ...headers } };
    return { operation, url, response: await context.send(operation, all) };
  } catch (error) {
    if (!(error instanceof NoResponseError)) {
      throw error;
    }
    return { operation, url, error: error.message };
  }
}

/** Whether the target served the request. */
function isSuccess(response: HttpResponse | undefined): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** Formats the outcome of a request. */
function describe({ operation, response, error }: Probe): string {
  const type = response?.headers["content-type"];
  const came = response ? `${response.status}${type ? ` (${type})` : ""}` : error;
  return `${operation.id} led to ${came}`;
}
