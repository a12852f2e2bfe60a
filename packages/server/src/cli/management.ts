import { userInfo } from "node:os";
import { type Command, Option, type OptionValues } from "commander";
import { graphNodeSettings } from "../config/graph-node.ts";
import { addStorage, existingStorageOf, storageOf } from "../config/storage.ts";
import { readExpiry } from "../config/values.ts";
import type { GraphNode } from "../graph-node/graph-node.ts";
import { openStorage } from "../service/storage.ts";
import { createToken } from "../service/tokens.ts";
import type { ManagementStore, TokenScope } from "../store/management-store.ts";
import { openManagement, openSubgraphs } from "../store/open.ts";
import type { SubgraphStore } from "../store/subgraph-store.ts";
import { printTable } from "./table.ts";

/** What commands of management work with. */
export interface ManagementParts {
  readonly management: ManagementStore;
  readonly subgraphs: SubgraphStore;
  /** Absent if no graph-node URL was given. */
  readonly graphNode: GraphNode | undefined;
  readonly args: readonly string[];
  readonly options: OptionValues;
}

/** Runs a command with management data. @param locate Finds the folder, which is created by default. */
export function withManagement(
  command: Command,
  work: (parts: ManagementParts) => Promise<void>,
  locate = storageOf,
): void {
  addStorage(command);
  command.action(async () => {
    const settings = graphNodeSettings(command);
    const location = openStorage(locate(command)).management;
    const management = await openManagement(location);
    const subgraphs = await openSubgraphs(location);
    const graphNode =
      settings &&
      (await import("../graph-node/graph-node.ts")).createGraphNode(settings, subgraphs);
    try {
      const { args } = command;
      await work({ management, subgraphs, graphNode, args, options: command.opts() });
    } finally {
      graphNode?.close();
      await subgraphs.close();
      await management.close();
    }
  });
}

/** What a command writes, as in the audit lines of the service. */
interface Written {
  readonly operation: string;
  readonly subgraph?: string;
  readonly version?: string;
  readonly token?: { readonly id?: string; readonly name?: string };
}

/**
 * Runs a write of management, and leaves a JSON line on standard error: who, what, when and with which result.
 * Standard output stays for what the command returns.
 */
export async function audited<Result>(
  written: Written,
  write: () => Promise<Result>,
): Promise<Result> {
  let result: "done" | "failed" = "failed";
  try {
    const returned = await write();
    result = "done";
    return returned;
  } finally {
    const line = { level: 30, time: Date.now(), ...written, user: currentUser(), result };
    process.stderr.write(`${JSON.stringify({ ...line, msg: "audit" })}\n`);
  }
}

/** Name of the user, or the number where the system has no name for it, as in a container. */
function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

export function addTokenCommands(program: Command): void {
  const group = program.command("token").description("manage API tokens");

  withManagement(
    group
      .command("create")
      .description("create a token and print it; it is shown only once")
      .argument("<name>", "label, e.g. the owner of the token")
      .addOption(
        new Option("--scope <scope>", "APIs that the token grants access to")
          .choices(["management", "data"])
          .default("management"),
      )
      .addOption(
        new Option("--expires <lifetime>", "lifetime, such as 90d or 12h")
          .argParser(readExpiry)
          .default(null, "never"),
      ),
    async ({ management, args: [name = ""], options: { scope, expires } }) => {
      const token = await audited({ operation: "token create", token: { name } }, () =>
        createToken(management, name, scope as TokenScope, expires),
      );
      process.stdout.write(`${token}\n`);
    },
  );
  withManagement(
    group.command("list").description("list tokens without their secrets"),
    async ({ management }) => {
      const tokens = await management.listTokens();
      printTable(
        ["ID", "NAME", "SCOPE", "CREATED", "EXPIRES"],
        tokens.map(({ id, name, scope, createdAt, expiresAt }) => [
          id,
          name,
          scope,
          date(createdAt),
          expiresAt === null ? "never" : date(expiresAt),
        ]),
      );
    },
    existingStorageOf,
  );
  withManagement(
    group
      .command("revoke")
      .description("revoke a token")
      .argument("<id>", "token id as shown by `token list`"),
    async ({ management, args: [id = ""] }) => {
      await audited({ operation: "token revoke", token: { id } }, async () => {
        if (!(await management.deleteToken(id))) {
          throw new Error(`token ${id} not found`);
        }
      });
      console.log(`token ${id} revoked`);
    },
    existingStorageOf,
  );
}

function date(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString();
}
