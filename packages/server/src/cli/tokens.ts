import { type Command, Option } from "commander";
import { existingStorageOf } from "../config/storage.ts";
import { createToken } from "../service/tokens.ts";
import type { TokenScope } from "../store/management-store.ts";
import { printTable } from "./table.ts";
import { withManagement } from "./with-management.ts";

/** Adds the `token create|list|revoke` commands. */
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
      ),
    async (store, [name = ""], { scope }) => {
      process.stdout.write(`${await createToken(store, name, scope as TokenScope)}\n`);
    },
  );
  withManagement(
    group.command("list").description("list tokens without their secrets"),
    async (store) => {
      const tokens = await store.listTokens();
      printTable(
        ["ID", "NAME", "SCOPE", "CREATED"],
        tokens.map((token) => [token.id, token.name, token.scope, date(token.createdAt)]),
      );
    },
    existingStorageOf,
  );
  withManagement(
    group
      .command("revoke")
      .description("revoke a token")
      .argument("<id>", "token id as shown by `token list`"),
    async (store, [id = ""]) => {
      if (!(await store.deleteToken(id))) {
        throw new Error(`token ${id} not found`);
      }
      console.log(`token ${id} revoked`);
    },
    existingStorageOf,
  );
}

function date(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString();
}
