import type { Command } from "./commands.ts";
import { UsageError } from "./failure.ts";
import { nameCommands } from "./name-commands.ts";
import { kebab } from "./names.ts";
import type { Source } from "./source.ts";

/** Everything of a document that commands are made of. */
export interface DocumentCommands {
  readonly source: Source;
  readonly commands: readonly Command[];
}

/**
 * Reads the commands of a document.
 *
 * @throws UsageError if it is not an OpenAPI document.
 */
export async function readSource(file: string): Promise<DocumentCommands> {
  // Loaded late: commands of the areas need none of it.
  const [{ nameOfFile, readDocument }, { readApi }] = await Promise.all([
    import("@chainkit/openapi/file"),
    import("@chainkit/openapi/api"),
  ]);
  const document = await readDocument(file).catch(({ message }: Error) => {
    throw new UsageError(`--spec: ${message}`, "", "spec");
  });
  const name = kebab(nameOfFile(file));
  const source = { file, api: readApi(name, document, true) };
  const { operations, rules } = source.api;
  const byId = Object.fromEntries(operations.map((each) => [each.id, each]));
  const credentials = new Map(rules.operations.map((each) => [each.id, each.credentials]));
  const formats = new Map(rules.operations.map(({ id, rule }) => [id, rule.bodyFormat]));
  const commands = nameCommands({ [name]: byId }).map((command) => ({
    ...command,
    source,
    credentials: credentials.get(command.id) ?? [],
    hasRawBody: formats.get(command.id) === "raw",
  }));
  return { source, commands };
}

/**
 * Says why an operation of a document is no command.
 *
 * @returns Undefined if the document has no such operation.
 */
export function refusalOf({ api }: Source, word: string): UsageError | undefined {
  const found = [...api.refused].find(([id]) => id === word || kebab(id) === kebab(word));
  const [what = "", ...fix] = found?.[1].split("\n") ?? [];
  return found && new UsageError(what, fix.join("\n").trim());
}
