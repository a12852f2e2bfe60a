import { kebab, UsageError } from "@chainkit/command";
import type { Command, CommandSummary } from "./commands.ts";
import { nameCommands } from "./commands.ts";
import type { Source } from "./source.ts";

/** Everything of a document that commands are made of. */
export interface DocumentCommands {
  readonly source: Source;
  readonly commands: readonly CommandSummary[];
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
  const client = kebab(nameOfFile(file));
  const source = { file, api: readApi(client, document, true) };
  const { operations } = source.api;
  const names = nameCommands(operations);
  const commands = operations.map((operation, at) => ({
    ...operation,
    client,
    source,
    name: names[at] ?? operation.id,
  }));
  return { source, commands };
}

/** The command of an operation of a document. */
export function documentCommand(summary: CommandSummary, { api }: Source): Command {
  const operation = api.describe(summary.id);
  const model = api.rules.operations.find(({ id }) => id === summary.id);
  return {
    ...operation,
    ...summary,
    responses: descriptionsOf(operation.responses),
    credentials: model?.credentials ?? [],
    hasRawBody: model?.rule.bodyFormat === "raw",
  };
}

/** The description of each response, by status. */
export function descriptionsOf(
  responses: Readonly<Record<string, { readonly description: string }>>,
): Command["responses"] {
  const entries = Object.entries(responses);
  return Object.fromEntries(entries.map(([status, { description }]) => [status, description]));
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
