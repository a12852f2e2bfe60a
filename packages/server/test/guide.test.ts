import { readdirSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { parseAst } from "vitest/node";
import { CHAIN_NAMES, profileOf } from "../src/chain/profiles.ts";
import { createProgram } from "../src/cli/program.ts";

const GUIDES = ["running", "secure", "observe", "keep"].map((verb) => `${verb}-the-service`);
const read = (name: string) =>
  readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), "utf8");
const guide = [...GUIDES, "troubleshooting", "nodes-and-providers", "cache-behind-a-cdn"]
  .map(read)
  .join("\n\n");
const others = read("postgresql") + read("moving-endpoints");

test("each option that the guides for operators name exists", () => {
  const flagsOf = (command: Command): string[] => [
    ...command.options.map(({ long }) => long ?? ""),
    ...command.commands.flatMap(flagsOf),
  ];
  const named = [...(guide + others).matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => flag);
  // Of sha256sum, systemctl and Node.
  const foreign = ["--check", "--kill-whom", "--heapsnapshot-near-heap-limit"];
  const known = [...flagsOf(createProgram()), "--help", ...foreign];
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((flag) => !known.includes(flag))).toEqual([]);
});

test("each chain halts at the depth that they state", () => {
  const [table = ""] = /^\| chain +\| blocks until final.*?\n\n/ms.exec(guide) ?? [];
  const rows = [...table.matchAll(/^\| ([a-z, ]+?) +\| (\d+) +\|$/gm)];
  const said = rows.flatMap(([, names = "", blocks]) =>
    names.split(", ").map((name) => [name, Number(blocks)]),
  );
  const known = CHAIN_NAMES.map((name) => [name, profileOf(name).finality]);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(known));
});

/** Stands for a value, in the guide and in the messages that are listed here. */
const VALUE = "…";
/** Members of a syntax tree that hold types, whose texts nobody is shown. */
const TYPES = ["typeAnnotation", "returnType", "typeParameters", "typeArguments"];
/** Texts of several words that are sent to nodes rather than shown, and what only precedes a message. */
const NO_MESSAGES = [`Basic ${VALUE}`, `chainkit-server: ${VALUE}`, "the service stops"];

/** Lists the texts of a syntax tree, with `…` for values. */
function textsOf(node: unknown): string[] {
  const { type, value, quasis, callee } = Object(node);
  if (Object(node) !== node || type === "ImportDeclaration" || callee?.name === "RegExp") {
    return [];
  }
  if (type === "Literal" && typeof value === "string") {
    return [value];
  }
  const members = Object.entries(Object(node)).filter(([name]) => !TYPES.includes(name));
  const texts = members.flatMap(([, member]) => textsOf(member));
  if (type !== "TemplateLiteral") {
    return texts;
  }
  const parts: { readonly value: { readonly cooked: string } }[] = quasis;
  return [parts.map((part) => part.value.cooked).join(VALUE), ...texts];
}

function isMessage(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /[a-z]{2}|…/i.test(word));
  return words.length > 1 && /[a-z]{2}/i.test(text) && !NO_MESSAGES.includes(text);
}

function errorsOf(node: unknown): unknown[] {
  const { type, callee } = Object(node);
  const isError = type === "NewExpression" && String(callee.name).endsWith("Error");
  if (isError || callee?.type === "Super") {
    return [node];
  }
  return Object(node) === node ? Object.values(Object(node)).flatMap(errorsOf) : [];
}

const SOURCES = new URL("../src/", import.meta.url);
const filesIn = (folder: string) =>
  readdirSync(new URL(folder, SOURCES)).map((file) => `${folder}/${file}`);
const parse = (file: string) =>
  parseAst(readFileSync(new URL(file, SOURCES), "utf8"), { lang: "ts" });
/** What stands before the colon is where a problem is. */
const messagesIn = (nodes: readonly unknown[]) =>
  nodes
    .flatMap(textsOf)
    .filter(isMessage)
    .map((text) => text.replace(/^…: /, ""));

/** Messages that have to be in the guide: all texts of some files, and errors of others. */
const messages = messagesIn([
  ...["verify", "source"].flatMap(filesIn).map(parse),
  ...[...filesIn("ingest"), "store/postgres/connection.ts"].map(parse).flatMap(errorsOf),
  ...["cli/main.ts", "cli/run.ts"].map(parse),
]);
/** Files of which some texts are messages that hold a chain back. */
const OTHERS = ["cli/status.ts", "service/readiness.ts", "ingest/thread.ts", "store/engine.ts"];
const known = [...messages, ...messagesIn(OTHERS.map(parse))];

const rows = [...read("troubleshooting").matchAll(/^\| (`.+?`) +\| /gm)].map(
  ([, cell = ""]) => cell,
);
const entries = rows.flatMap((row) => [...row.matchAll(/`(.+?)`/g)].map(([, text = ""]) => text));

/** Whether an entry of the guide shows a message, perhaps with words for its values, and as part of a longer one. */
function isShown(message: string, entry: string): boolean {
  return new RegExp(message.split(VALUE).map(RegExp.escape).join(".*")).test(entry);
}

test("each message about nodes, blocks and files has an entry in the guide", () => {
  expect(messages.length).toBeGreaterThan(60);
  const missing = messages.filter((message) => !entries.some((entry) => isShown(message, entry)));
  expect(missing).toEqual([]);
});

test("each entry of the guide is a message", () => {
  const unknown = entries.filter((entry) => !known.some((message) => isShown(message, entry)));
  expect(unknown).toEqual([]);
});
