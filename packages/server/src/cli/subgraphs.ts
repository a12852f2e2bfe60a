import type { Command } from "commander";
import { nameFault } from "../handlers/subgraph-management.ts";
import { printTable } from "./table.ts";
import { withManagement } from "./with-management.ts";

/** `subgraph add|list`. */
export function addSubgraphCommands(program: Command): void {
  const group = program.command("subgraph").description("the subgraph versions that can be tagged");

  withManagement(
    group
      .command("add")
      .description("register a deployed version of a subgraph")
      .argument("<name>", "name of the subgraph")
      .argument("<version>", "its version"),
    (store, [name = "", version = ""]) => {
      const fault = nameFault(name) ?? nameFault(version);
      if (fault) {
        throw new Error(`name and version ${fault}`);
      }
      const isNew = store.addDeployment(name, version);
      console.log(`${name} ${version} is ${isNew ? "registered" : "registered already"}`);
    },
  );
  withManagement(group.command("list").description("list versions and their tags"), (store) =>
    printTable(
      ["NAME", "VERSION", "TAGS"],
      store.listDeployments().map(({ name, version }) => {
        const tags = store.listTags(name, version).map(({ tag }) => tag);
        return [name, version, tags.join(", ")];
      }),
    ),
  );
}
