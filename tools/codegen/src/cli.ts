#!/usr/bin/env node
import { runCommand } from "./command.ts";

await runCommand(async () => {
  const { allFollowingFiles } = await import("./areas.ts");
  return allFollowingFiles();
});
