import {
  DeploymentError,
  GraphNodeNoResponseError,
  GraphNodeRefusedError,
  GraphNodeUnreachableError,
} from "../graph-node/errors.ts";
import type { GraphNode } from "../graph-node/graph-node.ts";
import { HttpError } from "../http/http-error.ts";

/** graph-node operations for the handlers; failures are thrown as `HttpError`. */
export interface DeployedSubgraphs {
  /** @throws HttpError if the tag may not move to the version. */
  assertTaggable(name: string, version: string, tag: string): Promise<void>;
  /** Called after a tag has been pointed at a version. */
  tagged(name: string, version: string, tag: string): void;
  /** @throws HttpError if graph-node does not remove the deployment. */
  remove: GraphNode["deployments"]["remove"];
}

/** Creates the graph-node operations of the handlers. */
export function deployedSubgraphs(
  { assertTaggable, deployments }: Pick<GraphNode, "assertTaggable" | "deployments">,
  tagged: DeployedSubgraphs["tagged"],
): DeployedSubgraphs {
  return {
    tagged,
    assertTaggable: (...names) => assertTaggable(...names).catch(rethrow("the tag was not moved")),
    remove: (...names) => deployments.remove(...names).catch(rethrow("nothing was removed")),
  };
}

/** @param unchanged Statement for the message if the request had no effect. */
function rethrow(unchanged: string): (error: Error) => never {
  return (error) => {
    const { message } = error;
    if (error instanceof DeploymentError) {
      throw new HttpError(error.kind === "unknown" ? 404 : 409, message);
    }
    if (error instanceof GraphNodeRefusedError) {
      throw new HttpError(502, `graph-node rejected the request, ${unchanged}: ${message}`);
    }
    if (error instanceof GraphNodeUnreachableError) {
      throw new HttpError(503, `graph-node is unreachable, ${unchanged}: ${message}`);
    }
    if (error instanceof GraphNodeNoResponseError) {
      throw new HttpError(504, `no response from graph-node: ${message}`);
    }
    throw error;
  };
}
