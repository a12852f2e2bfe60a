import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type OperationDescription, operations } from "@chainkit/client/operations";
import { descriptionsOf, nameCommands } from "../src/commands.ts";

// A command that starts reads its own description: all of them together take longer than Node itself.
const folder = fileURLToPath(new URL("../dist/commands/", import.meta.url));
const all = Object.entries(operations).flatMap(([client, area]) =>
  Object.values<OperationDescription>(area).map((operation) => ({ ...operation, client })),
);
const names = nameCommands(all);
const commands = all.map((operation, at) => ({
  ...operation,
  name: names[at],
  responses: descriptionsOf(operation.responses),
}));
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const index = commands.map(({ name, id, area, client, summary, clientOptions }) => {
  return { name, id, area, client, summary, clientOptions };
});
await writeFile(`${folder}index.json`, JSON.stringify(index));
for (const command of commands) {
  await writeFile(`${folder}command-${command.name}.json`, JSON.stringify(command));
}
