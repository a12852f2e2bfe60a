import {
  DeploymentError,
  GraphNodeNoResponseError,
  GraphNodeRefusedError,
  GraphNodeUnreachableError,
} from "../graph-node/errors.ts";
import type { GraphNode } from "../graph-node/graph-node.ts";
import { HttpError } from "../http/http-error.ts";

/** graph-node as the handlers see it: what it does not do is an error of HTTP. */
export interface DeployedSubgraphs {
  /** @throws HttpError if the tag may not move to the version. */
  assertTaggable(name: string, version: string, tag: string): Promise<void>;
  /** Told of each tag that points at a version now. */
  tagged(name: string, version: string, tag: string): void;
  /** @throws HttpError if graph-node does not remove it. */
  remove: GraphNode["deployments"]["remove"];
}

/** Makes the view of the handlers on graph-node. */
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

/** @param unchanged What holds if graph-node has surely done nothing. */
function rethrow(unchanged: string): (error: Error) => never {
  return (error) => {
    const { message } = error;
    if (error instanceof DeploymentError) {
      throw new HttpError(error.kind === "unknown" ? 404 : 409, message);
    }
    if (error instanceof GraphNodeRefusedError) {
      throw new HttpError(502, `graph-node refused, ${unchanged}: ${message}`);
    }
    if (error instanceof GraphNodeUnreachableError) {
      throw new HttpError(503, `graph-node is away, ${unchanged}: ${message}`);
    }
    if (error instanceof GraphNodeNoResponseError) {
      throw new HttpError(504, `no response of graph-node: ${message}`);
    }
    throw error;
  };
}
