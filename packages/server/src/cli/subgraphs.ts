import type { Command } from "commander";
import { nameViolation } from "../handlers/subgraph-management.ts";
import { printTable } from "./table.ts";
import { withManagement } from "./with-management.ts";

/** Adds the `subgraph add|list` commands. */
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
      const isNew = await store.addDeployment(name, version);
      console.log(`${name} ${version} ${isNew ? "registered" : "was already registered"}`);
    },
  );
  withManagement(
    group.command("list").description("list registered versions and their tags"),
    async (store) => {
      const deployments = await store.listDeployments();
      const rows = deployments.map(async ({ name, version }) => {
        const tags = await store.listTags(name, version);
        return [name, version, tags.map(({ tag }) => tag).join(", ")];
      });
      printTable(["NAME", "VERSION", "TAGS"], await Promise.all(rows));
    },
  );
}
