import { type Command, Option } from "commander";
import { createToken } from "../service/tokens.ts";
import type { TokenScope } from "../store/management-store.ts";
import { printTable } from "./table.ts";
import { withManagement } from "./with-management.ts";

/** `token create|list|revoke`. */
export function addTokenCommands(program: Command): void {
  const group = program.command("token").description("the tokens that callers send");

  withManagement(
    group
      .command("create")
      .description("make a token and print it, once")
      .argument("<name>", "whose it is, for you to remember")
      .addOption(
        new Option("--scope <scope>", "what it is good for")
          .choices(["management", "data"])
          .default("management"),
      ),
    (store, [name = ""], { scope }) => {
      process.stdout.write(`${createToken(store, name, scope as TokenScope)}\n`);
    },
  );
  withManagement(
    group.command("list").description("list the tokens, without their texts"),
    (store) =>
      printTable(
        ["ID", "NAME", "SCOPE", "CREATED"],
        store
          .listTokens()
          .map((token) => [token.id, token.name, token.scope, date(token.createdAt)]),
      ),
  );
  withManagement(
    group
      .command("revoke")
      .description("refuse a token from now on")
      .argument("<id>", "its id, as `token list` shows it"),
    (store, [id = ""]) => {
      if (!store.deleteToken(id)) {
        throw new Error(`there is no token ${id}`);
      }
      console.log(`token ${id} is revoked`);
    },
  );
}

function date(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString();
}
