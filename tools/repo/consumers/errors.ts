// Never run: it compiles, or users have lost something.
import {
  type ApiError,
  createChainDataClient,
  isApiError,
  isProblem,
  type ProblemDetails,
} from "@chainkit/chain-data";
import { createSubgraphManagementClient } from "@chainkit/subgraph-management";

const baseUrl = "https://api.example.com";
const chainData = createChainDataClient({ baseUrl });
const management = createSubgraphManagementClient({ baseUrl, graphNs: "ns", token: "token" });

/** A `switch` over the kinds is known to be complete. */
export function describe(error: ApiError): string {
  switch (error.kind) {
    case "http":
      return `${error.status} ${error.requestId} ${error.retryAfterMs} ${error.headers.get("date")}`;
    case "envelope":
      return `${error.code} ${error.msg}`;
    case "input":
      return error.parameter;
    case "decode":
      return `${error.status}`;
    case "timeout":
    case "aborted":
    case "network":
    case "pagination":
      return `${error.operation} ${error.method} ${error.url} ${error.attempts}`;
    default: {
      const none: never = error;
      return none;
    }
  }
}

/** The body has the type that the contract documents for the status. */
export async function bodies() {
  const result = await chainData.getBlock({ chain_name: "base", block_number: "1" }).result();
  if (result.ok) {
    return result.data.block.number;
  }
  // @ts-expect-error a failure has no data
  result.data;
  const { error } = result;
  if (error.kind !== "http") {
    // @ts-expect-error only an HTTP error has a body
    error.body;
    return error.message;
  }
  if (error.status === 404) {
    return error.body.detail;
  }
  if (error.status === 418) {
    // @ts-expect-error what is not documented is unknown
    return error.body.detail;
  }
  const removed = await management.removeSubgraph({ name: "s", version: "1" }).result();
  if (!removed.ok && removed.error.kind === "http" && removed.error.status === 409) {
    const code: number = removed.error.body.code;
    return code;
  }
  return undefined;
}

export async function caught() {
  try {
    await chainData.getBlock({ chain_name: "base", block_number: "1" });
  } catch (error) {
    if (isApiError(error) && error.kind === "http" && error.status === 404) {
      return error.body;
    }
    throw error;
  }
  return undefined;
}

/** What is caught has a status and, behind its guard, the members of a problem. */
export function problem(error: unknown): ProblemDetails | undefined {
  if (!isApiError(error) || error.kind !== "http") {
    return undefined;
  }
  const status: number = error.status;
  // @ts-expect-error a body may be anything
  console.log(status, error.body.detail);
  return isProblem(error.body) ? error.body : undefined;
}
