import { readFileSync } from "node:fs";
import type { Override } from "./site.ts";
import { sendJson } from "./site.ts";

/** A JSON Schema within a bundled document, as far as values are made of it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
}

/**
 * A kind of values: the widest and the longest that the contract allows, those that fit the form of its examples, those
 * of other scripts, and the emptiest.
 */
export const KINDS = ["longest", "largest amounts", "right to left", "marks", "emptiest"] as const;
export type Kind = (typeof KINDS)[number];

const LETTERS = 5_000;
const MAX = `${2n ** 256n - 1n}`;
const HEX_DIGITS = "f".repeat(LETTERS);
const TEXTS: Readonly<Record<Kind, string>> = {
  longest: "W".repeat(LETTERS),
  "largest amounts": "Lorem".repeat(12),
  "right to left": `\u202e${"مرحبا بالعالم ".repeat(30)}`,
  marks: `Z${"\u0301\u0327\u0330".repeat(20)}`.repeat(60),
  emptiest: "",
};

/** An operation whose responses the pages show. */
interface Operation {
  readonly pattern: RegExp;
  readonly schema: Schema;
  readonly example: unknown;
  readonly document: unknown;
}

const operations: readonly Operation[] = ["chain-data", "address-data"].flatMap((area) => {
  const file = new URL(`../../mock/dist/specs/${area}.json`, import.meta.url);
  const document = JSON.parse(readFileSync(file, "utf8"));
  return Object.entries<Record<string, never>>(document.paths).map(([path, { get }]) => {
    const { schema, examples } = resolved<{ content: Record<string, never> }>(
      document,
      Object(get).responses["200"],
    ).content["application/json"] as unknown as { schema: Schema; examples: object };
    const [example] = Object.values(examples).map((each) =>
      resolved<{ value: unknown }>(document, each),
    );
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return { pattern, schema, example: example?.value, document };
  });
});

function resolved<Value>(document: unknown, node: unknown): Value {
  const { $ref } = Object(node);
  if (typeof $ref !== "string") {
    return node as Value;
  }
  const names = $ref.slice(2).split("/");
  return resolved(
    document,
    names.reduce((at, name) => Object(at)[name], document),
  );
}

/** Responds to every operation with values of one kind; a new field of the contract is among them by itself. */
export function extremes(kind: Kind): Override {
  return (url, response) => {
    const operation = operations.find(({ pattern }) => pattern.test(url.pathname));
    if (!operation) {
      return false;
    }
    const { document, schema, example } = operation;
    const body = extremeOf({ document, kind, at: 0 }, "", schema, example);
    return sendJson(response, 200, matchRequest(url, body));
  };
}

/** Lets the records be those that were asked for, so that the pages find them. */
function matchRequest(url: URL, body: unknown): unknown {
  const { transaction, transactions, erc20TokenBalances } = Object(body);
  const segment = url.pathname.split("/").at(-1);
  if (transaction) {
    transaction.transaction_hash = segment;
    transaction.to_address = CONTRACT;
    transaction.block_number = BLOCK;
  }
  if (transactions?.[0] && url.pathname.includes("/block/")) {
    transactions[0].transaction_hash = HASH;
  }
  for (const each of transactions ?? []) {
    each.to_address &&= CONTRACT;
  }
  const contract = url.searchParams.get("contract-address");
  if (erc20TokenBalances?.[0] && contract) {
    erc20TokenBalances[0].contract.address = contract;
  }
  return { ...Object(body), ...("cursor" in Object(body) ? { cursor: null } : {}) };
}

const CONTRACT = `0x${"a".repeat(40)}`;
const BLOCK = 17_686_112;
/** The transaction that a listing of its block has. */
export const HASH = `0x${"b".repeat(64)}`;

interface Making {
  readonly document: unknown;
  readonly kind: Kind;
  /** Index within a list: its records differ. */
  readonly at: number;
}

function extremeOf(making: Making, name: string, reference: Schema, example: unknown): unknown {
  const { document, kind, at } = making;
  const schema = resolved<Schema>(document, reference);
  const types = [schema.type ?? []].flat();
  if (kind === "emptiest" && types.includes("null")) {
    return null;
  }
  if (types.includes("object")) {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(
      fields.map(([field, own]) => [field, extremeOf(making, field, own, Object(example)[field])]),
    );
  }
  if (types.includes("array")) {
    const items =
      Array.isArray(example) && example.length > 0 ? example : [{ trait_type: "", value: "" }];
    return kind === "emptiest" && name.endsWith("Balances")
      ? []
      : items.map((item, at) =>
          // Items of any shape have that of the examples.
          Object.keys(schema.items ?? {}).length > 0
            ? extremeOf({ ...making, at }, name, schema.items ?? {}, item)
            : filled(item, TEXTS[kind]),
        );
  }
  if (types.includes("string")) {
    return textOf(making, schema, example);
  }
  if (name === "decimals") {
    return kind === "emptiest" ? 0 : 77;
  }
  if (types.includes("integer") || types.includes("number")) {
    return kind === "longest" ? Number.MAX_SAFE_INTEGER - at : kind === "emptiest" ? 0 : example;
  }
  return example;
}

function textOf({ kind, at }: Making, { pattern, format }: Schema, example: unknown): string {
  const isLong = kind === "longest" || kind === "largest amounts";
  if (format === "date-time") {
    return isLong ? "9999-12-31T23:59:59.999999999Z" : "0001-01-01T00:00:00Z";
  }
  if (pattern?.includes("{")) {
    return String(example ?? `0x${"f".repeat(pattern.includes("64") ? 64 : 40)}`);
  }
  if (pattern?.startsWith("^0x")) {
    return isLong ? `0x${HEX_DIGITS}` : "0x";
  }
  if (pattern) {
    return kind === "longest" ? "9".repeat(LETTERS) : isLong ? MAX : "0";
  }
  const text = String(example ?? "");
  if (text.startsWith("{")) {
    // JSON within a text, such as a decoded call.
    return JSON.stringify(filled(JSON.parse(text), TEXTS[kind], kind === "largest amounts"));
  }
  if (kind === "largest amounts") {
    return /^\d+(\.\d+)?$/.test(text) ? MAX : text || TEXTS[kind];
  }
  // Keys of records stay apart.
  return kind === "emptiest" ? "" : TEXTS[kind] + at;
}

/** Fills a value of any shape: its texts, and the names of its inner members; or only its amounts. */
function filled(value: unknown, text: string, isAmounts = false): unknown {
  if (typeof value === "string") {
    return isAmounts ? (/^\d+$/.test(value) ? MAX : value) : text;
  }
  if (Array.isArray(value)) {
    return value.map((each) => filled(each, text, isAmounts));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, filled(each, text, isAmounts)]),
  );
}
