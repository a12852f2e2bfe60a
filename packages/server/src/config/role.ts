import type { Command } from "commander";
import { addSetting } from "./options.ts";
import type { StorageSettings } from "./storage.ts";

/** Part of the service that a process runs. */
export type Role = "all" | "api" | "follow";

const ROLES: readonly Role[] = ["all", "api", "follow"];

/** Adds `--role`. */
export function addRole(command: Command): void {
  addSetting(
    command,
    "--role <role>",
    "api: serve, follow no chain; follow: write chains, serve only probes; needs --database",
    (option) => option.choices(ROLES).default("all"),
  );
}

/** @throws Error if the other settings do not fit the role. */
export function assertRole(role: Role, storage: StorageSettings, followedChains: number): void {
  if (role !== "all" && storage.kind === "folder") {
    throw new Error(
      `--role ${role} needs --database; with a data folder, a process without --chain only serves`,
    );
  }
  if (role === "follow" && followedChains === 0) {
    throw new Error("--role follow needs --chain: it only follows chains");
  }
}
