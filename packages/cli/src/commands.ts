import { readFile } from "node:fs/promises";
import type { OperationDescription } from "@chainkit/client/operations";
import { kebab, UsageError, variableName } from "@chainkit/command";
import type { Api } from "@chainkit/openapi/api";
import type { CredentialOption } from "@chainkit/openapi/rules";

/** An OpenAPI document whose operations are the commands, in place of those of the areas. */
export interface Source {
  /** Path as on the command line. */
  readonly file: string;
  readonly api: Api;
}

/** Entry of a command in the list of commands. */
export interface CommandSummary {
  /** The command: the operation id in kebab-case. */
  readonly name: string;
  readonly id: string;
  /** The name of its area. */
  readonly area: string;
  /** The key of its area in `areas` of `@chainkit/client`. */
  readonly client: string;
  readonly summary: string;
  /** Names of the client options that supply parameters once for all calls. */
  readonly clientOptions: readonly string[];
  /** Base URL that the document states for it; absent if it states none. */
  readonly baseUrl?: string;
  /** The document that it is of; absent if it is of an area. */
  readonly source?: Source;
}

/** Everything that a command needs to know of its operation. */
export interface Command extends CommandSummary, Omit<OperationDescription, "responses"> {
  /** Description of each documented response, by status. */
  readonly responses: Readonly<Record<string, string>>;
  /** Alternatives of credentials of an operation of a document. */
  readonly credentials?: readonly (readonly CredentialOption[])[];
  /** Whether its body is text or bytes as they are. */
  readonly hasRawBody?: boolean;
}

/**
 * Written by the build, so that a command loads its own description and no other. The path is the same from `src` and
 * `dist`.
 */
const FOLDER = new URL("../dist/commands/", import.meta.url);

async function read<Value>(name: string): Promise<Value> {
  return JSON.parse(await readFile(new URL(`${name}.json`, FOLDER), "utf8")) as Value;
}

/** All commands, in the order of the contract. */
export const listCommands = (): Promise<CommandSummary[]> => read("index");

/** One command of those listed. */
export const readCommand = ({ name }: CommandSummary): Promise<Command> => read(`command-${name}`);

/** Built-in commands, which are not operations. */
export const OWN_COMMANDS = ["completion", "help", "profile"] as const;

/**
 * Names the command of each operation: its id in kebab-case. A name that two areas share, or that equals a built-in
 * command, is prefixed with the area; where two ids of an area differ in their spelling only, each is its own name.
 *
 * @returns Names in the order of the operations.
 */
export function nameCommands(
  operations: readonly { readonly id: string; readonly area: string }[],
): string[] {
  const short = operations.map(({ id }) => kebab(id));
  const taken = new Set<string>([...OWN_COMMANDS, ...repeated(short)]);
  const long = operations.map(({ area }, at) =>
    taken.has(short[at] ?? "") ? `${area}-${short[at]}` : (short[at] ?? ""),
  );
  const twice = repeated(long);
  return operations.map(({ id }, at) => (twice.has(long[at] ?? "") ? id : (long[at] ?? "")));
}

/** The names that occur more than once. */
function repeated(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}

/** How the program is called. */
export function usageOf(source: Source | undefined): string {
  return `npx @chainkit/cli${source ? ` --spec ${source.file}` : ""}`;
}

/**
 * The environment variable of a setting: `CHAINKIT_TOKEN`, or `MUSEUM_TOKEN` of museum.yaml.
 *
 * @param area The area that it is for; absent if it is for all.
 */
export function variableOf(
  { source }: { readonly source?: Source | undefined },
  setting: string,
  area = "",
): string {
  return variableName(source?.api.name ?? "chainkit", area, setting);
}

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
  const found = [...api.refused].find(([id]) => kebab(id) === kebab(word));
  const [what = "", ...fix] = found?.[1].split("\n") ?? [];
  return found && new UsageError(what, fix.join("\n").trim());
}
