import type { SubgraphManagementOperations } from "@chainkit/subgraph-management";
import type { GraphNode } from "../graph-node/graph-node.ts";
import { nameViolation } from "../graph-node/names.ts";
import { GraphNodeError } from "../graph-node/request.ts";
import { HttpError, type InvalidParameter, invalid, notFound } from "../http/http-error.ts";
import type { Handlers } from "../http/routes.ts";
import type { ManagementStore } from "../store/management-store.ts";

/** graph-node, if versions have deployments there. */
export interface DeployedSubgraphs extends Pick<GraphNode, "assertTaggable" | "deployments"> {
  /** Called after a tag has been pointed at a version. */
  tagged(name: string, version: string, tag: string): void;
}

/**
 * Returns a function that throws failures of graph-node as `HttpError`.
 *
 * @param unchanged Statement for the message if the request had no effect.
 */
function rethrow(unchanged: string): (error: Error) => never {
  return (error) => {
    if (!(error instanceof GraphNodeError)) {
      throw error;
    }
    const { kind, message } = error;
    const responses = {
      conflict: [409, message],
      refused: [502, `graph-node rejected the request, ${unchanged}: ${message}`],
      unreachable: [503, `graph-node is unreachable, ${unchanged}: ${message}`],
      "no response": [504, `no response from graph-node: ${message}`],
    } as const;
    const [status, detail] = responses[kind];
    throw new HttpError(status, detail);
  };
}

const SUCCESS = { code: 0, msg: "success" } as const;

/**
 * Creates the handlers of the subgraph-management area.
 *
 * @param deployed Absent if versions are registered without deployments.
 */
export function subgraphManagementHandlers(
  store: ManagementStore,
  deployed?: DeployedSubgraphs,
): Handlers<SubgraphManagementOperations> {
  const assertDeployed = async (name: string, version: string) => {
    if (!(await store.hasDeployment(name, version))) {
      throw notDeployed(name, version);
    }
  };
  return {
    async createTag({ subgraph_name, version, tag }) {
      assertNames({ subgraph_name, version, tag });
      await deployed
        ?.assertTaggable(subgraph_name, version, tag)
        .catch(rethrow("the tag was not moved"));
      if (!(await store.setTag(subgraph_name, version, tag))) {
        throw notDeployed(subgraph_name, version);
      }
      deployed?.tagged(subgraph_name, version, tag);
      return { ...SUCCESS, data: {} };
    },
    async deleteTag({ subgraph_name, version, tag }) {
      await assertDeployed(subgraph_name, version);
      if (!(await store.deleteTag(subgraph_name, version, tag))) {
        throw notFound(`${subgraph_name} ${version} has no tag ${tag}`);
      }
      return { ...SUCCESS, data: {} };
    },
    async queryTag({ subgraph_name, version }) {
      await assertDeployed(subgraph_name, version);
      const tags = await store.listTags(subgraph_name, version);
      return {
        ...SUCCESS,
        data: { tags: tags.map(({ tag, createdAt }) => ({ tag, create_time: createdAt })) },
      };
    },
    async removeSubgraph({ name, version }) {
      const remote = await deployed?.deployments
        .remove(name, version)
        .catch(rethrow("nothing was removed"));
      const removal =
        remote === undefined || remote === "local"
          ? await store.removeDeployment(name, version)
          : remote;
      if (removal === "unknown") {
        throw notDeployed(name, version);
      }
      if (removal === "tagged") {
        const tags = (await store.listTags(name, version)).map(({ tag }) => tag);
        throw new HttpError(409, `${name} ${version} still has the tag ${tags.join(", ")}`);
      }
      return { ...SUCCESS, data: {} };
    },
  };
}

function notDeployed(name: string, version: string): HttpError {
  return notFound(`${name} ${version} is not deployed`);
}

function assertNames(names: Readonly<Record<string, string>>): void {
  const errors: InvalidParameter[] = Object.entries(names).flatMap(([parameter, name]) => {
    const reason = nameViolation(name);
    return reason ? [{ parameter, reason }] : [];
  });
  if (errors.length > 0) {
    throw invalid(errors);
  }
}
