import { type Command, Option } from "commander";
import { existingStorageOf } from "../config/storage.ts";
import { readExpiry } from "../config/values.ts";
import { createToken } from "../service/tokens.ts";
import type { TokenScope } from "../store/management-store.ts";
import { printTable } from "./table.ts";
import { audited, withManagement } from "./with-management.ts";

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
    async (store, [name = ""], { scope, expires }) => {
      const token = await audited({ operation: "token create", token: { name } }, () =>
        createToken(store, name, scope as TokenScope, expires),
      );
      process.stdout.write(`${token}\n`);
    },
  );
  withManagement(
    group.command("list").description("list tokens without their secrets"),
    async (store) => {
      const tokens = await store.listTokens();
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
    async (store, [id = ""]) => {
      await audited({ operation: "token revoke", token: { id } }, async () => {
        if (!(await store.deleteToken(id))) {
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
