import type { Command } from "commander";
import { addGraphNodeSettings } from "../config/graph-node.ts";
import { existingStorageOf } from "../config/storage.ts";
import type { GraphNode } from "../graph-node/graph-node.ts";
import { importDeployments } from "../graph-node/import.ts";
import {
  ENDPOINT_ROOT,
  endpointPath,
  nameViolation,
  splitVersion,
  type VersionName,
} from "../graph-node/names.ts";
import type { IndexingStatus, NetworkProgress } from "../graph-node/status.ts";
import type { KnownDeployment } from "../store/subgraph-store.ts";
import { audited, type ManagementParts, withManagement } from "./management.ts";
import { printTable } from "./table.ts";

export function addSubgraphCommands(program: Command): void {
  const group = program.command("subgraph").description("manage subgraph versions");

  withManagement(
    group
      .command("add")
      .description("register a deployed version of a subgraph")
      .argument("<name>", "subgraph name")
      .argument("<version>", "subgraph version"),
    async ({ management, args: [name = "", version = ""] }) => {
      const violation = nameViolation(name) ?? nameViolation(version);
      if (violation) {
        throw new Error(`name and version ${violation}`);
      }
      const isNew = await audited({ operation: "subgraph add", subgraph: name, version }, () =>
        management.addDeployment(name, version),
      );
      console.log(`${name} ${version} ${isNew ? "registered" : "was already registered"}`);
    },
  );
  const list = group
    .command("list")
    .description("list registered versions, their tags and deployments");
  withManagement(list, listVersions, existingStorageOf);
  addGraphNodeSettings(list);
  addDeploy(group);
  addImport(group);
}

/** Columns of the status that graph-node reports for a deployment. */
const STATUS_COLUMNS = ["SYNCED", "HEALTH", "LATEST BLOCK"];

async function listVersions({ management, subgraphs, graphNode }: ManagementParts): Promise<void> {
  const known = await subgraphs.listDeployments();
  const versions: readonly VersionName[] = await management.listDeployments();
  const isKnown = (one: VersionName) => (other: VersionName) =>
    other.name === one.name && other.version === one.version;
  // A version that is being deployed or removed cannot be tagged, and so is not in the registry.
  const unfinished = known.filter((each) => !versions.some(isKnown(each)));
  const statuses = await graphNode?.status.statuses(known.map((each) => each.deploymentId));
  const rows = [...versions, ...unfinished].map(async ({ name, version }) => {
    const tags = (await management.listTags(name, version)).map(({ tag }) => tag);
    const deployment = known.find(isKnown({ name, version }));
    return [
      name,
      version,
      tags.join(", "),
      ...(known.length > 0 ? [deployment?.deploymentId ?? "-", stateOf(deployment)] : []),
      ...(statuses ? statusCells(deployment, statuses) : []),
    ];
  });
  const columns = [
    "NAME",
    "VERSION",
    "TAGS",
    ...(known.length > 0 ? ["DEPLOYMENT", "STATE"] : []),
    ...(statuses ? STATUS_COLUMNS : []),
  ];
  printTable(columns, await Promise.all(rows));
  if (known.length > 0) {
    console.log(`\nEndpoint of a version or tag: ${ENDPOINT_ROOT}<name>/<version or tag>`);
  }
}

function stateOf(deployment: KnownDeployment | undefined): string {
  const { state = "-", reason = null } = deployment ?? {};
  return reason === null ? state : `${state}: ${reason}`;
}

/** Returns the cells of `STATUS_COLUMNS`. @param statuses Statuses of all deployments at graph-node. */
function statusCells(
  deployment: KnownDeployment | undefined,
  statuses: readonly IndexingStatus[],
): string[] {
  const status = statuses.find(({ deploymentId }) => deploymentId === deployment?.deploymentId);
  if (!status) {
    return ["-", deployment ? "not at graph-node" : "-", "-"];
  }
  const { synced, health, error, networks } = status;
  return [
    synced ? "yes" : "no",
    error ? `${health}: ${error}` : health,
    networks.map(formatNetwork).join(", ") || "-",
  ];
}

/** The progress on a network, as `mainnet 19000000 (12 behind)`. */
function formatNetwork({ network, latest, head }: NetworkProgress): string {
  const lag =
    latest === null || head === null ? "lag unknown" : `${Math.max(0, head - latest)} behind`;
  return `${network} ${latest ?? "-"} (${lag})`;
}

function assertGiven(graphNode: GraphNode | undefined): asserts graphNode is GraphNode {
  if (!graphNode) {
    throw new Error(
      "--graph-node-admin, --graph-node-query and --graph-node-status are required: pass the URLs of graph-node",
    );
  }
}

function addDeploy(group: Command): void {
  const command = group
    .command("deploy")
    .description("deploy a version of a subgraph at graph-node, and register it")
    .argument("<name/version>", "subgraph name and version, e.g. transfers/v2")
    .requiredOption("--ipfs <hash>", "IPFS hash of the manifest, which is the deployment id")
    .option("--node <id>", "indexing node (default: the choice of graph-node)");
  withManagement(command, async ({ graphNode, subgraphs, args: [text = ""], options }) => {
    assertGiven(graphNode);
    const { name, version } = splitVersion(text);
    const { ipfs, node } = options;
    try {
      await audited({ operation: "subgraph deploy", subgraph: name, version }, () =>
        graphNode.deployments.deploy({ name, version, deploymentId: ipfs, node }),
      );
    } catch (error) {
      const recorded = await subgraphs.findDeployment(name, version);
      const hint =
        recorded?.state === "deploying" && recorded.deploymentId === ipfs
          ? "; the deployment is recorded: run the command again, or the service finishes it"
          : "";
      throw new Error(`${(error as Error).message}${hint}`, { cause: error });
    }
    console.log(`${name} ${version} deployed as ${ipfs}`);
    console.log(`endpoint ${endpointPath(name, version)}`);
  });
  addGraphNodeSettings(command);
}

function addImport(group: Command): void {
  const command = group
    .command("import")
    .description("register existing deployments of graph-node")
    .argument("[names...]", "names at graph-node (default: all)");
  withManagement(command, async ({ graphNode, args }) => {
    assertGiven(graphNode);
    const imported = await audited({ operation: "subgraph import", subgraph: args.join(" ") }, () =>
      importDeployments(graphNode, args),
    );
    printTable(
      ["NAME", "VERSION", "DEPLOYMENT", "OUTCOME"],
      imported.map(({ name, version, deploymentId, outcome }) => [
        name,
        version,
        deploymentId,
        outcome,
      ]),
    );
    if (imported.some(({ outcome }) => outcome === "version taken")) {
      throw new Error("some versions have another deployment: remove them first");
    }
  });
  addGraphNodeSettings(command);
}
