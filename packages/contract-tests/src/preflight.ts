import { requestFor, valuesFor } from "./cases/values.ts";
import type { Context } from "./context.ts";
import { type HttpResponse, NoResponseError } from "./http/send.ts";
import { judge } from "./judge/judge.ts";
import { documentedAs } from "./judge/status.ts";
import { validatorOf } from "./schema/validator.ts";
import type { Operation } from "./spec/operations.ts";
import { urlOf } from "./targets/target.ts";

/** Outcome of one request of the preflight. */
interface Probe {
  readonly operation: Operation;
  readonly url: string;
  readonly response?: HttpResponse;
  readonly error?: string;
}

/** Number of operations called per area. */
const PROBES_PER_AREA = 3;

/** Statuses of a server or gateway that does not serve a path. */
const FOREIGN = /^(3..|404|405|501|502|503|504)$/;

/**
 * Checks whether the target can be tested: that it is reachable at this base path, and accepts the token.
 *
 * @param operations Operations that will be tested.
 * @returns Reasons why it cannot be tested; empty if it can.
 */
export async function preflight(
  context: Context,
  operations: readonly Operation[],
): Promise<string[]> {
  const areas = Map.groupBy(operations, ({ spec }) => spec.name);
  const probes = await Promise.all(
    [...areas.values()].flatMap((own) =>
      own
        .filter(({ safe }) => safe)
        .slice(0, PROBES_PER_AREA)
        .map((operation) => probe(context, operation)),
    ),
  );
  const unreachable = [...Map.groupBy(probes, ({ url }) => url)].flatMap(([url, own]) =>
    own.every(({ error }) => error !== undefined) ? [`cannot reach ${url}: ${own[0]?.error}`] : [],
  );
  if (unreachable.length > 0) {
    return unreachable;
  }
  const misplaced = [...Map.groupBy(probes, ({ operation }) => operation.spec.name)].flatMap(
    ([area, own]) =>
      own.every(isForeign)
        ? [
            `${own[0]?.url} does not serve the area ${area}: ` +
              `${own.map(describe).join("; ")}. Check the base path, or pass --target ${area}=<url>`,
          ]
        : [],
  );
  return [...misplaced, ...refusedToken(context, probes)];
}

async function probe(context: Context, operation: Operation): Promise<Probe> {
  const url = urlOf(context.target, operation.spec.name) ?? "";
  const [values] = valuesFor(operation, context.target);
  try {
    const request = requestFor(operation, values ?? { name: "", parameters: {}, exists: false });
    return { operation, url, response: await context.send(operation, request) };
  } catch (error) {
    if (!(error instanceof NoResponseError)) {
      throw error;
    }
    return { operation, url, error: error.message };
  }
}

/** Whether a response comes from a server or gateway that does not serve the path. */
function isForeign({ operation, response }: Probe): boolean {
  if (!response || !FOREIGN.test(String(response.status))) {
    return false;
  }
  const documented = documentedAs(operation, response.status);
  if (!documented) {
    return true;
  }
  const expect = { statuses: ["4XX", "5XX"], because: "", rule: { part: operation.node } };
  const validator = validatorOf(operation.spec);
  return judge(operation, expect, response, validator, false).findings.length > 0;
}

function refusedToken({ target }: Context, probes: readonly Probe[]): string[] {
  const sent = probes.filter(({ operation }) => operation.auth !== "none");
  const isRefused = sent.length > 0 && sent.every(({ response }) => response?.status === 401);
  return target.token !== undefined && !target.isPrism && isRefused
    ? [`the token is rejected: ${sent.map(describe).join("; ")}. Check --token`]
    : [];
}

function describe({ operation, response, error }: Probe): string {
  const type = response?.headers["content-type"];
  const came = response ? `${response.status}${type ? ` (${type})` : ""}` : error;
  return `${operation.id} led to ${came}`;
}
