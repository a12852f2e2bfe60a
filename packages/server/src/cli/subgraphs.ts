import type { Command } from "commander";
import { existingStorageOf } from "../config/storage.ts";
import type { VersionName } from "../graph-node/names.ts";
import { nameViolation } from "../handlers/subgraph-management.ts";
import { ENDPOINT_ROOT } from "../http/subgraph-endpoint.ts";
import type { KnownDeployment } from "../store/subgraph-store.ts";
import { audited } from "./audit.ts";
import { addDeploymentCommands } from "./deployments.ts";
import { printTable, STATUS_COLUMNS, statusCells } from "./table.ts";
import { type SubgraphCommand, withManagement, withSubgraphs } from "./with-management.ts";

/** Adds the `subgraph add|list|deploy|import|status` commands. */
export function addSubgraphCommands(program: Command): void {
  const group = program.command("subgraph").description("manage subgraph versions");

  withManagement(
    group
      .command("add")
      .description("register a deployed version of a subgraph")
      .argument("<name>", "subgraph name")
      .argument("<version>", "subgraph version"),
    async (store, [name = "", version = ""]) => {
      const violation = nameViolation(name) ?? nameViolation(version);
      if (violation) {
        throw new Error(`name and version ${violation}`);
      }
      const isNew = await audited({ operation: "subgraph add", subgraph: name, version }, () =>
        store.addDeployment(name, version),
      );
      console.log(`${name} ${version} ${isNew ? "registered" : "was already registered"}`);
    },
  );
  withSubgraphs(
    group.command("list").description("list registered versions, their tags and deployments"),
    listVersions,
    existingStorageOf,
  );
  addDeploymentCommands(group);
}

async function listVersions({ management, subgraphs, graphNode }: SubgraphCommand): Promise<void> {
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
