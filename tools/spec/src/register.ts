import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "@chainkit/openapi";
import { registerFile, specFolder } from "./areas.ts";

/** An open question, and what the contract says about it. */
export interface Question {
  /** Number of a question that was given; absent: found while writing the contract. */
  readonly number?: number;
  readonly question: string;
  readonly appliesTo?: string;
  /** What the contract says. */
  readonly contract: string;
  readonly why?: string;
  /** Advice for deployments that decide otherwise. */
  readonly otherwise: string;
  readonly waiver?: RegisteredWaiver;
}

/** The waiver of a question. */
export interface RegisteredWaiver {
  /** Name for `--allow` of the contract suite. */
  readonly id: string;
  /** The findings that it allows, as the contract suite describes them. */
  readonly covers?: readonly unknown[];
}

const TEXTS = ["question", "contract", "otherwise"];
const OF_NUMBERED = ["appliesTo", "why"];

/**
 * Reads the register, in its order.
 *
 * @throws Error naming an entry that is incomplete, a number out of order, or a waiver that is named twice.
 */
export async function readRegister(folder: string = specFolder): Promise<Question[]> {
  // As in bundle.ts, loaded on use.
  const { parseYaml } = await import("@redocly/openapi-core");
  return checkRegister(parseYaml(await readFile(join(folder, registerFile), "utf8")));
}

/** Checks the entries of a register. */
export function checkRegister(entries: unknown): Question[] {
  if (!Array.isArray(entries) || entries.length === 0) {
    throw new Error(`${registerFile} must be a list of questions`);
  }
  const ids = new Set<unknown>();
  for (const [at, entry] of entries.entries()) {
    const name = `${registerFile}: entry ${at + 1}`;
    if (!isObject(entry)) {
      throw new Error(`${name} must be an object`);
    }
    const { number, waiver } = entry;
    const isNumbered = number !== undefined;
    const expected = isNumbered ? [...TEXTS, ...OF_NUMBERED] : TEXTS;
    const missing = expected.find((key) => typeof entry[key] !== "string");
    const unknown = Object.keys(entry).find(
      (key) => ![...expected, "number", "waiver"].includes(key),
    );
    if (missing !== undefined || unknown !== undefined) {
      throw new Error(`${name} ${missing ? `must have the text ${missing}` : `has no ${unknown}`}`);
    }
    if (isNumbered && number !== at + 1) {
      throw new Error(`${name} must have the number ${at + 1}; found ${number}`);
    }
    if (waiver === undefined) {
      continue;
    }
    const id = isObject(waiver) ? waiver.id : undefined;
    if (typeof id !== "string" || !/^[a-z0-9-]+$/.test(id) || ids.has(id)) {
      throw new Error(`${name} must name a waiver that no other entry names; found ${id}`);
    }
    ids.add(id);
  }
  return entries;
}

const START = "<!-- The rest of this file is written by `generate` from register.yaml. -->";

/** Replaces the generated part of `spec/README.md`. */
export function withRegister(readme: string, register: readonly Question[]): string {
  const [written, generated] = readme.split(START);
  if (generated === undefined) {
    throw new Error(`spec/README.md has no line ${START}`);
  }
  return `${written}${START}\n\n## Open questions\n\n${registerText(register)}\n`;
}

/** The columns of the tables, and what a question has in each. */
const COLUMNS: Readonly<Record<string, (question: Question) => string>> = {
  "#": ({ number }) => String(number),
  Question: ({ question }) => question,
  "Applies to": ({ appliesTo = "" }) => appliesTo,
  "What the contract says": ({ contract }) => contract,
  Why: ({ why = "" }) => why,
  "If your deployment differs": ({ otherwise }) => otherwise,
  Waiver: ({ waiver }) => (waiver ? `\`${waiver.id}\`` : "–"),
};
/** Those that only a numbered question fills. */
const OF_NUMBERED_ONLY = ["#", "Applies to", "Why"];

/** The register as Markdown, with links relative to the folder of the contract. */
export function registerText(register: readonly Question[]): string {
  const given = register.filter(({ number }) => number !== undefined);
  const others = register.filter(({ number }) => number === undefined);
  const columns = Object.keys(COLUMNS);
  return [
    `What nobody but a deployment can decide, the contract leaves open or decides in the most usual way. Paths, parameters, fields and types of the API were given, and are part of the contract as they were; the ${given.length} questions below were not answered. For each: what the contract says, why, and what to do if the deployment you use behaves differently. The last column names the waiver that tells the [contract suite](../packages/docs/guides/contract-suite.md) so (\`--allow <waiver>\`). If a row has no waiver, the suite accepts any behaviour, unless the row says that the suite reports it.`,
    table(given, columns),
    "### Further decisions",
    "Smaller questions of the same kind, decided along with those above.",
    table(
      others,
      columns.filter((name) => !OF_NUMBERED_ONLY.includes(name)),
    ),
  ].join("\n\n");
}

function table(questions: readonly Question[], columns: readonly string[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rows = questions.map((each) => columns.map((name) => COLUMNS[name]?.(each) ?? ""));
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}
